package io.github.limiter.load;

import io.github.limiter.time.TimeSource;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

/**
 * Judges the load of this node by its requests: how long they take, and how many are under way. Told by who serves them;
 * without threads of its own. Thread-safe.
 *
 * <p>What a request waits for that is not this node, {@link RequestTime#pause}, is no load. Where that cannot be seen, a
 * handful of slow clients is still none: means are geometric, and no request counts as more than twice what is critical.
 *
 * <p>Each second is judged by its mean latency against what was learnt in quiet times. Their quotient is the inverse of the
 * gradient by which {@code Gradient2Limit} of Netflix' concurrency-limits moves its limit (long-term over short-term round
 * trip time, see "Performance Under Load", Netflix 2018). That library answers another question, how many requests may be
 * under way, and answers it anew with each sample; here a level is wanted that hardly ever changes. So:
 *
 * <ul>
 *   <li>It rises to peak after 3 seconds in a row that call for it, from there to critical after 10: latency above the
 *       level's ratio, and requests under way both above {@code minInFlight} and above what was usual.
 *   <li>While it is raised nothing is learnt, or overload would become usual.
 *   <li>It falls by one after 15 calm seconds in a row in which no more was asked for, shed requests included, than 80% of
 *       what the node got done when the level rose. Latency alone does not let it fall: that is good because the level is
 *       raised.
 *   <li>Since a node may have become faster, or was slow for another reason, the level also falls after a minute of calm
 *       latency, for a try; but after 16 minutes if more than twice of what it got done is asked for.
 *   <li>Each time that it rises again soon after it fell, both take twice as long as before, up to 16 times: so bursts that
 *       come back keep it up instead of making it flap.
 * </ul>
 */
public final class AdaptiveLoad {

    private static final long SECOND = 1_000_000;
    private static final int RISES_AFTER = 3;

    /** What had gathered when the level rose must be worked off before it can be said that it did not help. */
    private static final int RISES_FURTHER_AFTER = 10;

    private static final int FALLS_AFTER = 15;
    private static final int TRIES_AFTER = 60;
    private static final int MAX_TRIES = 16;
    private static final int LONG_AGO = 1 + 2 * MAX_TRIES * TRIES_AFTER;
    private static final double CALM_RATIO = 1.3;
    private static final double CALM_SHARE = 0.8;
    private static final double FAR_TOO_MUCH = 2;
    private static final double SMOOTHLY = 0.2;
    private static final int MIN_SAMPLES = 10;

    /** What is quicker than a millisecond says more about the scheduler than about the load. */
    private static final long SHORTEST = 1_000;

    /** Seconds after which it makes no difference how long nobody has looked. */
    private static final long LONGEST_GAP = LONG_AGO;

    private final TimeSource time;
    private final AdaptiveRules rules;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final LongAdder begun = new LongAdder();
    private final LongAdder succeeded = new LongAdder();
    private final LongAdder latency = new LongAdder();
    private final DoubleAdder logarithms = new DoubleAdder();
    private final Baseline baseline = new Baseline();
    private volatile LoadLevel level = LoadLevel.NORMAL;
    private volatile long secondEnds;
    private volatile long longest = Long.MAX_VALUE;
    private volatile Runnable onChange = () -> {};
    private int callsForMore;
    private int calm;
    private int quietLatency;
    private int sinceFall = LONG_AGO;
    private int tries = 1;
    private double smoothRatio = 1;
    private double capacity;

    /**
     * Nothing learnt yet.
     *
     * @param time the clock
     * @param rules when it is too much
     */
    public AdaptiveLoad(TimeSource time, AdaptiveRules rules) {
        this.time = time;
        this.rules = rules;
        this.secondEnds = time.micros() + SECOND;
    }

    /** How a request ended. */
    public enum End {
        /** Served: its latency counts. */
        SERVED,
        /** Refused, failed or given up: it was under way, but its latency says nothing. */
        OTHER
    }

    /**
     * A request begins; also one that will be shed.
     *
     * @return is to be told how it ends
     */
    public RequestTime begin() {
        long now = time.micros();
        judge(now);
        begun.increment();
        inFlight.incrementAndGet();
        return new RequestTime(this, now);
    }

    long now() {
        return time.micros();
    }

    void pause() {
        inFlight.decrementAndGet();
    }

    void resume() {
        inFlight.incrementAndGet();
    }

    void served(long micros) {
        succeeded.increment();
        latency.add(micros);
        logarithms.add(Math.log(Math.max(SHORTEST, Math.min(longest, micros))));
    }

    void ended(long now) {
        inFlight.decrementAndGet();
        judge(now);
    }

    /**
     * The level that the load calls for.
     *
     * @return as of the last second
     */
    public LoadLevel level() {
        judge(time.micros());
        return level;
    }

    /**
     * Requests under way, without those that wait for something that is not this node.
     *
     * @return at this moment
     */
    public int inFlight() {
        return inFlight.get();
    }

    /** Has something done, by who tells of requests, whenever the level has changed. */
    void onChange(Runnable action) {
        onChange = action;
    }

    private void judge(long now) {
        if (now >= secondEnds && judgeSecond(now)) {
            // Not within the lock: it may ask for the level in one of its own.
            onChange.run();
        }
    }

    private synchronized boolean judgeSecond(long now) {
        if (now < secondEnds) {
            return false;
        }
        LoadLevel before = level;
        judge(Second.of(
                begun.sumThenReset(),
                succeeded.sumThenReset(),
                latency.sumThenReset(),
                logarithms.sumThenReset(),
                inFlight.get()));
        long gap = Math.min(LONGEST_GAP, (now - secondEnds) / SECOND);
        if (gap > 0) {
            judge(new Second(0, 0, 0, inFlight.get(), gap));
        }
        longest = baseline.isKnown() ? (long) (baseline.latency() * 2 * rules.criticalRatio()) : Long.MAX_VALUE;
        secondEnds = now + SECOND;
        return level != before;
    }

    /**
     * What was seen in one second, or in several in which nothing happened.
     *
     * @param asked requests that began
     * @param done requests that were served
     * @param latency geometric mean of those, in microseconds; 0 if nothing was served
     * @param inFlight requests under way: on average, by Little's law; at the end if too few were served
     * @param seconds how many
     */
    record Second(double asked, double done, double latency, double inFlight, long seconds) {

        static Second of(long begun, long succeeded, long latency, double logarithms, int inFlight) {
            return new Second(
                    begun,
                    succeeded,
                    succeeded == 0 ? 0 : Math.exp(logarithms / succeeded),
                    succeeded < MIN_SAMPLES ? inFlight : (double) latency / SECOND,
                    1);
        }

        /** Whether its latency is one to learn from, and to judge by alone. */
        boolean isTelling() {
            return done >= MIN_SAMPLES;
        }
    }

    private void judge(Second second) {
        double ratio = baseline.ratio(second);
        LoadLevel called = called(second, ratio);
        callsForMore = called.compareTo(level) > 0 ? callsForMore + 1 : 0;
        smoothRatio += (ratio - smoothRatio) * (1 - Math.pow(1 - SMOOTHLY, second.seconds));
        boolean quiet = smoothRatio <= CALM_RATIO;
        quietLatency = quiet ? upTo(LONG_AGO, quietLatency + second.seconds) : 0;
        calm = quiet && second.asked <= CALM_SHARE * capacity ? upTo(LONG_AGO, calm + second.seconds) : 0;
        sinceFall = upTo(LONG_AGO, sinceFall + second.seconds);
        if (level == LoadLevel.NORMAL && called == LoadLevel.NORMAL) {
            baseline.learn(second, quiet);
        }
        if (callsForMore >= (level == LoadLevel.NORMAL ? RISES_AFTER : RISES_FURTHER_AFTER)) {
            rise(second);
        } else if (level != LoadLevel.NORMAL && hasCalmedDown(second)) {
            sinceFall = 0;
            become(level == LoadLevel.CRITICAL ? LoadLevel.PEAK : LoadLevel.NORMAL);
        }
    }

    private boolean hasCalmedDown(Second second) {
        int patience = second.asked <= FAR_TOO_MUCH * capacity ? tries : MAX_TRIES;
        return calm >= FALLS_AFTER * tries || quietLatency >= TRIES_AFTER * patience;
    }

    private static int upTo(int most, long number) {
        return (int) Math.min(most, number);
    }

    private LoadLevel called(Second second, double ratio) {
        boolean crowded = second.inFlight >= rules.minInFlight() && second.inFlight > baseline.inFlight();
        if (!crowded || ratio < rules.peakRatio()) {
            return LoadLevel.NORMAL;
        }
        return ratio < rules.criticalRatio() ? LoadLevel.PEAK : LoadLevel.CRITICAL;
    }

    private void rise(Second second) {
        if (level == LoadLevel.NORMAL) {
            // One that does not get anything done any more did more before.
            capacity = Math.max(second.done, baseline.done());
        }
        boolean tooSoon = sinceFall < 2 * TRIES_AFTER * tries;
        tries = tooSoon ? Math.min(MAX_TRIES, 2 * tries) : 1;
        become(level == LoadLevel.NORMAL ? LoadLevel.PEAK : LoadLevel.CRITICAL);
    }

    private void become(LoadLevel next) {
        level = next;
        callsForMore = 0;
        calm = 0;
        quietLatency = 0;
    }
}

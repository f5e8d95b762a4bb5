package io.github.limiter.load;

import io.github.limiter.time.TimeSource;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Judges the load of this node by its requests: how long they take, and how many are under way. Told by who serves them;
 * without threads of its own. Thread-safe.
 *
 * <p>Each second is judged by its mean latency against what was learnt in quiet times. Their quotient is the inverse of the
 * gradient by which {@code Gradient2Limit} of Netflix' concurrency-limits moves its limit (long-term over short-term round
 * trip time, see "Performance Under Load", Netflix 2018). That library answers another question, how many requests may be
 * under way, and answers it anew with each sample; here a level is wanted that hardly ever changes. So:
 *
 * <ul>
 *   <li>A level rises by one after 3 seconds in a row that call for it: latency above the level's ratio, and requests
 *       under way both above {@code minInFlight} and above what was usual.
 *   <li>While it is raised nothing is learnt, or overload would become usual.
 *   <li>It falls by one after 15 calm seconds in a row in which no more was asked for, shed requests included, than 80% of
 *       what the node got done when the level rose. Latency alone does not let it fall: that is good because the level is
 *       raised.
 *   <li>Since a node may have become faster, or was slow for another reason, the level also falls after a minute of calm
 *       latency, for a try.
 *   <li>Each time that it rises again soon after it fell, both take twice as long as before, up to 16 times: so bursts that
 *       come back keep it up instead of making it flap.
 * </ul>
 */
public final class AdaptiveLoad {

    private static final long SECOND = 1_000_000;
    private static final int RISES_AFTER = 3;
    private static final int FALLS_AFTER = 15;
    private static final int TRIES_AFTER = 60;
    private static final int MAX_TRIES = 16;
    private static final int LONG_AGO = 1 + 2 * MAX_TRIES * TRIES_AFTER;
    private static final double CALM_RATIO = 1.3;
    private static final double CALM_SHARE = 0.8;
    private static final int MIN_SAMPLES = 10;

    /** Seconds after which it makes no difference how long nobody has looked. */
    private static final long LONGEST_GAP = LONG_AGO;

    private final TimeSource time;
    private final AdaptiveRules rules;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final LongAdder begun = new LongAdder();
    private final LongAdder succeeded = new LongAdder();
    private final LongAdder latency = new LongAdder();
    private final Baseline baseline = new Baseline();
    private volatile LoadLevel level = LoadLevel.NORMAL;
    private volatile long secondEnds;
    private int callsForMore;
    private int calm;
    private int quietLatency;
    private int sinceFall = LONG_AGO;
    private int tries = 1;
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
     * @return when, for {@link #ended}
     */
    public long begun() {
        long now = time.micros();
        judge(now);
        inFlight.incrementAndGet();
        begun.increment();
        return now;
    }

    /**
     * A request has ended. Once for each that began.
     *
     * @param begun what {@link #begun} answered
     * @param end how
     */
    public void ended(long begun, End end) {
        inFlight.decrementAndGet();
        long now = time.micros();
        if (end == End.SERVED) {
            succeeded.increment();
            latency.add(now - begun);
        }
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
     * Requests under way.
     *
     * @return at this moment
     */
    public int inFlight() {
        return inFlight.get();
    }

    private void judge(long now) {
        if (now >= secondEnds) {
            synchronized (this) {
                if (now >= secondEnds) {
                    long seconds = Math.min(LONGEST_GAP, 1 + (now - secondEnds) / SECOND);
                    judge(Second.of(
                            begun.sumThenReset(),
                            succeeded.sumThenReset(),
                            latency.sumThenReset(),
                            inFlight.get(),
                            seconds));
                    secondEnds = now + SECOND;
                }
            }
        }
    }

    /**
     * What was seen in one second, or in several in which nobody looked.
     *
     * @param asked requests that began, per second
     * @param done requests that were served, per second
     * @param latency mean of those, in microseconds; 0 if there were too few
     * @param inFlight requests under way: on average, by Little's law; at the end if too few were served
     * @param seconds how many
     */
    record Second(double asked, double done, double latency, double inFlight, long seconds) {

        static Second of(long begun, long succeeded, long latency, int inFlight, long seconds) {
            boolean few = succeeded < MIN_SAMPLES;
            return new Second(
                    (double) begun / seconds,
                    (double) succeeded / seconds,
                    few ? 0 : (double) latency / succeeded,
                    few ? inFlight : (double) latency / SECOND / seconds,
                    seconds);
        }
    }

    private void judge(Second second) {
        double ratio = baseline.ratio(second);
        LoadLevel called = called(second, ratio);
        callsForMore = called.compareTo(level) > 0 ? callsForMore + 1 : 0;
        boolean quiet = ratio <= CALM_RATIO;
        quietLatency = quiet ? upTo(LONG_AGO, quietLatency + second.seconds) : 0;
        calm = quiet && second.asked <= CALM_SHARE * capacity ? upTo(LONG_AGO, calm + second.seconds) : 0;
        sinceFall = upTo(LONG_AGO, sinceFall + second.seconds);
        if (callsForMore >= RISES_AFTER) {
            rise(second);
        } else if (level != LoadLevel.NORMAL) {
            if (calm >= FALLS_AFTER * tries || quietLatency >= TRIES_AFTER * tries) {
                sinceFall = 0;
                become(level == LoadLevel.CRITICAL ? LoadLevel.PEAK : LoadLevel.NORMAL);
            }
        } else if (called == LoadLevel.NORMAL) {
            baseline.learn(second, ratio <= CALM_RATIO);
        }
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
            capacity = second.done;
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

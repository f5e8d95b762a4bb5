package io.github.limiter.load;

import io.github.limiter.time.TimeSource;
import java.util.concurrent.atomic.LongAdder;

/**
 * Judges the load of this node by its requests: how long they take, and how many are under way. Told by who serves them;
 * without threads of its own. Thread-safe.
 *
 * <p>What is usual is learnt of each handler in quiet times, and each is compared with itself. A handler that always takes
 * long is no load, however often it is called, and by however few: only what most of the node's work suffers from is. Nor is
 * one that has become slow alone, such as one whose own database is down: dropping other calls would not help it; a circuit
 * breaker or a limit of {@code concurrency} on it does. A handler that is most of what the node does, that is two thirds,
 * stands for the node: then who can make its requests slow, by what he asks for, can raise the level. Handlers of less than
 * a hundred requests say nothing yet.
 *
 * <p>What a request waits for that is not this node, {@link RequestTime#pause}, is no load. Where that cannot be seen, a
 * handful of slow clients is still none: means are geometric, and no request counts as more than twice what is critical.
 *
 * <p>Each second is judged by the latency of its handlers against what was learnt of each. Their quotient is the inverse of
 * the gradient by which {@code Gradient2Limit} of Netflix' concurrency-limits moves its limit (long-term over short-term
 * round trip time, see "Performance Under Load", Netflix 2018). That library answers another question, how many requests may
 * be under way, and answers it anew with each sample; here a level is wanted that hardly ever changes. So:
 *
 * <ul>
 *   <li>It rises to peak after 3 seconds in a row that call for it, from there to critical after 10: latency above the
 *       level's ratio, and of the handlers that have become slow, requests under way both above {@code minInFlight} and
 *       above what was usual.
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

    /** Latency as a multiple of the usual up to which it is good. */
    static final double CALM_RATIO = 1.3;

    private static final long SECOND = 1_000_000;
    private static final int RISES_AFTER = 3;

    /** What had gathered when the level rose must be worked off before it can be said that it did not help. */
    private static final int RISES_FURTHER_AFTER = 10;

    private static final int FALLS_AFTER = 15;
    private static final int TRIES_AFTER = 60;
    private static final int MAX_TRIES = 16;
    private static final int LONG_AGO = 1 + 2 * MAX_TRIES * TRIES_AFTER;
    private static final double CALM_SHARE = 0.8;
    private static final double FAR_TOO_MUCH = 2;
    private static final double SMOOTHLY = 0.2;

    /** Seconds after which it makes no difference how long nobody has looked. */
    private static final long LONGEST_GAP = LONG_AGO;

    private final TimeSource time;
    private final AdaptiveRules rules;
    private final LongAdder begun = new LongAdder();
    private final HandlerLoads handlers = new HandlerLoads();
    private volatile LoadLevel level = LoadLevel.NORMAL;
    private volatile long secondEnds;
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
     * A request begins; also one that will be shed. Its time is that of its handler, once that is known; see
     * {@link RequestTime#handledBy}.
     *
     * @return is to be told how it ends
     */
    public RequestTime begin() {
        long now = time.micros();
        judge(now);
        begun.increment();
        return new RequestTime(this, handlers.entrance(), now);
    }

    long now() {
        return time.micros();
    }

    HandlerLoad of(Object handler) {
        return handlers.of(handler);
    }

    void ended(long now) {
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
        return (int) handlers.inFlight();
    }

    /**
     * Handlers that are told apart.
     *
     * @return at most about 500
     */
    public int handlers() {
        return handlers.size();
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
        judge(begun.sumThenReset(), 1);
        long gap = Math.min(LONGEST_GAP, (now - secondEnds) / SECOND);
        if (gap > 0) {
            judge(0, gap);
        }
        secondEnds = now + SECOND;
        return level != before;
    }

    /** One second, or several in which nothing happened. */
    private void judge(long asked, long seconds) {
        handlers.look(seconds);
        LoadLevel called = called();
        callsForMore = called.compareTo(level) > 0 ? callsForMore + 1 : 0;
        smoothRatio += (handlers.slowness(CALM_RATIO) - smoothRatio) * (1 - Math.pow(1 - SMOOTHLY, seconds));
        boolean quiet = smoothRatio <= CALM_RATIO;
        quietLatency = quiet ? upTo(LONG_AGO, quietLatency + seconds) : 0;
        calm = quiet && asked <= CALM_SHARE * capacity ? upTo(LONG_AGO, calm + seconds) : 0;
        sinceFall = upTo(LONG_AGO, sinceFall + seconds);
        if (level == LoadLevel.NORMAL && called == LoadLevel.NORMAL && seconds == 1) {
            handlers.learn(2 * rules.criticalRatio());
        }
        if (callsForMore >= (level == LoadLevel.NORMAL ? RISES_AFTER : RISES_FURTHER_AFTER)) {
            rise();
        } else if (level != LoadLevel.NORMAL && hasCalmedDown(asked)) {
            sinceFall = 0;
            become(level == LoadLevel.CRITICAL ? LoadLevel.PEAK : LoadLevel.NORMAL);
        }
    }

    private boolean hasCalmedDown(long asked) {
        int patience = asked <= FAR_TOO_MUCH * capacity ? tries : MAX_TRIES;
        return calm >= FALLS_AFTER * tries || quietLatency >= TRIES_AFTER * patience;
    }

    private static int upTo(int most, long number) {
        return (int) Math.min(most, number);
    }

    private LoadLevel called() {
        if (!handlers.isCrowded(rules.minInFlight()) || handlers.slowness(rules.peakRatio()) < rules.peakRatio()) {
            return LoadLevel.NORMAL;
        }
        return handlers.slowness(rules.criticalRatio()) < rules.criticalRatio() ? LoadLevel.PEAK : LoadLevel.CRITICAL;
    }

    private void rise() {
        if (level == LoadLevel.NORMAL) {
            // One that does not get anything done any more did more before.
            capacity = Math.max(handlers.done(), handlers.usualDone());
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

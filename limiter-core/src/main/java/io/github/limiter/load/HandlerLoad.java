package io.github.limiter.load;

import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

/**
 * The requests of one handler. Told of them by any thread; what has come of a second is looked at by one at a time.
 */
final class HandlerLoad {

    private static final double SECOND = 1_000_000;

    /** Requests without which the mean of a second is not trusted alone. */
    private static final int MIN_SAMPLES = 10;

    private static final double SMOOTHLY = 0.2;

    /** What is quicker than a millisecond says more about the scheduler than about the load. */
    private static final long SHORTEST = 1_000;

    private final LongAdder entered = new LongAdder();
    private final LongAdder left = new LongAdder();
    private final LongAdder passed = new LongAdder();
    private final LongAdder served = new LongAdder();
    private final LongAdder latency = new LongAdder();
    private final DoubleAdder logarithms = new DoubleAdder();
    private final Usual usual = new Usual();
    private volatile long longest = Long.MAX_VALUE;

    private long lastLeft;
    private double samples;
    private double sampleSum;
    private double smoothRatio = 1;
    private long silent = -1;
    private boolean waits;
    private long leftSilently;
    private long done;
    private double sum;
    private double underWay;

    void enter() {
        entered.increment();
    }

    void leave() {
        left.increment();
    }

    /** A request goes on to another handler. */
    void pass() {
        passed.increment();
        left.increment();
    }

    void served(long micros) {
        served.increment();
        latency.add(micros);
        logarithms.add(Math.log(Math.max(SHORTEST, Math.min(longest, micros))));
    }

    /** At this moment. */
    long inFlight() {
        long gone = left.sum();
        return Math.max(0, entered.sum() - gone);
    }

    /** Takes what has come since the last time, in some seconds; but for the first of them nothing has come. */
    void look(long seconds) {
        done = served.sumThenReset();
        sum = logarithms.sumThenReset();
        double busy = latency.sumThenReset() / SECOND;
        long waiting = inFlight();
        underWay = done < MIN_SAMPLES ? waiting : busy;
        // As many as it takes to be sure of the mean: of a handler that is called seldom, those of some seconds.
        double kept = Math.max(0, 1 - (double) done / MIN_SAMPLES);
        samples = samples * kept + done;
        sampleSum = sampleSum * kept + sum;
        long gone = left.sum();
        boolean moves = passed.sumThenReset() > 0 || done > 0 || waiting == 0;
        waits = false;
        silent = moves ? -1 : silent + seconds;
        leftSilently = silent > 0 ? leftSilently + gone - lastLeft : 0;
        lastLeft = gone;
        if (done > 0 || silent > 0) {
            smoothRatio += (ratio() - smoothRatio) * (1 - Math.pow(1 - SMOOTHLY, seconds));
        }
    }

    /** Learns from what was looked at last. */
    void learn(long age, double mostRatio) {
        usual.learn(done, sum, underWay, age, smoothRatio);
        if (usual.isKnown()) {
            longest = (long) (usual.latency() * mostRatio);
        }
    }

    boolean isKnown() {
        return usual.isKnown();
    }

    Usual usual() {
        return usual;
    }

    long done() {
        return done;
    }

    /** Requests under way: on average, by Little's law; at the end if few were served. */
    double underWay() {
        return underWay;
    }

    /** Whether requests are under way of which none has been served for more than a second, and that says something. */
    boolean isSilent() {
        return silent > 0 && !waits;
    }

    /** Its silence says nothing: its requests wait for something. */
    void waits() {
        waits = true;
    }

    boolean isIdle() {
        return done == 0 && !isSilent();
    }

    /** Latency as a multiple of the usual; 1 where there is nothing to compare with. */
    double ratio() {
        return usual.isKnown() ? ratioTo(usual.latency()) : 1;
    }

    /** Latency as a multiple of another one, in microseconds. */
    double ratioTo(double micros) {
        if (done > 0) {
            return Math.exp(sampleSum / samples) / micros;
        }
        return isSilent() ? Math.max(1, silence() / micros) : 1;
    }

    /** How long requests of which none is served have been there at least: by Little's law if they end in other ways. */
    private double silence() {
        double endless = silent * SECOND;
        return leftSilently == 0 ? endless : endless * Math.min(1, (double) inFlight() / leftSilently);
    }
}

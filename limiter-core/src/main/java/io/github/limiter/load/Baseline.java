package io.github.limiter.load;

import io.github.limiter.load.AdaptiveLoad.Second;

/**
 * What is usual in quiet times: exponential means, of the first seconds quickly, then over some minutes, and of what is
 * unusual over an hour. What is faster is learnt sooner, so that a node that began under load learns better. Not thread-safe.
 */
final class Baseline {

    private static final int FIRST_SECONDS = 10;
    private static final double SLOWLY = 1.0 / 300;
    private static final double VERY_SLOWLY = 1.0 / 3_000;
    private static final double FASTER = 1.0 / 30;

    private int seconds;
    private double latency;
    private double inFlight;
    private double done;

    /**
     * Latency as a multiple of the usual. If so few are served that it says little, the requests under way have to be as
     * many times the usual, too. 1 where there is nothing to compare with.
     */
    double ratio(Second second) {
        if (!isKnown()) {
            return 1;
        }
        double slower = second.latency() / latency;
        if (second.isTelling()) {
            return slower;
        }
        double more = Math.max(1, second.inFlight() / Math.max(1, inFlight));
        return second.done() == 0 ? more : Math.max(1, Math.min(slower, more));
    }

    boolean isKnown() {
        return seconds >= FIRST_SECONDS;
    }

    double latency() {
        return latency;
    }

    double inFlight() {
        return inFlight;
    }

    double done() {
        return done;
    }

    void learn(Second second, boolean usual) {
        if (!second.isTelling()) {
            return;
        }
        seconds = Math.min(FIRST_SECONDS, seconds + 1);
        double weight = seconds < FIRST_SECONDS ? 1.0 / seconds : usual ? SLOWLY : VERY_SLOWLY;
        boolean faster = second.latency() < latency;
        latency += (second.latency() - latency) * (faster ? Math.max(weight, FASTER) : weight);
        inFlight += (second.inFlight() - inFlight) * weight;
        done += (second.done() - done) * weight;
    }
}

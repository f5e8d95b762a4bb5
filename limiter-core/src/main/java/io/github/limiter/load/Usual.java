package io.github.limiter.load;

/**
 * What is usual of one handler in quiet times: how long its requests take, how many are under way, and its part in what the
 * node does. What is faster is learnt sooner, so that a node that began under load learns better; what is slower hardly.
 * Not thread-safe.
 */
final class Usual {

    private static final int FIRST_SECONDS = 10;
    private static final int FIRST_REQUESTS = 100;

    /** Requests that tell how long they take; the mean of a few would be learnt too low, as faster is learnt sooner. */
    private static final int LESSON = 50;

    private static final double SLOWLY = 1.0 / 300;
    private static final double VERY_SLOWLY = 1.0 / 3_000;
    private static final double FASTER = 1.0 / 30;

    private int seconds;
    private long requests;
    private double logarithm;
    private double lessonSum;
    private long lesson;
    private double rate;
    private double inFlight;

    /** Whether there is something to compare with. */
    boolean isKnown() {
        return seconds >= FIRST_SECONDS && requests >= FIRST_REQUESTS;
    }

    /** Geometric mean, in microseconds. */
    double latency() {
        return Math.exp(logarithm);
    }

    /** Requests served in a second. */
    double rate() {
        return rate;
    }

    /** Requests under way, on average. */
    double inFlight() {
        return inFlight;
    }

    /**
     * Learns from a second.
     *
     * @param done requests that were served
     * @param logarithms sum of the logarithms of their latencies
     * @param underWay requests under way
     * @param age seconds that the node has been there
     * @param ratio latency as a multiple of the usual, smooth
     */
    void learn(long done, double logarithms, double underWay, long age, double ratio) {
        double first = 1.0 / age;
        double pace = ratio <= AdaptiveLoad.CALM_RATIO ? SLOWLY : VERY_SLOWLY;
        // Who calls a handler often for some minutes does not make it an important one.
        rate += (done - rate) * Math.max(first, VERY_SLOWLY);
        inFlight += (underWay - inFlight) * Math.max(first, pace);
        if (done > 0) {
            learnLatency(done, logarithms, ratio * AdaptiveLoad.CALM_RATIO < 1 ? FASTER : pace);
        }
    }

    private void learnLatency(long done, double logarithms, double pace) {
        if (!isKnown()) {
            seconds++;
            requests += done;
            logarithm += (logarithms / done - logarithm) * done / requests;
            return;
        }
        lesson += done;
        lessonSum += logarithms;
        if (lesson >= LESSON) {
            logarithm += (lessonSum / lesson - logarithm) * pace;
            lesson = 0;
            lessonSum = 0;
        }
    }
}

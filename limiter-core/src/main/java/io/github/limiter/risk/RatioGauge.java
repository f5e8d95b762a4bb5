package io.github.limiter.risk;

/**
 * What share of attempts failed, per mille, in two windows like {@link CountGauge}; 0 as long as there are fewer attempts
 * than a minimum, since one failure of one says nothing. Five numbers. Input: 1 for an attempt and {@value #FAILURE}
 * for a failure, which are known at different times; {@value #WITHDRAWN} for an attempt that came to nothing.
 */
final class RatioGauge extends Gauge {

    static final long ATTEMPT = 1;
    static final long FAILURE = 1_000;
    static final long WITHDRAWN = 1_000_000;
    private static final long MOST = 1_000_000;

    RatioGauge(long window, long minimum) {
        super("ratio", 5, window, minimum);
    }

    @Override
    long lives() {
        return 2 * first();
    }

    @Override
    long step(long[] state, int at, long input, long more, long now) {
        long window = first();
        long number = CountGauge.number(now, window, state[at]);
        boolean same = number == state[at];
        boolean next = number == state[at] + 1;
        long attempts = same ? state[at + 1] : 0;
        long attemptsBefore = same ? state[at + 2] : next ? state[at + 1] : 0;
        long failures = same ? state[at + 3] : 0;
        long failuresBefore = same ? state[at + 4] : next ? state[at + 3] : 0;
        if (input != NONE) {
            attempts = Math.min(MOST, Math.max(0, attempts + input % FAILURE - input / WITHDRAWN));
            failures = Math.min(MOST, failures + input % WITHDRAWN / FAILURE);
            state[at] = number;
            state[at + 1] = attempts;
            state[at + 2] = attemptsBefore;
            state[at + 3] = failures;
            state[at + 4] = failuresBefore;
        }
        long elapsed = now - number * window;
        long all = attempts + CountGauge.weighted(attemptsBefore, elapsed, window);
        long failed = failures + CountGauge.weighted(failuresBefore, elapsed, window);
        // Failures of attempts that have left the window may still be in it.
        return all < second() ? 0 : Math.min(PER_MILLE, failed * PER_MILLE / all);
    }
}

package io.github.limiter.risk;

/**
 * What is left of a time, in milliseconds: all of it at the moment of the input, 0 after the window. One number. Input: 1,
 * or {@value #UNLESS_RUNNING} to begin only if nothing is left.
 */
final class SinceGauge extends Gauge {

    static final long UNLESS_RUNNING = 2;

    SinceGauge(long window) {
        super("since", 1, window, 0);
    }

    @Override
    long lives() {
        return first();
    }

    @Override
    long step(long[] state, int at, long input, long more, long now) {
        long left = left(state[at], now);
        if (input == NONE || input == UNLESS_RUNNING && left > 0) {
            return left / 1_000;
        }
        state[at] = now;
        return first() / 1_000;
    }

    private long left(long since, long now) {
        return since == 0 || since > now + first() ? 0 : Math.max(0, first() - Math.max(0, now - since));
    }
}

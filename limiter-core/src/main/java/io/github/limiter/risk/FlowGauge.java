package io.github.limiter.risk;

/**
 * Milliseconds from one step to the next, at most the window: less is worse. Without a first step within it: the window.
 * One number. Input: 1 for the first step, 2 for the second.
 */
final class FlowGauge extends Gauge {

    static final long FIRST = 1;
    static final long SECOND = 2;

    FlowGauge(long window) {
        super("flow", 1, window, 0);
    }

    @Override
    long lives() {
        return first();
    }

    @Override
    long step(long[] state, int at, long input, long more, long now) {
        long elapsed =
                state[at] == 0 || state[at] > now + first() ? first() : Math.min(first(), Math.max(0, now - state[at]));
        if (input == FIRST) {
            state[at] = now;
        }
        return (input == SECOND ? elapsed : first()) / 1_000;
    }
}

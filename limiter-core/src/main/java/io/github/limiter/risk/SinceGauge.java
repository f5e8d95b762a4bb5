package io.github.limiter.risk;

/** What is left of a time, in milliseconds: all of it at the moment of the input, 0 after the window. One number. */
final class SinceGauge extends Gauge {

    SinceGauge(long window) {
        super("since", 1, window, 0);
    }

    @Override
    long lives() {
        return first();
    }

    @Override
    long step(long[] state, int at, long input, long more, long now) {
        if (input != NONE) {
            state[at] = now;
        }
        return state[at] == 0 ? 0 : Math.max(0, first() - Math.max(0, now - state[at])) / 1_000;
    }
}

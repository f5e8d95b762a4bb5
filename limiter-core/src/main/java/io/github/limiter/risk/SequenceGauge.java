package io.github.limiter.risk;

/**
 * How sequential ids of one route are: the share, per mille, of those that go on from the last one in the same direction
 * by no more than a step, a moving average over about fifteen. The same id again says nothing; another route only counts
 * after three calls in a row. Six numbers. Input: the id, and a hash of its route.
 */
final class SequenceGauge extends Gauge {

    private static final long OTHERS = 3;

    SequenceGauge(long pause, long step) {
        super("sequence", 6, pause, step);
    }

    @Override
    boolean takesMore() {
        return true;
    }

    @Override
    long lives() {
        return first();
    }

    @Override
    long step(long[] state, int at, long input, long more, long now) {
        boolean over = state[at] != 0 && Math.abs(now - state[at]) > first();
        if (input == NONE) {
            return over ? 0 : state[at + 4] * PER_MILLE / SHARE_ONE;
        }
        if (over || state[at] == 0) {
            begin(state, at, input, more);
        } else if (state[at + 1] != more) {
            if (++state[at + 5] >= OTHERS) {
                begin(state, at, input, more);
            }
        } else {
            measure(state, at, input);
        }
        state[at] = now;
        return state[at + 4] * PER_MILLE / SHARE_ONE;
    }

    private static void begin(long[] state, int at, long id, long route) {
        state[at + 1] = route;
        state[at + 2] = id;
        state[at + 3] = 0;
        state[at + 4] = 0;
        state[at + 5] = 0;
    }

    private void measure(long[] state, int at, long id) {
        long by = id - state[at + 2];
        state[at + 5] = 0;
        if (by == 0) {
            return;
        }
        long direction = by > 0 ? 1 : -1;
        boolean near = Math.abs(by) <= second();
        state[at + 4] = share(state[at + 4], near && direction != -state[at + 3]);
        state[at + 2] = id;
        state[at + 3] = near ? direction : 0;
    }
}

package io.github.limiter.risk;

/**
 * How many in a row, such as pages without a picture. What breaks the row halves it, so that one picture among many pages
 * does not excuse them; a pause longer than the window ends it. Four numbers. Input: 1 for one more, 0 for a break, 2 for a
 * break that was none; and a hash of what it was, of which the same again is neither one more nor a break, or 0 if it
 * always is.
 */
final class StreakGauge extends Gauge {

    static final long BREAK = 0;
    static final long MORE = 1;
    static final long NO_BREAK = 2;
    private static final long MOST = 1_000_000;

    StreakGauge(long pause) {
        super("streak", 4, pause, 0);
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
        boolean over = Math.abs(now - state[at]) > first();
        long count = over ? 0 : state[at + 1];
        if (input == BREAK) {
            count = more != 0 && more == state[at + 3] ? count : count / 2;
            state[at + 3] = more;
        } else if (input == NO_BREAK) {
            count = Math.min(MOST, 2 * count + 1);
            state[at + 3] = 0;
        } else if (input == MORE) {
            count = more != 0 && !over && more == state[at + 2] ? count : Math.min(MOST, count + 1);
            state[at + 2] = more;
        }
        if (input != NONE) {
            state[at] = now;
            state[at + 1] = count;
        }
        return count;
    }
}

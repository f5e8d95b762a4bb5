package io.github.limiter.risk;

/**
 * How many in a row, such as pages without a picture. What breaks the row halves it, so that one picture among many pages
 * does not excuse them; a pause longer than the window ends it. Two numbers. Input: 1 for one more, 0 for a break.
 */
final class StreakGauge extends Gauge {

    private static final long MOST = 1_000_000;

    StreakGauge(long pause) {
        super("streak", 2, pause, 0);
    }

    @Override
    long lives() {
        return first();
    }

    @Override
    long step(long[] state, int at, long input, long more, long now) {
        long count = Math.abs(now - state[at]) > first() ? 0 : state[at + 1];
        if (input != NONE) {
            count = input == 0 ? count / 2 : Math.min(MOST, count + 1);
            state[at] = now;
            state[at + 1] = count;
        }
        return count;
    }
}

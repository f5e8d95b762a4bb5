package io.github.limiter.risk;

/**
 * How many in a row, such as pages without a picture. What breaks the row halves it, so that one picture among many pages
 * does not excuse them, and what breaks it less takes a fixed number off it; a pause longer than the window ends it. What
 * only says that it belongs to a page counts as well where no page was seen before it, each but once. Five numbers, of which
 * the last is 0 until a page or a break was seen, and then 1 and what was taken off at last. Input:
 * 1 for one more, 0 for a break, 2 for a break that was none, 3 for less, 4 for less that was none, 5 for what belongs to a
 * page; and a hash of what it was, of which the same again is neither one more nor a break, or 0 if it always is.
 */
final class StreakGauge extends Gauge {

    static final long BREAK = 0;
    static final long MORE = 1;
    static final long NO_BREAK = 2;
    static final long LESS = 3;
    static final long NO_LESS = 4;
    static final long PART = 5;

    /** A page of people whose cache is empty brings more, and one with a full cache tells where it comes from. */
    private static final long LESS_BY = 4;

    private static final long MOST = 1_000_000;

    /** Parts are known by a bit of so many, which are cleared each time that half as many have been counted. */
    private static final int BITS = 48;

    StreakGauge(long pause) {
        super("streak", 5, pause, 0);
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
        if (input == NONE || input == PART && state[at + 4] != 0) {
            return count;
        }
        if (input == BREAK || input == LESS) {
            boolean same = more != 0 && more == state[at + 3];
            long taken = same || input == BREAK ? 0 : Math.min(count, LESS_BY);
            count = same || input == LESS ? count - taken : count / 2;
            state[at + 3] = more;
            state[at + 4] = 1 + taken;
        } else if (input == MORE) {
            boolean same = more != 0 && !over && more == state[at + 2];
            count = same ? count : Math.min(MOST, count + 1);
            state[at + 2] = more;
            state[at + 4] = Math.max(1, state[at + 4]);
        } else if (input == PART) {
            long bit = 1L << more % BITS;
            long known = over ? 0 : state[at + 3];
            if ((known & bit) == 0) {
                count = Math.min(MOST, count + 1);
                known = count % (BITS / 2) == 0 ? 0 : known + bit;
            }
            state[at + 3] = known;
        } else {
            long taken = Math.max(0, state[at + 4] - 1);
            count = Math.min(MOST, input == NO_BREAK ? 2 * count + 1 : count + taken);
            state[at + 3] = 0;
            state[at + 4] -= taken;
        }
        state[at] = now;
        state[at + 1] = count;
        return count;
    }
}

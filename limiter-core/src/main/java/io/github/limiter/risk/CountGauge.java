package io.github.limiter.risk;

/**
 * How often within a window, by two counts: that of the aligned window of now and that of the one before, weighted by
 * what of it is still within. At most off by what an uneven window before hides; three numbers.
 */
final class CountGauge extends Gauge {

    private static final long MOST = 1_000_000;

    CountGauge(long window) {
        super("count", 3, window, 0);
    }

    @Override
    long lives() {
        return 2 * first();
    }

    @Override
    long step(long[] state, int at, long input, long more, long now) {
        long window = first();
        long number = number(now, window, state[at]);
        long current = number == state[at] ? state[at + 1] : 0;
        long before = number == state[at] ? state[at + 2] : number == state[at] + 1 ? state[at + 1] : 0;
        if (input != NONE) {
            current = Math.min(MOST, current + input);
            state[at] = number;
            state[at + 1] = current;
            state[at + 2] = before;
        }
        return current + weighted(before, now - number * window, window);
    }

    /** Of the window of now, or of the next one, if the clock was set back; what is further ahead was never. */
    static long number(long now, long window, long known) {
        long number = now / window;
        return known == number + 1 ? known : number;
    }

    /** In milliseconds, or the product would not be exact in Lua. A clock that was set back is at the beginning. */
    static long weighted(long before, long elapsed, long window) {
        return before * ((window - Math.max(0, elapsed)) / 1_000) / (window / 1_000);
    }
}

package io.github.limiter.replay;

/**
 * The limit that everybody thinks of first, to compare with: 60 requests a minute for each address, whatever they are for. A
 * window that slides, in three numbers.
 */
final class NaiveLimit {

    static final int LIMIT = 60;
    private static final long MINUTE = 60_000_000;

    private int minute;
    private short before;
    private short current;
    private int refused;

    void add(long micros) {
        int now = (int) Math.floorDiv(micros, MINUTE);
        if (now > minute) {
            before = now == minute + 1 ? current : 0;
            current = 0;
            minute = now;
        }
        double passed = (double) Math.floorMod(micros, MINUTE) / MINUTE;
        if (before * (1 - passed) + current >= LIMIT) {
            refused++;
        } else {
            current++;
        }
    }

    int refused() {
        return refused;
    }
}

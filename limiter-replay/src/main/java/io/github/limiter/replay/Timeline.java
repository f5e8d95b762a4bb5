package io.github.limiter.replay;

import io.github.limiter.replay.AddressTally.Fate;

/** How many requests had which fate when: at most a few hundred columns, which grow wider as the log grows longer. */
final class Timeline {

    static final int COLUMNS = 240;
    private static final long SECOND = 1_000_000;

    private final long[][] columns = new long[COLUMNS][Fate.values().length];
    private long start = Long.MIN_VALUE;
    private long width = SECOND;

    void add(long micros, Fate fate) {
        if (start == Long.MIN_VALUE) {
            start = micros / SECOND * SECOND;
        }
        long column = Math.max(0, micros - start) / width;
        while (column >= COLUMNS) {
            fold();
            column = (micros - start) / width;
        }
        columns[(int) column][fate.ordinal()]++;
    }

    private void fold() {
        for (int i = 0; i < COLUMNS; i++) {
            for (int fate = 0; fate < columns[i].length; fate++) {
                long sum = 2 * i + 1 < COLUMNS ? columns[2 * i][fate] + columns[2 * i + 1][fate] : 0;
                columns[i][fate] = sum;
            }
        }
        width *= 2;
    }

    long start() {
        return start == Long.MIN_VALUE ? 0 : start;
    }

    long width() {
        return width;
    }

    long count(int column, Fate fate) {
        return columns[column][fate.ordinal()];
    }

    long total(int column) {
        long total = 0;
        for (long count : columns[column]) {
            total += count;
        }
        return total;
    }

    /** Columns up to the last one that has something. */
    int used() {
        int used = COLUMNS;
        while (used > 0 && total(used - 1) == 0) {
            used--;
        }
        return used;
    }
}

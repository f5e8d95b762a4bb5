package io.github.limiter.risk;

import java.util.concurrent.ThreadLocalRandom;

/**
 * About how often keys were seen lately, also those that are not kept: four rows of small counters, of which the lowest
 * tells (a count-min sketch), halved from time to time (TinyLFU; Einziger, Friedman and Manes, 2017). Never too low by more
 * than the halving takes; seeded, so that nobody can choose keys that are taken for others'. Not thread-safe.
 */
final class Frequencies {

    private static final int ROWS = 4;
    private static final int MOST = Byte.MAX_VALUE;
    private static final int WIDTH_PER_KEY = 8;
    private static final int SEEN_PER_KEY = 10;
    /** Counters of a row that lie side by side with those of the other rows: one line of the processor's cache. */
    private static final int BESIDE = 16;

    private static final long MIX = 0x9E3779B97F4A7C15L;

    private final byte[] counts;
    private final int mask;
    private final long period;
    private final long seed = ThreadLocalRandom.current().nextLong();
    private long seen;

    Frequencies(int keys) {
        int width = Integer.highestOneBit(Math.max(64, Math.min(keys, 1 << 24) * WIDTH_PER_KEY) - 1) << 1;
        counts = new byte[ROWS * width];
        mask = width / BESIDE - 1;
        period = (long) Math.max(8, keys) * SEEN_PER_KEY;
    }

    void add(Object key) {
        long hash = hash(key);
        for (int row = 0; row < ROWS; row++) {
            int cell = cell(hash, row);
            if (counts[cell] < MOST) {
                counts[cell]++;
            }
        }
        if (++seen == period) {
            seen = 0;
            for (int i = 0; i < counts.length; i++) {
                counts[i] >>= 1;
            }
        }
    }

    int of(Object key) {
        long hash = hash(key);
        int least = MOST;
        for (int row = 0; row < ROWS; row++) {
            least = Math.min(least, counts[cell(hash, row)]);
        }
        return least;
    }

    private long hash(Object key) {
        long hash = (key.hashCode() ^ seed) * MIX;
        return (hash ^ hash >>> 32) * MIX;
    }

    private int cell(long hash, int row) {
        int line = (int) (hash >>> Integer.SIZE) & mask;
        return (line * ROWS + row) * BESIDE + ((int) hash >>> 4 * row & BESIDE - 1);
    }
}

package io.github.limiter.risk;

/** Different numbers, at most {@value #MOST} of them: open addressing, grows as it fills. 0 stands for 1. */
final class LongSet {

    /** More than any threshold needs to be told from its neighbours; 8 KB. */
    static final int MOST = 512;

    private static final int SMALLEST = 8;

    private long[] table = new long[SMALLEST];
    private int size;

    /** Adds one; beyond the bound nothing is added. */
    void add(long value) {
        long kept = value == 0 ? 1 : value;
        int at = slot(table, kept);
        if (table[at] != 0 || size == MOST) {
            return;
        }
        table[at] = kept;
        size++;
        if (2 * size > table.length) {
            grow();
        }
    }

    private void grow() {
        long[] larger = new long[2 * table.length];
        for (long value : table) {
            if (value != 0) {
                larger[slot(larger, value)] = value;
            }
        }
        table = larger;
    }

    private static int slot(long[] table, long value) {
        int mask = table.length - 1;
        int at = (int) (value ^ value >>> 32) & mask;
        while (table[at] != 0 && table[at] != value) {
            at = (at + 1) & mask;
        }
        return at;
    }

    int size() {
        return size;
    }

    void clear() {
        if (size > 0) {
            table = new long[SMALLEST];
            size = 0;
        }
    }
}

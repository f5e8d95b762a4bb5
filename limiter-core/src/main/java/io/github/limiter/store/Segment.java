package io.github.limiter.store;

import io.github.limiter.algorithm.Counter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A part of the memory store: a lock and the counts under it, at most {@code bound}.
 *
 * <p>Which counts are given up is decided by rank (segmented LRU): those seen once go first, then those seen again, last
 * those that refuse; within a rank the least recently used. So a flood of made-up keys pushes out itself, not the counts
 * that matter. No rank above the lowest may fill the segment: its eldest then falls by one rank.
 */
final class Segment extends ReentrantLock {

    private static final long serialVersionUID = 1L;

    private static final int SEEN_ONCE = 0;
    private static final int SEEN_AGAIN = 1;
    private static final int REFUSING = 2;

    private final transient Map<CounterKey, Entry> entries = new HashMap<>();
    private final transient List<Ring<Entry>> ranks = List.of(new Ring<>(), new Ring<>(), new Ring<>());
    private final int bound;
    private final int upperRankBound;

    Segment(int bound) {
        this.bound = bound;
        this.upperRankBound = Math.max(1, bound * 3 / 8);
    }

    int size() {
        lock();
        try {
            return entries.size();
        } finally {
            unlock();
        }
    }

    /** The count of a check, or null if there is none; a policy that changed its algorithm starts anew. */
    @Nullable
    Counter find(LimitCheck check) {
        Entry entry = entries.get(check.key());
        return entry == null || !entry.algorithm.equals(check.algorithm().name()) ? null : entry.counter;
    }

    /** Keeps a count that something was charged to, and notes what it is worth. */
    void charged(LimitCheck check, Counter counter, long now) {
        Entry entry = entries.get(check.key());
        if (entry == null) {
            makeRoom(now);
            entry = new Entry(check.key(), check.algorithm().name(), counter);
            entries.put(entry.key, entry);
            ranks.get(SEEN_ONCE).add(entry);
        } else {
            entry.algorithm = check.algorithm().name();
            entry.counter = counter;
            moveTo(SEEN_AGAIN, entry);
        }
        entry.expiresAt = counter.expiresAt(check.quota());
    }

    /** Notes that a count refuses; a count that is not kept has nothing to remember. */
    void refused(LimitCheck check) {
        Entry entry = entries.get(check.key());
        if (entry != null) {
            moveTo(REFUSING, entry);
        }
    }

    private void makeRoom(long now) {
        for (Ring<Entry> rank : ranks) {
            Entry eldest = rank.eldest();
            if (eldest != null && eldest.expiresAt <= now) {
                remove(eldest);
            }
        }
        for (int rank = SEEN_ONCE; entries.size() >= bound; rank++) {
            Entry eldest = ranks.get(rank).eldest();
            if (eldest != null) {
                remove(eldest);
            }
        }
    }

    private void remove(Entry entry) {
        entries.remove(entry.key);
        ranks.get(entry.rank).remove(entry);
    }

    private void moveTo(int rank, Entry entry) {
        Ring<Entry> ring = ranks.get(rank);
        if (entry.rank == rank && ring.isNewest(entry)) {
            return;
        }
        ranks.get(entry.rank).remove(entry);
        entry.rank = rank;
        ring.add(entry);
        Entry eldest = ring.eldest();
        if (rank > SEEN_ONCE && ring.size() > upperRankBound && eldest != null) {
            moveTo(rank - 1, eldest);
        }
    }

    /** A count and its place in a ring. */
    private static final class Entry extends Ring.Member<Entry> {

        private final CounterKey key;
        private String algorithm;
        private Counter counter;
        private long expiresAt;
        private int rank = SEEN_ONCE;

        Entry(CounterKey key, String algorithm, Counter counter) {
            this.key = key;
            this.algorithm = algorithm;
            this.counter = counter;
        }
    }
}

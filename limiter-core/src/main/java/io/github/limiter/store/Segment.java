package io.github.limiter.store;

import io.github.limiter.algorithm.Counter;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A part of the memory store: a lock and the counts under it, at most {@code bound}.
 *
 * <p>Which counts are given up is decided by rank (segmented LRU): those seen once go first, then those seen again, last
 * those that refuse; within a rank the least recently used, to an approximation: those used since they were last looked
 * at have a second chance. So a flood of made-up keys pushes out itself, not the counts that matter. No rank above the
 * lowest keeps the segment full: when room is needed, its eldest fall by one rank.
 */
final class Segment extends ReentrantLock {

    private static final long serialVersionUID = 1L;

    private static final int GONE = -1;
    private static final int SEEN_ONCE = 0;
    private static final int SEEN_AGAIN = 1;
    private static final int REFUSING = 2;

    /** About a microsecond. */
    private static final int MAX_LOOKS = 64;

    /** Entries that one call may pass over; so many that are in use are all worth the same. */
    private static final int MAX_CHANCES = 16;

    /** Entries that one call may let fall by a rank; more than one, so that a rank that is too large shrinks. */
    private static final int MAX_FALLS = 4;

    private final transient EntryTable entries = new EntryTable();
    private final transient List<Ring<Entry>> ranks = List.of(new Ring<>(), new Ring<>(), new Ring<>());
    private final int bound;
    private final int upperRankBound;

    Segment(int bound) {
        this.bound = bound;
        this.upperRankBound = Math.max(1, bound * 3 / 8);
    }

    /** Looks again for a moment before it parks: the lock is held for some hundred nanoseconds, a park takes thousands. */
    @Override
    public void lock() {
        for (int look = 0; look < MAX_LOOKS; look++) {
            if (tryLock()) {
                return;
            }
            Thread.onSpinWait();
        }
        super.lock();
    }

    int size() {
        lock();
        try {
            return entries.size();
        } finally {
            unlock();
        }
    }

    /** What is kept under a key, or null. */
    @Nullable
    Entry find(CounterKey key, int hash) {
        return entries.find(key, hash);
    }

    /** Keeps a count that something was charged to, and notes what it is worth. */
    void charged(@Nullable Entry found, LimitCheck check, int hash, Counter counter, long now) {
        Entry entry = found;
        // Another limit of the same call may have taken its place meanwhile.
        if (entry == null || entry.rank == GONE) {
            makeRoom(now);
            entry = new Entry(check.key(), hash);
            entry.rank = SEEN_ONCE;
            entries.add(entry);
            ranks.get(SEEN_ONCE).add(entry);
        } else {
            use(SEEN_AGAIN, entry);
        }
        entry.keep(check.algorithm(), counter);
        entry.expiresAt = counter.expiresAt(check.quota());
    }

    /** Notes that a count refuses; a count that is not kept has nothing to remember. */
    void refused(@Nullable Entry entry) {
        if (entry != null && entry.rank != GONE) {
            use(REFUSING, entry);
        }
    }

    private void makeRoom(long now) {
        for (Ring<Entry> rank : ranks) {
            Entry eldest = rank.eldest();
            if (eldest != null && eldest.expiresAt <= now) {
                remove(eldest);
            }
        }
        if (entries.size() >= bound) {
            trim(REFUSING);
            trim(SEEN_AGAIN);
        }
        for (int rank = SEEN_ONCE; entries.size() >= bound; rank++) {
            Entry eldest = eldest(ranks.get(rank));
            if (eldest != null) {
                remove(eldest);
            }
        }
    }

    /** Lets the eldest of a rank that has grown too large fall by one; a few a time, since others wait for the lock. */
    private void trim(int rank) {
        Ring<Entry> ring = ranks.get(rank);
        for (int falls = MAX_FALLS; falls > 0 && ring.size() > upperRankBound; falls--) {
            Entry eldest = eldest(ring);
            if (eldest != null) {
                moveTo(rank - 1, eldest);
            }
        }
    }

    private void remove(Entry entry) {
        entries.remove(entry);
        ranks.get(entry.rank).remove(entry);
        entry.rank = GONE;
    }

    /** Use within a rank is only noted, once: to move an entry costs its neighbours' cache lines, to write to it its own. */
    private void use(int rank, Entry entry) {
        if (entry.rank != rank) {
            moveTo(rank, entry);
        } else if (!entry.used) {
            entry.used = true;
        }
    }

    private void moveTo(int rank, Entry entry) {
        ranks.get(entry.rank).remove(entry);
        entry.rank = rank;
        ranks.get(rank).add(entry);
    }

    /** The eldest after those that were used since they were last looked at have gone to the other end. */
    private static @Nullable Entry eldest(Ring<Entry> ring) {
        Entry eldest = ring.eldest();
        for (int chances = MAX_CHANCES; eldest != null && eldest.used && chances > 0; chances--) {
            eldest.used = false;
            ring.remove(eldest);
            ring.add(eldest);
            eldest = ring.eldest();
        }
        return eldest;
    }
}

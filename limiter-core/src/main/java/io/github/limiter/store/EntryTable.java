package io.github.limiter.store;

import org.jspecify.annotations.Nullable;

/**
 * The entries of a segment, by key: a hash table whose nodes are the entries, since each object on the way to a count is
 * a cache line to wait for. Chains stay short whatever keys callers choose, see {@link KeyHash}. Not thread-safe.
 */
final class EntryTable {

    private static final int FEWEST_CHAINS = 16;

    private @Nullable Entry[] chains = new @Nullable Entry[FEWEST_CHAINS];
    private int size;

    int size() {
        return size;
    }

    @Nullable
    Entry find(CounterKey key, int hash) {
        Entry entry = chains[chainOf(hash)];
        while (entry != null && !entry.isOf(key, hash)) {
            entry = entry.next;
        }
        return entry;
    }

    /** Adds an entry whose key is not there yet. */
    void add(Entry entry) {
        if (size == chains.length) {
            grow();
        }
        link(entry);
        size++;
    }

    /** Removes an entry that is there. */
    void remove(Entry entry) {
        int chain = chainOf(entry.hash);
        Entry before = null;
        Entry at = chains[chain];
        while (at != null && at != entry) {
            before = at;
            at = at.next;
        }
        if (before == null) {
            chains[chain] = entry.next;
        } else {
            before.next = entry.next;
        }
        entry.next = null;
        size--;
    }

    private void grow() {
        @Nullable Entry[] old = chains;
        chains = new @Nullable Entry[2 * old.length];
        for (Entry first : old) {
            for (Entry entry = first; entry != null; ) {
                Entry next = entry.next;
                link(entry);
                entry = next;
            }
        }
    }

    private void link(Entry entry) {
        int chain = chainOf(entry.hash);
        entry.next = chains[chain];
        chains[chain] = entry;
    }

    private int chainOf(int hash) {
        return hash & chains.length - 1;
    }
}

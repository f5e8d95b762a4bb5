package io.github.limiter.ban;

import io.github.limiter.store.Standing;
import io.github.limiter.store.Standing.State;
import io.github.limiter.subject.Subject;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What this node knows of who is banned or challenged. A look-up costs a hash and takes no memory where nothing is known.
 * Bounded; those that are over make room. Thread-safe. Times are ticks of the store.
 *
 * <p>What was asked before a subject was cleared and is answered after it is not taken: so a ban that was on its way is no
 * ban any more. Where that cannot be told, and where there is no room, the table says that it {@linkplain #isFull lacks}
 * something.
 */
final class BanTable {

    /** Of what no reload does away with. */
    private static final int KEPT = Integer.MAX_VALUE;

    /** Entries that one call may look at to find those that are over. */
    private static final int LOOKS = 16;

    private final ConcurrentMap<Subject, Entry> entries = new ConcurrentHashMap<>();
    private final Set<String> dimensions = ConcurrentHashMap.newKeySet();
    private final Clearings clearings = new Clearings();
    private final AtomicInteger generation = new AtomicInteger();
    private final ReentrantLock sweeping = new ReentrantLock();
    private final int maxEntries;
    private Iterator<Entry> sweep = entries.values().iterator();
    private final AtomicLong lacksUntil = new AtomicLong(Long.MIN_VALUE);

    private record Entry(Subject subject, State state, boolean permanent, long at, long until, int generation) {

        /** Of two, what was asked later; told in the newer generation. */
        static Entry later(Entry known, Entry told) {
            return known.at <= told.at ? told : known.ofGeneration(told.generation);
        }

        Entry ofGeneration(int generation) {
            return new Entry(subject, state, permanent, at, until, generation);
        }

        Standing standing(long now) {
            return Standing.found(state, permanent ? Standing.PERMANENT : until - now);
        }
    }

    BanTable(int maxEntries) {
        this.maxEntries = maxEntries;
    }

    Standing find(Subject subject, long now) {
        Entry entry = entries.get(subject);
        if (entry == null) {
            return Standing.CLEAR;
        }
        if (entry.until > now) {
            return entry.standing(now);
        }
        entries.remove(subject, entry);
        return Standing.CLEAR;
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    /** Whether a subject of that dimension was ever in here. */
    boolean hasSeen(String dimension) {
        return dimensions.contains(dimension);
    }

    /** How a subject stood at some time, which was asked for then or later. */
    void put(Subject subject, Standing standing, long at) {
        if (standing.isClear()) {
            return;
        }
        boolean permanent = standing.isPermanent();
        long until = permanent ? Long.MAX_VALUE : at + standing.left();
        Entry entry = new Entry(subject, standing.state(), permanent, at, until, generation.get());
        makeRoom(at);
        if (entries.size() >= maxEntries && !entries.containsKey(subject) && !displaceFor(entry)) {
            lacks(until);
            return;
        }
        dimensions.add(subject.dimension());
        // In one step, so that no clearing comes between the question and the entry.
        entries.compute(subject, (same, known) -> switch (clearings.of(subject, at)) {
            case HOLDS -> known == null ? entry : Entry.later(known, entry);
            case VOID -> known;
            case DOUBTFUL -> {
                lacks(until);
                yield known;
            }
        });
    }

    void clear(Subject subject, long at) {
        clearings.add(subject, at);
        entries.computeIfPresent(subject, (cleared, entry) -> entry.at > at ? entry : null);
    }

    private void lacks(long until) {
        lacksUntil.accumulateAndGet(until, Math::max);
    }

    /** A ban takes the place of a challenge, which is the lesser thing to miss. */
    private boolean displaceFor(Entry ban) {
        if (ban.state != State.BANNED || !sweeping.tryLock()) {
            return false;
        }
        try {
            for (int looks = LOOKS; looks > 0; looks--) {
                Entry entry = next();
                if (entry != null && entry.state == State.CHALLENGED && entries.remove(entry.subject, entry)) {
                    lacks(entry.until);
                    return true;
                }
            }
            return false;
        } finally {
            sweeping.unlock();
        }
    }

    private void makeRoom(long now) {
        if (entries.size() < maxEntries / 2 || !sweeping.tryLock()) {
            return;
        }
        try {
            for (int looks = LOOKS; looks > 0; looks--) {
                Entry entry = next();
                if (entry != null && entry.until <= now) {
                    entries.remove(entry.subject, entry);
                }
            }
        } finally {
            sweeping.unlock();
        }
    }

    private @Nullable Entry next() {
        if (!sweep.hasNext()) {
            sweep = entries.values().iterator();
        }
        return sweep.hasNext() ? sweep.next() : null;
    }

    /** Begins to read everything anew. */
    int reload() {
        lacksUntil.set(Long.MIN_VALUE);
        return generation.incrementAndGet();
    }

    /** All that there is has been put since the reload of that number: the rest is void. False if another one has begun. */
    boolean reloaded(int number) {
        if (generation.get() != number) {
            return false;
        }
        entries.values().removeIf(entry -> entry.generation < number);
        return true;
    }

    /** As {@link #reloaded}, but the rest is what was lost elsewhere: it stays until it ends or is cleared. */
    boolean reloadedAfterLoss(int number) {
        if (generation.get() != number) {
            return false;
        }
        entries.replaceAll((subject, entry) -> entry.generation < number ? entry.ofGeneration(KEPT) : entry);
        return true;
    }

    /** There are more than could be put, who knows for how long. */
    void overflow() {
        lacks(Long.MAX_VALUE);
    }

    /** Whether something was left out, for want of room or of certainty, which is not over yet. */
    boolean isFull(LongSupplier clock) {
        long until = lacksUntil.get();
        return until != Long.MIN_VALUE && until > clock.getAsLong();
    }

    int bound() {
        return maxEntries;
    }

    /** Bans that were lost elsewhere, as they stand at some time. */
    Map<Subject, Standing> lostBans(long now) {
        Map<Subject, Standing> lost = new HashMap<>();
        for (Entry entry : entries.values()) {
            if (entry.generation == KEPT && entry.state == State.BANNED && entry.until > now) {
                lost.put(entry.subject, entry.standing(now));
            }
        }
        return lost;
    }

    int size() {
        return entries.size();
    }
}

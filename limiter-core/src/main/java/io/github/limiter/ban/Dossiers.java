package io.github.limiter.ban;

import io.github.limiter.subject.Subject;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A part of the dossiers in memory and the lock on them. Bounded: the least recently used go first, those of the banned
 * last, and of these those whom a person has banned.
 */
final class Dossiers extends ReentrantLock {

    private static final long serialVersionUID = 1L;

    /** Entries that one call may pass over. */
    private static final int MAX_CHANCES = 16;

    private final transient Map<Subject, Dossier> free = new LinkedHashMap<>(16, 0.75f, true);
    private final transient Map<Subject, Dossier> banned = new LinkedHashMap<>(16, 0.75f, true);
    private final int bound;
    private final AtomicInteger bans;

    Dossiers(int bound, AtomicInteger bans) {
        this.bound = bound;
        this.bans = bans;
    }

    /** What is kept about a subject, or null. */
    @Nullable
    Dossier find(Subject subject) {
        Dossier dossier = free.get(subject);
        return dossier == null ? banned.get(subject) : dossier;
    }

    /** What is kept about a subject, begun if need be; {@link #settle} follows. */
    Dossier open(Subject subject, long now) {
        Dossier known = find(subject);
        if (known != null) {
            return known;
        }
        makeRoom(now);
        Dossier begun = new Dossier(subject);
        free.put(subject, begun);
        return begun;
    }

    /** Files a dossier after it was worked on. */
    void settle(Dossier dossier, long now) {
        Subject subject = dossier.subject();
        if (dossier.ban(now) != null) {
            free.remove(subject);
            if (banned.put(subject, dossier) == null) {
                bans.incrementAndGet();
            }
        } else {
            if (banned.remove(subject) != null) {
                bans.decrementAndGet();
            }
            free.put(subject, dossier);
        }
    }

    private void makeRoom(long now) {
        release(now);
        Iterator<Dossier> eldest = free.values().iterator();
        if (eldest.hasNext() && eldest.next().isOver(now)) {
            eldest.remove();
        }
        if (free.size() + banned.size() < bound) {
            return;
        }
        eldest = free.values().iterator();
        if (eldest.hasNext()) {
            eldest.next();
            eldest.remove();
        } else {
            forgetABan(now);
        }
    }

    /** Bans end without a word: those that were used least recently are looked at now and then. */
    private void release(long now) {
        Iterator<Dossier> eldest = banned.values().iterator();
        for (int looks = 2; looks > 0 && eldest.hasNext(); looks--) {
            Dossier dossier = eldest.next();
            if (dossier.ban(now) == null) {
                eldest.remove();
                bans.decrementAndGet();
                if (!dossier.isOver(now)) {
                    free.put(dossier.subject(), dossier);
                }
            }
        }
    }

    private void forgetABan(long now) {
        Dossier victim = null;
        int chances = MAX_CHANCES;
        for (Dossier dossier : banned.values()) {
            victim = victim == null ? dossier : victim;
            Ban ban = dossier.ban(now);
            if (ban == null || ban.by().isEmpty()) {
                victim = dossier;
                break;
            }
            if (--chances == 0) {
                break;
            }
        }
        if (victim != null) {
            banned.remove(victim.subject());
            bans.decrementAndGet();
        }
    }

    /** Under the lock. */
    Collection<Dossier> banned() {
        return banned.values();
    }

    /** Under the lock. */
    Collection<Dossier> free() {
        return free.values();
    }

    void forgetAll() {
        lock();
        try {
            bans.addAndGet(-banned.size());
            banned.clear();
            free.clear();
        } finally {
            unlock();
        }
    }

    int size() {
        lock();
        try {
            return free.size() + banned.size();
        } finally {
            unlock();
        }
    }
}

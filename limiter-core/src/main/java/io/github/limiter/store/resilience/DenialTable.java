package io.github.limiter.store.resilience;

import io.github.limiter.store.CounterKey;
import io.github.limiter.store.LimitCheck;
import io.github.limiter.subject.Subject;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Denials by key, set-associative: a key has {@value #WAYS} slots to be in, which bounds the work of every call, whatever
 * keys an attacker makes up. Where all are taken, the denial that would be held for the shortest time gives way. Lock-free;
 * two threads that race lose a denial at worst.
 *
 * <p>Dropping visits no slot: it notes when, and a denial whose question was sent no later is dead. So an answer that was
 * on its way meanwhile is dropped too. The notes are striped by subject; a few other subjects go along.
 */
final class DenialTable {

    private static final int WAYS = 4;
    private static final int STRIPES = 256;

    private final int ways;
    private final int sets;
    private final AtomicReferenceArray<@Nullable Denial> slots;
    private final AtomicLongArray droppedAt = new AtomicLongArray(STRIPES);

    DenialTable(int maxEntries, long now) {
        ways = Math.min(WAYS, maxEntries);
        sets = maxEntries / ways;
        slots = new AtomicReferenceArray<>(sets * ways);
        for (int stripe = 0; stripe < STRIPES; stripe++) {
            droppedAt.set(stripe, now - 1);
        }
    }

    @Nullable
    Denial find(LimitCheck check, long now) {
        CounterKey key = check.key();
        int first = firstSlotOf(key);
        for (int slot = first; slot < first + ways; slot++) {
            Denial denial = slots.get(slot);
            if (denial != null && denial.isOf(key) && isHeld(denial, now)) {
                return denial.covers(check) ? denial : null;
            }
        }
        return null;
    }

    void put(Denial denial, long now) {
        CounterKey key = denial.check().key();
        int first = firstSlotOf(key);
        int victim = first;
        long shortest = Long.MAX_VALUE;
        for (int slot = first; slot < first + ways; slot++) {
            Denial old = slots.get(slot);
            long left = old != null && isHeld(old, now) ? old.heldUntil() - now : 0;
            if (old != null && old.isOf(key)) {
                boolean refusesMore = left > 0 && old.covers(denial.check()) && !denial.covers(old.check());
                if (!refusesMore) {
                    slots.set(slot, denial);
                }
                return;
            }
            if (left < shortest) {
                shortest = left;
                victim = slot;
            }
        }
        slots.set(victim, denial);
    }

    void drop(Subject subject, long now) {
        drop(stripeOf(subject), now);
    }

    void dropAll(long now) {
        for (int stripe = 0; stripe < STRIPES; stripe++) {
            drop(stripe, now);
        }
    }

    private void drop(int stripe, long now) {
        droppedAt.accumulateAndGet(stripe, now, (known, time) -> time - known > 0 ? time : known);
    }

    int size(long now) {
        int size = 0;
        for (int slot = 0; slot < slots.length(); slot++) {
            Denial denial = slots.get(slot);
            if (denial != null && isHeld(denial, now)) {
                size++;
            }
        }
        return size;
    }

    private boolean isHeld(Denial denial, long now) {
        return denial.heldUntil() - now > 0
                && denial.sentAt() - droppedAt.get(stripeOf(denial.check().key().subject())) > 0;
    }

    private int firstSlotOf(CounterKey key) {
        long spread = (key.hashCode() * 0x9E3779B9) & 0xFFFF_FFFFL;
        return (int) (spread * sets >>> 32) * ways;
    }

    private static int stripeOf(Subject subject) {
        return (subject.hashCode() * 0x9E3779B9) >>> 24;
    }
}

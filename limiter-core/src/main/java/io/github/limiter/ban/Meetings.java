package io.github.limiter.ban;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Which users came from where lately, so that a store is told each now and then only. Bounded; where two share a slot they
 * are told more often. Lock-free.
 */
final class Meetings {

    private static final int SLOTS = 1 << 13;
    private static final long PAUSE_MICROS = TimeUnit.MINUTES.toMicros(10);

    private final AtomicLongArray pairs = new AtomicLongArray(SLOTS);
    private final AtomicLongArray toldAt = new AtomicLongArray(SLOTS);

    /** Whether the store is to be told of a pair; then it has been. */
    boolean isDue(Object address, String user, long now) {
        long pair = ((long) address.hashCode() << 32 ^ user.hashCode()) * 0x9E3779B97F4A7C15L | 1;
        int slot = (int) (pair >>> 51);
        long told = toldAt.get(slot);
        if (pairs.get(slot) == pair && now - told < PAUSE_MICROS) {
            return false;
        }
        pairs.set(slot, pair);
        return toldAt.compareAndSet(slot, told, now);
    }
}

package io.github.limiter.store.redis;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How many calls may be on their way to a server before more are gathered. One is enough for a server that is near. The
 * further it is, the more there must be, or those that wait for an answer would wait long: one for each quarter of a
 * millisecond that an answer takes at best, by the quickest ones of the last second or two. Thread-safe.
 */
final class Pace {

    private static final long NANOS_A_CALL = TimeUnit.MICROSECONDS.toNanos(250);
    private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** When nothing was sent or answered for so long, nothing is worth waiting for: answers may have been lost. */
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final LongSupplier nanos;
    private long windowSince;
    private long quickest = Long.MAX_VALUE;
    private long quickestBefore = Long.MAX_VALUE;
    private volatile int allowed = 1;
    private volatile long lastMove;

    Pace(LongSupplier nanos) {
        this.nanos = nanos;
        this.windowSince = nanos.getAsLong();
        this.lastMove = windowSince;
    }

    int allowed() {
        return allowed;
    }

    boolean isStuck() {
        return nanos.getAsLong() - lastMove > PATIENCE_NANOS;
    }

    /** To be told when something is sent; answers the time. */
    long sent() {
        long now = nanos.getAsLong();
        lastMove = now;
        return now;
    }

    synchronized void answered(long sentAt) {
        long now = nanos.getAsLong();
        lastMove = now;
        if (now - windowSince > WINDOW_NANOS) {
            quickestBefore = quickest;
            quickest = Long.MAX_VALUE;
            windowSince = now;
        }
        quickest = Math.min(quickest, now - sentAt);
        allowed = (int) Math.max(1, Math.min(quickest, quickestBefore) / NANOS_A_CALL);
    }
}

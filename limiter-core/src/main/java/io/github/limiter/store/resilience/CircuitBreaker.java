package io.github.limiter.store.resilience;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Keeps calls away from a store that fails. Thread-safe; nobody waits in it.
 *
 * <ul>
 *   <li>Closed: all calls pass. It opens after five failures in a row, or when for a while more than one call in four
 *       fails: a score rises by 3 with a failure and falls by 1 with a success, never below 0; it opens at 15.
 *   <li>Open: none passes. Once a pause, one call passes as a probe; if it succeeds, the breaker closes.
 * </ul>
 */
final class CircuitBreaker {

    private static final int FAILURE_WEIGHT = 3;
    private static final int OPENS_AT = 5 * FAILURE_WEIGHT;

    /** What becomes of a call. */
    enum Permit {
        /** It may ask the store. */
        PASS,
        /** It may ask the store, to find out whether it answers again. */
        PROBE,
        /** It must do without the store. */
        NONE
    }

    private final long pauseNanos;
    private final AtomicLong probeAt = new AtomicLong();
    private volatile boolean open;
    private volatile int score;

    /** The pause is longer than a call can take, so that there is one probe at a time. */
    CircuitBreaker(long pauseNanos) {
        this.pauseNanos = pauseNanos;
    }

    Permit permit(long now) {
        if (!open) {
            return Permit.PASS;
        }
        // Who moves the time of the next probe is the probe. If it gets lost, the next one is due all the same.
        long due = probeAt.get();
        return now - due >= 0 && probeAt.compareAndSet(due, now + pauseNanos) ? Permit.PROBE : Permit.NONE;
    }

    /** For who leaves probes to others, and takes one only if none has asked for a pause. */
    Permit permitAfterCalls(long now) {
        return permit(now - pauseNanos);
    }

    /** True if this closed the breaker. */
    boolean succeeded(Permit permit) {
        if (permit == Permit.PASS && score == 0) {
            return false;
        }
        synchronized (this) {
            score = Math.max(0, score - 1);
            if (permit != Permit.PROBE || !open) {
                return false;
            }
            score = 0;
            open = false;
            return true;
        }
    }

    /** True if this opened the breaker. */
    synchronized boolean failed(Permit permit, long now) {
        if (permit != Permit.PASS || open) {
            return false;
        }
        score += FAILURE_WEIGHT;
        if (score < OPENS_AT) {
            return false;
        }
        probeAt.set(now + pauseNanos);
        open = true;
        return true;
    }

    boolean isOpen() {
        return open;
    }

    /** Nanoseconds until the next call may pass; 0 if closed. */
    long untilNextCall(long now) {
        return open ? Math.max(0, probeAt.get() - now) : 0;
    }
}

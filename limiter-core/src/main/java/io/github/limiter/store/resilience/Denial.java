package io.github.limiter.store.resilience;

import io.github.limiter.store.CounterKey;
import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import java.util.concurrent.TimeUnit;

/**
 * A refusal that the store answered. Times are of this node's nanosecond clock, whose origin is arbitrary: they are
 * compared by their difference.
 *
 * @param check what was refused
 * @param remaining units that were left
 * @param sentAt before the store was asked
 * @param until when the same call could pass, at the earliest
 * @param resetAt when more units are left
 * @param heldUntil when to ask the store again; {@code until} or sooner
 * @param quietUntil until when a further refusal is no further strike
 */
record Denial(
        LimitCheck check, long remaining, long sentAt, long until, long resetAt, long heldUntil, long quietUntil) {

    static Denial of(LimitResult result, long sentAt, long maxHoldNanos) {
        long retryNanos = TimeUnit.MICROSECONDS.toNanos(result.retryAfter());
        return new Denial(
                result.check(),
                result.remaining(),
                sentAt,
                sentAt + retryNanos,
                sentAt + TimeUnit.MICROSECONDS.toNanos(result.resetAfter()),
                sentAt + Math.min(retryNanos, maxHoldNanos),
                sentAt + TimeUnit.MICROSECONDS.toNanos(result.standing().quiet()));
    }

    boolean isOf(CounterKey key) {
        return check.key().equals(key);
    }

    /** Whether a call that asks for as much or more, of the same count under the same quota, is refused too. */
    boolean covers(LimitCheck other) {
        return check.cost() <= other.cost()
                && check.algorithm() == other.algorithm()
                && (check.quota() == other.quota() || check.quota().equals(other.quota()));
    }

    /** What the store would answer to a call that is covered; {@code now} is before {@code until}. */
    LimitResult answer(LimitCheck covered, long now) {
        long retryAfter = microsUntil(until, now);
        // Once the units have grown, how many there are is not known here; at the latest when the call can pass.
        long resetAfter = resetAt - now > 0 ? microsUntil(resetAt, now) : retryAfter;
        return new LimitResult(covered, false, false, remaining, retryAfter, resetAfter, 0, 0);
    }

    /** Rounded up, so that nobody is told to come back too soon. */
    private static long microsUntil(long time, long now) {
        return (time - now - 1) / 1_000 + 1;
    }
}

package io.github.limiter.algorithm;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.policy.Quota;
import java.util.Optional;
import java.util.Set;

/**
 * Capacity {@link Quota#burst()}, refilled continuously. Admits at most {@code burst + rate * t} units in any time t.
 *
 * <p>Kept as one number, the theoretical arrival time (TAT) of the Generic Cell Rate Algorithm (ITU-T I.371, annex A):
 * the moment at which the bucket would be full again. A unit moves it by {@link Quota#incrementMicros()}.
 */
final class TokenBucket implements RateLimitAlgorithm {

    @Override
    public String name() {
        return Algorithms.TOKEN_BUCKET;
    }

    @Override
    public Set<String> options() {
        return Set.of("burst");
    }

    @Override
    public void validate(Quota quota) {
        Quotas.requireWholeIncrement(quota);
        Quotas.requireRepresentable(quota, "burst", quota.burst());
    }

    @Override
    public long capacity(Quota quota) {
        return quota.burst();
    }

    @Override
    public Optional<String> luaChunk() {
        return LuaSource.builtIn("token_bucket.lua");
    }

    @Override
    public long[] luaNumbers(Quota quota, long now) {
        return new long[] {quota.incrementMicros(), quota.burst()};
    }

    @Override
    public Counter newCounter() {
        return new Bucket();
    }

    private static final class Bucket implements Counter {

        private long fullAt = Long.MIN_VALUE;

        @Override
        public long retryAfter(Quota quota, long cost, long now) {
            // Kept: with a bound that moved along with now, a bucket that became smaller would not begin to refill.
            long latest = now + capacityMicros(quota);
            if (fullAt > latest) {
                fullAt = latest;
            }
            return Math.max(0, drained(quota, now) + cost * quota.incrementMicros() - capacityMicros(quota));
        }

        @Override
        public long take(Quota quota, long cost, long now) {
            fullAt = now + drained(quota, now) + cost * quota.incrementMicros();
            return now;
        }

        @Override
        public void giveBack(Quota quota, long cost, long departure, long now) {
            // What time has refilled since cannot be given back: it may have been taken by others already.
            fullAt -= Math.max(0, cost * quota.incrementMicros() - (now - departure));
        }

        @Override
        public long available(Quota quota, long now) {
            return (capacityMicros(quota) - drained(quota, now)) / quota.incrementMicros();
        }

        @Override
        public long resetAfter(Quota quota, long now) {
            long next = available(quota, now) + 1;
            return next > quota.burst()
                    ? 0
                    : drained(quota, now) + next * quota.incrementMicros() - capacityMicros(quota);
        }

        @Override
        public long expiresAt(Quota quota) {
            return fullAt;
        }

        /** Time until full. Bounded by the capacity, since a quota may have become smaller. */
        private long drained(Quota quota, long now) {
            return fullAt <= now ? 0 : Math.min(fullAt - now, capacityMicros(quota));
        }

        private static long capacityMicros(Quota quota) {
            return quota.burst() * quota.incrementMicros();
        }
    }
}

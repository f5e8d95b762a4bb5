package io.github.limiter.algorithm;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.policy.Quota;
import java.util.Optional;
import java.util.Set;

/**
 * A queue that leaks at a constant rate: departures are reserved at least {@link Quota#incrementMicros()} apart (the
 * leaky bucket as a meter-and-shaper of RFC 2475 §2.3.3.3). A caller waits for its departure if that is within
 * {@link Quota#maxWait()}, else it is refused and reserves nothing.
 */
final class LeakyBucket implements RateLimitAlgorithm {

    @Override
    public String name() {
        return Algorithms.LEAKY_BUCKET;
    }

    @Override
    public Set<String> options() {
        return Set.of("maxWait");
    }

    @Override
    public void validate(Quota quota) {
        Quotas.requireWholeIncrement(quota);
        Quotas.requireRepresentable(quota, "limit", quota.limit());
    }

    @Override
    public Optional<String> luaChunk() {
        return LuaSource.builtIn("leaky_bucket.lua");
    }

    @Override
    public long[] luaNumbers(Quota quota, long now) {
        return new long[] {quota.incrementMicros(), Quotas.luaMaxWait(quota), quota.limit()};
    }

    @Override
    public boolean givesBackInFull() {
        return false;
    }

    @Override
    public Counter newCounter() {
        return new Queue();
    }

    private static final class Queue implements Counter {

        private long nextDeparture = Long.MIN_VALUE;

        @Override
        public long retryAfter(Quota quota, long cost, long now) {
            return Math.max(0, waiting(now) - quota.maxWaitMicros());
        }

        @Override
        public long take(Quota quota, long cost, long now) {
            long departure = Math.max(nextDeparture, now);
            nextDeparture = departure + cost * quota.incrementMicros();
            return departure;
        }

        @Override
        public void giveBack(Quota quota, long cost, long departure, long now) {
            // Only the newest: others may already have been promised later departures.
            if (nextDeparture == departure + cost * quota.incrementMicros()) {
                nextDeparture = departure;
            }
        }

        @Override
        public long available(Quota quota, long now) {
            if (quota.maxWaitMicros() == Long.MAX_VALUE) {
                return quota.limit();
            }
            long slack = quota.maxWaitMicros() - waiting(now);
            return slack < 0 ? 0 : slack / quota.incrementMicros() + 1;
        }

        @Override
        public long resetAfter(Quota quota, long now) {
            if (quota.maxWaitMicros() == Long.MAX_VALUE) {
                return 0;
            }
            long until = waiting(now) + available(quota, now) * quota.incrementMicros() - quota.maxWaitMicros();
            return until > waiting(now) ? 0 : until;
        }

        @Override
        public long expiresAt(Quota quota) {
            return nextDeparture;
        }

        private long waiting(long now) {
            return nextDeparture <= now ? 0 : nextDeparture - now;
        }
    }
}

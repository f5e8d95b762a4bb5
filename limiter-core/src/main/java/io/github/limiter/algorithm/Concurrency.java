package io.github.limiter.algorithm;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Quota;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * At most {@link Quota#limit()} units under way at once. A call takes a lease, which is given back when the call has
 * ended; one that nobody gives back, since its node has died, ends by itself after {@link Quota#window()}. A lease keeps
 * the length that it was taken with.
 */
final class Concurrency implements RateLimitAlgorithm {

    private static final long MAX_LIMIT = 10_000;

    @Override
    public String name() {
        return Algorithms.CONCURRENCY;
    }

    @Override
    public Set<String> options() {
        return Set.of();
    }

    @Override
    public void validate(Quota quota) {
        if (quota.limit() > MAX_LIMIT) {
            throw new InvalidConfigurationException(
                    "limit",
                    quota.limit(),
                    "is more calls than concurrency may keep leases of",
                    "Set at most " + MAX_LIMIT);
        }
    }

    @Override
    public boolean lends() {
        return true;
    }

    @Override
    public Optional<String> luaChunk() {
        return LuaSource.builtIn("concurrency.lua");
    }

    @Override
    public long[] luaNumbers(Quota quota, long now) {
        return new long[] {quota.limit(), quota.windowMicros()};
    }

    @Override
    public Counter newCounter() {
        return new Leases();
    }

    private record Lease(long end, long units) {}

    private static final class Leases implements Counter {

        /** By their ends. Since most are as long as the others, a new one nearly always comes last. */
        private final List<Lease> leases = new ArrayList<>(4);

        private long units;

        @Override
        public long retryAfter(Quota quota, long cost, long now) {
            return endsAfter(size(now) + cost - quota.limit(), now);
        }

        @Override
        public long take(Quota quota, long cost, long now) {
            units = size(now) + cost;
            leases.subList(0, firstAfter(now)).clear();
            long end = now + quota.windowMicros();
            leases.add(firstAfter(end), new Lease(end, cost));
            return now;
        }

        @Override
        public void giveBack(Quota quota, long cost, long departure, long now) {
            long end = departure + quota.windowMicros();
            int at = firstAfter(end - 1);
            while (at < leases.size() && leases.get(at).end == end) {
                if (leases.get(at).units == cost) {
                    leases.remove(at);
                    units -= cost;
                    return;
                }
                at++;
            }
        }

        @Override
        public long available(Quota quota, long now) {
            return Math.max(0, quota.limit() - size(now));
        }

        @Override
        public long resetAfter(Quota quota, long now) {
            long size = size(now);
            return size == 0 ? 0 : endsAfter(Math.max(0, size - quota.limit()) + 1, now);
        }

        @Override
        public long expiresAt(Quota quota) {
            return leases.isEmpty() ? Long.MIN_VALUE : leases.get(leases.size() - 1).end;
        }

        private long size(long now) {
            long size = units;
            for (int over = firstAfter(now) - 1; over >= 0; over--) {
                size -= leases.get(over).units;
            }
            return size;
        }

        /** Time until so many units, of those that are held, have been given back by the ends of their leases. */
        private long endsAfter(long units, long now) {
            long missing = units;
            for (int i = firstAfter(now); missing > 0; i++) {
                missing -= leases.get(i).units;
                if (missing <= 0) {
                    return leases.get(i).end - now;
                }
            }
            return 0;
        }

        /** Index of the first lease that ends later than {@code micros}. */
        private int firstAfter(long micros) {
            int low = 0;
            int high = leases.size();
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (leases.get(middle).end <= micros) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }
    }
}

package io.github.limiter.algorithm;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Quota;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/**
 * Exact: at most {@link Quota#limit()} units in every interval (t - window, t]. One stamp per admitted unit, kept in a
 * ring that grows with use; a unit stamped s is free again at s + window.
 */
final class SlidingWindow implements RateLimitAlgorithm {

    private static final long MAX_LIMIT = 100_000;

    @Override
    public String name() {
        return Algorithms.SLIDING_WINDOW;
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
                    "is more stamps than a sliding-window may keep",
                    "Set at most 100000, or use token-bucket, which needs no stamps");
        }
    }

    @Override
    public Optional<String> luaChunk() {
        return LuaSource.builtIn("sliding_window.lua");
    }

    @Override
    public long[] luaNumbers(Quota quota, long now) {
        return new long[] {quota.limit(), quota.windowMicros()};
    }

    @Override
    public Counter newCounter() {
        return new Log();
    }

    private static final class Log implements Counter {

        private long[] stamps = new long[8];
        private int head;
        private int size;

        @Override
        public long retryAfter(Quota quota, long cost, long now) {
            int gone = gone(quota, now);
            long tooMany = size - gone + cost - quota.limit();
            return tooMany <= 0 ? 0 : stamp(gone + (int) tooMany - 1) + quota.windowMicros() - now;
        }

        @Override
        public long take(Quota quota, long cost, long now) {
            forget(gone(quota, now));
            for (long unit = 0; unit < cost; unit++) {
                add(now);
            }
            return now;
        }

        @Override
        public void giveBack(Quota quota, long cost, long departure, long now) {
            int from = firstAfter(departure - 1);
            int given = (int) Math.min(cost, firstAfter(departure) - from);
            for (int i = from; i + given < size; i++) {
                stamps[slot(i)] = stamp(i + given);
            }
            size -= given;
        }

        @Override
        public long available(Quota quota, long now) {
            return Math.max(0, quota.limit() - (size - gone(quota, now)));
        }

        @Override
        public long resetAfter(Quota quota, long now) {
            int gone = gone(quota, now);
            int overhang = (int) Math.max(0, size - gone - quota.limit());
            return size == gone ? 0 : stamp(gone + overhang) + quota.windowMicros() - now;
        }

        @Override
        public long expiresAt(Quota quota) {
            return size == 0 ? Long.MIN_VALUE : stamp(size - 1) + quota.windowMicros();
        }

        /** Stamps that no longer count: those up to and including now - window, which is open at its beginning. */
        private int gone(Quota quota, long now) {
            long last = now - quota.windowMicros();
            return size == 0 || stamp(0) > last ? 0 : firstAfter(last);
        }

        private void forget(int stamps) {
            head = slot(stamps);
            size -= stamps;
        }

        /** Index of the first stamp later than {@code micros}; binary search, so that a full log costs no long scan. */
        private int firstAfter(long micros) {
            int low = 0;
            int high = size;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (stamp(middle) <= micros) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        private void add(long micros) {
            if (size == stamps.length) {
                long[] grown = Arrays.copyOf(stamps, size * 2);
                for (int i = 0; i < size; i++) {
                    grown[i] = stamp(i);
                }
                stamps = grown;
                head = 0;
            }
            stamps[slot(size++)] = micros;
        }

        private long stamp(int index) {
            return stamps[slot(index)];
        }

        /** The ring's length is a power of two. */
        private int slot(int index) {
            return (head + index) & (stamps.length - 1);
        }
    }
}

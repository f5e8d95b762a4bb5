package io.github.limiter.algorithm;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Quota;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Windows aligned to the epoch, or to midnights of {@link Quota#zone()} where they are whole days. Worst case: twice the
 * limit within a short time across a boundary.
 */
final class FixedWindow implements RateLimitAlgorithm {

    @Override
    public String name() {
        return Algorithms.FIXED_WINDOW;
    }

    @Override
    public Set<String> options() {
        return Set.of("zone");
    }

    @Override
    public void validate(Quota quota) {
        if (!quota.zone().equals(ZoneOffset.UTC) && !isWholeDays(quota)) {
            throw new InvalidConfigurationException(
                    "zone",
                    quota.zone(),
                    "applies to windows of whole days, but the window is " + quota.window(),
                    "Leave zone out, or set a window such as 1d");
        }
    }

    private static boolean isWholeDays(Quota quota) {
        return quota.window().minusDays(quota.window().toDays()).isZero();
    }

    @Override
    public Optional<String> luaChunk() {
        return LuaSource.builtIn("fixed_window.lua");
    }

    @Override
    public long[] luaNumbers(Quota quota, long now) {
        // More units than a double counts exactly are as good as any number of them.
        long limit = Math.min(quota.limit(), Quotas.MAX_EXACT);
        if (quota.zone().equals(ZoneOffset.UTC)) {
            return new long[] {limit, quota.windowMicros(), 0};
        }
        // Around the time here, for the clock of the server may be before or after it.
        WindowBounds present = WindowBounds.at(now, quota);
        WindowBounds next = WindowBounds.at(present.end(), quota);
        WindowBounds last = WindowBounds.at(present.start() - 1, quota);
        return new long[] {limit, quota.windowMicros(), last.start(), present.start(), next.start(), next.end()};
    }

    @Override
    public Counter newCounter() {
        return new Window();
    }

    private static final class Window implements Counter {

        private @Nullable WindowBounds counted;
        private long count;

        /** The window that {@link #at} has found last. */
        private @Nullable WindowBounds known;

        private @Nullable Quota knownOf;

        @Override
        public long retryAfter(Quota quota, long cost, long now) {
            WindowBounds window = at(quota, now);
            return countOf(window) <= quota.limit() - cost ? 0 : window.end() - now;
        }

        @Override
        public long take(Quota quota, long cost, long now) {
            WindowBounds window = at(quota, now);
            count = countOf(window) + cost;
            counted = window;
            return now;
        }

        @Override
        public void giveBack(Quota quota, long cost, long departure, long now) {
            WindowBounds window = at(quota, now);
            if (window.contains(departure) && window.equals(counted)) {
                count = Math.max(0, count - cost);
            }
        }

        @Override
        public long available(Quota quota, long now) {
            return Math.max(0, quota.limit() - countOf(at(quota, now)));
        }

        @Override
        public long resetAfter(Quota quota, long now) {
            return at(quota, now).end() - now;
        }

        @Override
        public long expiresAt(Quota quota) {
            return counted == null ? Long.MIN_VALUE : counted.end();
        }

        /** Zero for another window than the counted one; a changed limit goes on in the same one. */
        private long countOf(WindowBounds window) {
            return window.equals(counted) ? count : 0;
        }

        private WindowBounds at(Quota quota, long now) {
            WindowBounds window = known;
            if (window == null || quota != knownOf || !window.contains(now)) {
                window = WindowBounds.at(now, quota);
                known = window;
                knownOf = quota;
            }
            return window;
        }
    }
}

package io.github.limiter.algorithm;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Quota;
import java.time.Duration;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * Windows aligned to the epoch, or to midnights of {@link Quota#zone()} where they are whole days. Worst case: twice the
 * limit within a short time across a boundary.
 */
final class FixedWindow implements RateLimitAlgorithm {

    private static final Duration DAY = Duration.ofDays(1);

    @Override
    public String name() {
        return Algorithms.FIXED_WINDOW;
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
    public Counter newCounter() {
        return new Window();
    }

    private static final class Window implements Counter {

        private @Nullable WindowBounds bounds;
        private @Nullable Quota boundsOf;
        private long count;

        @Override
        public long retryAfter(Quota quota, long cost, long now) {
            WindowBounds window = enter(quota, now);
            return count <= quota.limit() - cost ? 0 : window.end() - now;
        }

        @Override
        public long take(Quota quota, long cost, long now) {
            enter(quota, now);
            count += cost;
            return now;
        }

        @Override
        public void giveBack(Quota quota, long cost, long departure, long now) {
            if (enter(quota, now).contains(departure)) {
                count = Math.max(0, count - cost);
            }
        }

        @Override
        public long available(Quota quota, long now) {
            enter(quota, now);
            return Math.max(0, quota.limit() - count);
        }

        @Override
        public long resetAfter(Quota quota, long now) {
            return enter(quota, now).end() - now;
        }

        @Override
        public long expiresAt(Quota quota) {
            return bounds == null ? Long.MIN_VALUE : bounds.end();
        }

        /** The window that now is in; a new one begins at zero, a changed limit goes on in the same one. */
        private WindowBounds enter(Quota quota, long now) {
            WindowBounds current = bounds;
            if (current == null || quota != boundsOf || now >= current.end()) {
                WindowBounds next = WindowBounds.at(now, quota);
                if (!next.equals(current)) {
                    count = 0;
                }
                bounds = next;
                boundsOf = quota;
                return next;
            }
            return current;
        }
    }
}

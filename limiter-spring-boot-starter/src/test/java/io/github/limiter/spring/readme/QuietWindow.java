package io.github.limiter.spring.readme;

// tag::algorithm[]
import io.github.limiter.algorithm.Counter;
import io.github.limiter.algorithm.LuaSource;
import io.github.limiter.algorithm.RateLimitAlgorithm;
import io.github.limiter.policy.Quota;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** After {@code limit} calls, nothing until a whole window has passed without one. */
@Component
class QuietWindow implements RateLimitAlgorithm {

    @Override
    public String name() {
        return "quiet-window";
    }

    @Override
    public Counter newCounter() {
        return new Count();
    }

    @Override
    public Optional<String> luaChunk() {
        return Optional.of(LuaSource.read(QuietWindow.class, "quiet_window.lua"));
    }

    private static final class Count implements Counter {

        private long count;
        private long last;

        @Override
        public long retryAfter(Quota quota, long cost, long now) {
            return used(quota, now) + cost <= quota.limit() ? 0 : expiresAt(quota) - now;
        }

        @Override
        public long take(Quota quota, long cost, long now) {
            count = used(quota, now) + cost;
            last = now;
            return now;
        }

        @Override
        public void giveBack(Quota quota, long cost, long departure, long now) {
            count = Math.max(0, used(quota, now) - cost);
        }

        @Override
        public long available(Quota quota, long now) {
            return Math.max(0, quota.limit() - used(quota, now));
        }

        @Override
        public long resetAfter(Quota quota, long now) {
            return used(quota, now) == 0 ? 0 : expiresAt(quota) - now;
        }

        @Override
        public long expiresAt(Quota quota) {
            return count == 0 ? Long.MIN_VALUE : last + quota.windowMicros();
        }

        private long used(Quota quota, long now) {
            return expiresAt(quota) <= now ? 0 : count;
        }
    }
}
// end::algorithm[]

package io.github.limiter.benchmarks.memory;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.common.util.concurrent.RateLimiter;
import java.time.Duration;
import java.util.stream.IntStream;

/** Guava limiters, one a limit and user. It has no decision about several at once: they are asked in turn. */
@SuppressWarnings("UnstableApiUsage")
final class GuavaLimiter implements MemoryLimiter {

    private final int limits;
    private final double permitsPerSecond;
    private final Cache<String, RateLimiter[]> limiters;

    GuavaLimiter(Workload workload) {
        this.limits = workload.limits();
        this.permitsPerSecond =
                workload.allowed() ? 1e9 : 1.0 / Duration.ofDays(300).toSeconds();
        this.limiters = Caffeine.newBuilder().maximumSize(workload.maxKeys()).build();
    }

    @Override
    public boolean tryAcquire(String user) {
        for (RateLimiter limiter : limiters.get(user, this::limiters)) {
            if (!limiter.tryAcquire()) {
                return false;
            }
        }
        return true;
    }

    private RateLimiter[] limiters(String user) {
        return IntStream.range(0, limits)
                .mapToObj(i -> RateLimiter.create(permitsPerSecond))
                .toArray(RateLimiter[]::new);
    }
}

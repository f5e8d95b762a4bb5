package io.github.limiter.benchmarks.memory;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import java.util.stream.IntStream;

/** Resilience4j limiters, one a limit and user. It has no decision about several at once: they are asked in turn. */
final class Resilience4jLimiter implements MemoryLimiter {

    private final int limits;
    private final RateLimiterConfig config;
    private final Cache<String, RateLimiter[]> limiters;

    Resilience4jLimiter(Workload workload) {
        this.limits = workload.limits();
        this.config = RateLimiterConfig.custom()
                .timeoutDuration(Duration.ZERO)
                .limitForPeriod(workload.allowed() ? Integer.MAX_VALUE : Workload.SCARCE_LIMIT)
                .limitRefreshPeriod(workload.allowed() ? Duration.ofSeconds(1) : Duration.ofDays(300))
                .build();
        this.limiters = Caffeine.newBuilder().maximumSize(workload.maxKeys()).build();
    }

    @Override
    public boolean tryAcquire(String user) {
        for (RateLimiter limiter : limiters.get(user, this::limiters)) {
            if (!limiter.acquirePermission()) {
                return false;
            }
        }
        return true;
    }

    private RateLimiter[] limiters(String user) {
        return IntStream.range(0, limits)
                .mapToObj(i -> RateLimiter.of(user, config))
                .toArray(RateLimiter[]::new);
    }
}

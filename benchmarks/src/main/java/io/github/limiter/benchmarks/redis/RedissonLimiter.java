package io.github.limiter.benchmarks.redis;

import java.util.concurrent.CompletionStage;
import org.redisson.api.RRateLimiter;
import org.redisson.api.RateType;
import org.redisson.api.RedissonClient;

/** Redisson's own limiter. */
final class RedissonLimiter implements RedisLimiter {

    private final RedissonClient client;
    private final String prefix;
    private final Quantity quantity;

    RedissonLimiter(RedissonClient client, String prefix, Quantity quantity) {
        this.client = client;
        this.prefix = prefix;
        this.quantity = quantity;
    }

    @Override
    public void prepare(String user) {
        limiter(user).trySetRate(RateType.OVERALL, quantity.limit(), quantity.window());
    }

    @Override
    public CompletionStage<Boolean> ask(String user) {
        return limiter(user).tryAcquireAsync();
    }

    /** Its own way of blocking. */
    @Override
    public boolean tryAcquire(String user) {
        return limiter(user).tryAcquire();
    }

    private RRateLimiter limiter(String user) {
        return client.getRateLimiter(prefix + user);
    }
}

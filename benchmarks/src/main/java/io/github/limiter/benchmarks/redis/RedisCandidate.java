package io.github.limiter.benchmarks.redis;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.store.redis.LettuceScriptExecutor;
import io.github.limiter.store.redis.RedissonScriptExecutor;

/** Who competes. */
enum RedisCandidate {
    STORE_LETTUCE("limiter on Lettuce, token bucket", RedisCandidate::tokenBucket),
    STORE_LETTUCE_WINDOW(
            "limiter on Lettuce, sliding window",
            (clients, prefix, quantity) -> new StoreLimiter(
                    LettuceScriptExecutor.connect(clients.lettuce()), prefix, Algorithms.SLIDING_WINDOW, quantity)),
    STORE_REDISSON(
            "limiter on Redisson, token bucket",
            (clients, prefix, quantity) -> new StoreLimiter(
                    new RedissonScriptExecutor(clients.redisson()), prefix, Algorithms.TOKEN_BUCKET, quantity)),
    BARE_GCRA(
            "bare GCRA script on Lettuce",
            (clients, prefix, quantity) -> new BareGcraLimiter(clients.lettuce(), prefix, quantity)),
    BUCKET4J(
            "Bucket4j on Lettuce",
            (clients, prefix, quantity) -> new Bucket4jLimiter(clients.lettuce(), prefix, quantity)),
    RRATELIMITER(
            "Redisson's RRateLimiter",
            (clients, prefix, quantity) -> new RedissonLimiter(clients.redisson(), prefix, quantity)),
    GATEWAY(
            "Spring Cloud Gateway's script on Lettuce",
            (clients, prefix, quantity) -> new GatewayLimiter(clients.lettuce(), prefix, quantity)),
    SORTED_SET(
            "sorted set script on Lettuce",
            (clients, prefix, quantity) -> new SortedSetLimiter(clients.lettuce(), prefix, quantity));

    private final String title;
    private final Factory factory;

    RedisCandidate(String title, Factory factory) {
        this.title = title;
        this.factory = factory;
    }

    /** Makes a limiter whose keys all carry the prefix. */
    interface Factory {

        RedisLimiter limiter(Clients.Pair clients, String prefix, Quantity quantity);
    }

    private static RedisLimiter tokenBucket(Clients.Pair clients, String prefix, Quantity quantity) {
        return new StoreLimiter(
                LettuceScriptExecutor.connect(clients.lettuce()), prefix, Algorithms.TOKEN_BUCKET, quantity);
    }

    String title() {
        return title;
    }

    RedisLimiter limiter(Clients.Pair clients, String prefix, Quantity quantity) {
        return factory.limiter(clients, prefix, quantity);
    }
}

package io.github.limiter.store.redis;

import io.github.limiter.algorithm.AlgorithmRegistry;
import io.github.limiter.store.LimiterStore;
import io.github.limiter.store.LimiterStoreContract;
import io.github.limiter.time.ManualTime;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

class RedissonStoreTests extends LimiterStoreContract {

    private static RedissonClient client;

    @BeforeAll
    static void connect() {
        Config config = new Config();
        config.useSingleServer()
                .setAddress(TestRedis.uri())
                .setConnectionMinimumIdleSize(1)
                .setConnectionPoolSize(4);
        client = Redisson.create(config);
    }

    @AfterAll
    static void disconnect() {
        client.shutdown();
    }

    @Override
    protected LimiterStore createStore(ManualTime time) {
        return new RedisStore(
                new RedissonScriptExecutor(client), TestRedis.newPrefix(), new AlgorithmRegistry(List.of()), time);
    }
}

package io.github.limiter.load;

import io.github.limiter.store.redis.RedissonScriptExecutor;
import io.github.limiter.store.redis.ScriptExecutor;
import io.github.limiter.store.redis.TestRedis;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

class RedissonLoadStoreTests extends RedisLoadStoreContract {

    private static RedissonClient client;
    private static ScriptExecutor executor;

    @BeforeAll
    static void connect() {
        client = Redisson.create(config());
        executor = new RedissonScriptExecutor(client);
    }

    private static Config config() {
        Config config = new Config();
        config.useSingleServer()
                .setAddress(TestRedis.uri())
                .setConnectionMinimumIdleSize(1)
                .setConnectionPoolSize(2);
        return config;
    }

    @AfterAll
    static void disconnect() {
        executor.close();
        client.shutdown();
    }

    @Override
    ScriptExecutor executor() {
        return executor;
    }
}

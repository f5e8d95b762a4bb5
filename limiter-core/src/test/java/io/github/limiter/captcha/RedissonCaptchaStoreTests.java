package io.github.limiter.captcha;

import io.github.limiter.store.redis.RedissonScriptExecutor;
import io.github.limiter.store.redis.ScriptExecutor;
import io.github.limiter.store.redis.TestRedis;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

class RedissonCaptchaStoreTests extends RedisCaptchaStoreContract {

    private static RedissonClient client;
    private static ScriptExecutor executor;

    @BeforeAll
    static void connect() {
        Config config = new Config();
        config.useSingleServer()
                .setAddress(TestRedis.uri())
                .setConnectionMinimumIdleSize(1)
                .setConnectionPoolSize(8);
        client = Redisson.create(config);
        executor = new RedissonScriptExecutor(client);
    }

    @AfterAll
    static void disconnect() {
        client.shutdown();
    }

    @Override
    ScriptExecutor executor() {
        return executor;
    }
}

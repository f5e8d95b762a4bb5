package io.github.limiter.load;

import io.github.limiter.store.redis.LettuceScriptExecutor;
import io.github.limiter.store.redis.ScriptExecutor;
import io.github.limiter.store.redis.TestRedis;
import io.lettuce.core.RedisClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class LettuceLoadStoreTests extends RedisLoadStoreContract {

    private static RedisClient client;
    private static ScriptExecutor executor;

    @BeforeAll
    static void connect() {
        client = RedisClient.create(TestRedis.uri());
        executor = LettuceScriptExecutor.connect(client);
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

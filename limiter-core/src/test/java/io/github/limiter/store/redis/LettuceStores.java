package io.github.limiter.store.redis;

import io.github.limiter.algorithm.AlgorithmRegistry;
import io.github.limiter.time.TimeSource;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.List;

/** Stores on one server through Lettuce, each with a prefix of its own, and a connection to look behind them. */
final class LettuceStores implements AutoCloseable {

    private static final AlgorithmRegistry ALGORITHMS = new AlgorithmRegistry(List.of());

    private final RedisClient client;
    private final ScriptExecutor executor;
    private final StatefulRedisConnection<String, String> connection;

    LettuceStores(String uri) {
        client = RedisClient.create(uri);
        executor = LettuceScriptExecutor.connect(client);
        connection = client.connect();
    }

    RedisStore create(TimeSource clock) {
        return create(TestRedis.newPrefix(), clock);
    }

    RedisStore create(String prefix, TimeSource clock) {
        return new RedisStore(new SharedExecutor(executor), prefix, ALGORITHMS, clock);
    }

    RedisClient client() {
        return client;
    }

    RedisCommands<String, String> commands() {
        return connection.sync();
    }

    @Override
    public void close() {
        executor.close();
        connection.close();
        client.shutdown();
    }
}

package io.github.limiter.store.redis;

import io.github.limiter.algorithm.AlgorithmRegistry;
import io.github.limiter.time.TimeSource;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.List;

/** Stores on one server, each with a prefix of its own, and a connection to look behind them. */
final class Stores implements AutoCloseable {

    static final AlgorithmRegistry ALGORITHMS = new AlgorithmRegistry(List.of());

    private final Client.Connection connection;
    private final RedisClient client;
    private final StatefulRedisConnection<String, String> backDoor;

    Stores(Client client, String uri) {
        this.connection = client.connect(uri);
        this.client = RedisClient.create(uri);
        this.backDoor = this.client.connect();
    }

    /** A store on the clock of the server. */
    RedisStore create(String prefix) {
        return new RedisStore(executor(), prefix, ALGORITHMS);
    }

    /** A store on a clock of the test's. */
    RedisStore create(TimeSource clock) {
        return new RedisStore(executor(), TestRedis.newPrefix(), ALGORITHMS, clock);
    }

    /** Stays open when a store is closed. */
    ScriptExecutor executor() {
        return new SharedExecutor(connection.executor());
    }

    RedisCommands<String, String> redis() {
        return backDoor.sync();
    }

    @Override
    public void close() {
        connection.close();
        backDoor.close();
        client.shutdown();
    }
}

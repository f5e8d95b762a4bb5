package io.github.limiter.benchmarks.redis;

import io.github.limiter.store.redis.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import org.jspecify.annotations.Nullable;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** One Redis, and one client of each kind, as an application would have them: with their defaults. */
final class Clients implements AutoCloseable {

    private static final String URL = "LIMITER_TEST_REDIS_URL";

    private final @Nullable RedisServer own;
    private final RedisClient lettuce;
    private final RedissonClient redisson;
    private final RedissonClient narrowRedisson;
    private final StatefulRedisConnection<String, String> connection;

    Clients() {
        String given = System.getenv(URL);
        own = given == null || given.isBlank() ? new RedisServer() : null;
        RedisURI uri = RedisURI.create(own == null ? given : own.uri());
        lettuce = RedisClient.create(uri);
        redisson = Redisson.create(config(uri, new Config()));
        narrowRedisson = Redisson.create(narrow(uri));
        connection = lettuce.connect();
    }

    private static Config narrow(RedisURI uri) {
        Config config = config(uri, new Config());
        config.setNettyThreads(1);
        config.useSingleServer().setConnectionPoolSize(1).setConnectionMinimumIdleSize(1);
        return config;
    }

    private static Config config(RedisURI uri, Config config) {
        config.useSingleServer()
                .setDatabase(uri.getDatabase())
                .setAddress((uri.isSsl() ? "rediss://" : "redis://") + uri.getHost() + ":" + uri.getPort());
        var credentials = uri.getCredentialsProvider().resolveCredentials().block();
        if (credentials != null && credentials.hasPassword()) {
            config.setUsername(credentials.getUsername());
            config.setPassword(String.valueOf(credentials.getPassword()));
        }
        return config;
    }

    /**
     * What a limiter may use.
     *
     * @param lettuce opens connections
     * @param redisson has connections
     */
    record Pair(RedisClient lettuce, RedissonClient redisson) {}

    /** As an application has them. */
    Pair usual() {
        return new Pair(lettuce, redisson);
    }

    /** Redisson with one connection as Lettuce has it, so that the server reads of both many requests together. */
    Pair narrow() {
        return new Pair(lettuce, narrowRedisson);
    }

    RedisCommands<String, String> commands() {
        return connection.sync();
    }

    @Override
    public void close() {
        redisson.shutdown();
        narrowRedisson.shutdown();
        connection.close();
        lettuce.shutdown();
        if (own != null) {
            own.close();
        }
    }
}

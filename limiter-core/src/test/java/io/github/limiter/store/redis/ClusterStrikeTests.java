package io.github.limiter.store.redis;

import io.github.limiter.store.LimiterStore;
import io.github.limiter.store.StrikeContract;
import io.github.limiter.time.ManualTime;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** A call for each subject. */
class ClusterStrikeTests extends StrikeContract {

    private static RedisCluster cluster;
    private static Client.Connection connection;

    @BeforeAll
    static void start() {
        cluster = new RedisCluster();
        connection = Client.LETTUCE.connect(cluster);
    }

    @AfterAll
    static void stop() {
        connection.close();
        cluster.close();
    }

    @Override
    protected LimiterStore createStore(ManualTime time) {
        return new RedisStore(
                new SharedExecutor(connection.executor()), TestRedis.newPrefix(), Stores.ALGORITHMS, time);
    }
}

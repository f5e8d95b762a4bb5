package io.github.limiter.store.redis;

import io.github.limiter.ban.BanStore;
import io.github.limiter.ban.BanStoreContract;
import io.github.limiter.ban.RedisBanStore;
import io.github.limiter.time.ManualTime;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Where a script reaches the keys of one subject only. */
class ClusterBanStoreTests extends BanStoreContract {

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
    protected BanStore createStore(ManualTime time) {
        String prefix = TestRedis.newPrefix();
        ScriptExecutor executor = new SharedExecutor(connection.executor());
        return new RedisBanStore(executor, new RedisNews(executor, prefix), prefix, time);
    }
}

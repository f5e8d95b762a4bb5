package io.github.limiter.store.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import java.time.Duration;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.redisson.config.ConstantDelay;

/** The two clients that the library works with, as far as possible as applications have them. */
enum Client {
    LETTUCE {
        @Override
        Connection connect(String uri) {
            RedisClient client = RedisClient.create(uri);
            return new Connection(LettuceScriptExecutor.connect(client), client::shutdown);
        }

        @Override
        Connection connectToCluster(String uri) {
            RedisURI seed = RedisURI.create(uri);
            seed.setTimeout(Duration.ofSeconds(1));
            RedisClusterClient client = RedisClusterClient.create(seed);
            return new Connection(LettuceScriptExecutor.connect(client), client::shutdown);
        }

        @Override
        Connection connect(SentinelTrio trio) {
            RedisClient client = RedisClient.create(
                    RedisURI.Builder.sentinel("127.0.0.1", trio.sentinel().port(), SentinelTrio.MASTER_NAME)
                            .build());
            return new Connection(LettuceScriptExecutor.connect(client), client::shutdown);
        }
    },

    /** Eager to send again what had no reply. */
    REDISSON {
        @Override
        Connection connect(String uri) {
            Config config = new Config();
            config.useSingleServer()
                    .setAddress(uri)
                    .setConnectionMinimumIdleSize(1)
                    .setConnectionPoolSize(8)
                    .setTimeout(1_000)
                    .setRetryAttempts(3)
                    .setRetryDelay(new ConstantDelay(Duration.ofMillis(50)));
            return connection(config);
        }

        @Override
        Connection connectToCluster(String uri) {
            Config config = new Config();
            config.useClusterServers().addNodeAddress(uri).setMasterConnectionMinimumIdleSize(1);
            return connection(config);
        }

        @Override
        Connection connect(SentinelTrio trio) {
            Config config = new Config();
            config.useSentinelServers()
                    .setMasterName(SentinelTrio.MASTER_NAME)
                    .addSentinelAddress(trio.sentinel().uri())
                    .setCheckSentinelsList(false)
                    .setMasterConnectionMinimumIdleSize(1)
                    .setSlaveConnectionMinimumIdleSize(1);
            return connection(config);
        }

        private Connection connection(Config config) {
            RedissonClient client = Redisson.create(config);
            return new Connection(new RedissonScriptExecutor(client), client::shutdown);
        }
    };

    abstract Connection connect(String uri);

    /** By the address of one of its servers. */
    abstract Connection connectToCluster(String uri);

    Connection connect(RedisCluster cluster) {
        return connectToCluster(cluster.servers().get(0).uri());
    }

    abstract Connection connect(SentinelTrio trio);

    /** A client with its executor. */
    record Connection(ScriptExecutor executor, Runnable shutdown) implements AutoCloseable {

        @Override
        public void close() {
            executor.close();
            shutdown.run();
        }
    }
}

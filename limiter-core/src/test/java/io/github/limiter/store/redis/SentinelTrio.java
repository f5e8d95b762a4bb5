package io.github.limiter.store.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.codec.StringCodec;
import java.util.List;
import java.util.Map;

/** A master, its replica, and a Sentinel that puts the replica in the place of a master that has not answered for a while. */
final class SentinelTrio implements AutoCloseable {

    static final String MASTER_NAME = "limiter";

    private final RedisServer master = new RedisServer("--repl-diskless-sync-delay", "0");
    private final RedisServer replica = new RedisServer(
            "--replicaof", "127.0.0.1", String.valueOf(master.port()), "--repl-diskless-sync-delay", "0");
    private final RedisServer sentinel;

    /** Returns when the Sentinel knows both and the replica has all data. */
    SentinelTrio() {
        RedisClient client = RedisClient.create();
        try {
            var redis = client.connect(RedisURI.create(replica.uri())).sync();
            Await.until(
                    "the replica is in step", () -> redis.info("replication").contains("master_link_status:up"));
            sentinel = RedisServer.sentinel(List.of(
                    "sentinel monitor " + MASTER_NAME + " 127.0.0.1 " + master.port() + " 1",
                    "sentinel down-after-milliseconds " + MASTER_NAME + " 1000",
                    "sentinel failover-timeout " + MASTER_NAME + " 5000"));
            var watcher = client.connectSentinel(StringCodec.UTF8, RedisURI.create(sentinel.uri()))
                    .sync();
            Await.until(
                    "the Sentinel knows the replica",
                    () -> watcher.replicas(MASTER_NAME).stream()
                            .map(Map::copyOf)
                            .anyMatch(known -> "ok".equals(known.get("master-link-status"))));
        } finally {
            client.shutdown();
        }
    }

    RedisServer master() {
        return master;
    }

    RedisServer replica() {
        return replica;
    }

    RedisServer sentinel() {
        return sentinel;
    }

    @Override
    public void close() {
        sentinel.close();
        replica.close();
        master.close();
    }
}

package io.github.limiter.store.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A Redis Cluster of a test's own: three masters without replicas, made without {@code redis-cli}. */
public final class RedisCluster implements AutoCloseable {

    private static final int MASTERS = 3;
    private static final int SLOTS = 16_384;

    private final List<RedisServer> servers = new ArrayList<>();

    /** Starts one; returns when all three know all slots. */
    public RedisCluster() {
        for (int i = 0; i < MASTERS; i++) {
            servers.add(new RedisServer(
                    "--cluster-enabled",
                    "yes",
                    "--cluster-config-file",
                    "nodes.conf",
                    "--cluster-node-timeout",
                    "2000"));
        }
        RedisClient client = RedisClient.create();
        try {
            join(servers.stream()
                    .map(server -> client.connect(RedisURI.create(server.uri())))
                    .toList());
        } finally {
            client.shutdown();
        }
    }

    private void join(List<StatefulRedisConnection<String, String>> connections) {
        for (int i = 0; i < MASTERS; i++) {
            var commands = connections.get(i).sync();
            commands.clusterSetConfigEpoch(i + 1);
            commands.clusterAddSlots(IntStream.range(SLOTS * i / MASTERS, SLOTS * (i + 1) / MASTERS)
                    .toArray());
            if (i > 0) {
                commands.clusterMeet("127.0.0.1", servers.get(0).port());
            }
        }
        Await.until("all three know all slots", () -> connections.stream().allMatch(RedisCluster::isComplete));
    }

    private static boolean isComplete(StatefulRedisConnection<String, String> connection) {
        String info = connection.sync().clusterInfo();
        return info.contains("cluster_state:ok")
                && info.contains("cluster_known_nodes:" + MASTERS)
                && info.contains("cluster_slots_ok:" + SLOTS);
    }

    /**
     * Its masters.
     *
     * @return three
     */
    public List<RedisServer> servers() {
        return List.copyOf(servers);
    }

    @Override
    public void close() {
        servers.forEach(RedisServer::close);
    }
}

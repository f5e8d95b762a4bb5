package io.github.limiter.store.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A Redis Cluster of a test's own: three masters, each with a replica or without, made without {@code redis-cli}. */
public final class RedisCluster implements AutoCloseable {

    private static final int MASTERS = 3;
    private static final int SLOTS = 16_384;

    private final List<RedisServer> servers = new ArrayList<>();

    /** Starts one without replicas; returns when all three know all slots. */
    public RedisCluster() {
        this(0);
    }

    private RedisCluster(int replicas) {
        for (int i = 0; i < MASTERS + replicas; i++) {
            servers.add(new RedisServer(
                    "--cluster-enabled",
                    "yes",
                    "--cluster-config-file",
                    "nodes.conf",
                    "--cluster-node-timeout",
                    "2000",
                    "--repl-diskless-sync-delay",
                    "0"));
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
        for (int i = 0; i < servers.size(); i++) {
            var commands = connections.get(i).sync();
            commands.clusterSetConfigEpoch(i + 1);
            if (i < MASTERS) {
                commands.clusterAddSlots(IntStream.range(SLOTS * i / MASTERS, SLOTS * (i + 1) / MASTERS)
                        .toArray());
            }
            if (i > 0) {
                commands.clusterMeet("127.0.0.1", servers.get(0).port());
            }
        }
        Await.until("all know all slots", () -> connections.stream().allMatch(this::isComplete));
        for (int i = MASTERS; i < servers.size(); i++) {
            connections
                    .get(i)
                    .sync()
                    .clusterReplicate(connections.get(i - MASTERS).sync().clusterMyId());
        }
        Await.until(
                "the replicas are in step",
                () -> connections.stream()
                        .skip(MASTERS)
                        .allMatch(replica -> replica.sync().info("replication").contains("master_link_status:up")));
    }

    private boolean isComplete(StatefulRedisConnection<String, String> connection) {
        String info = connection.sync().clusterInfo();
        return info.contains("cluster_state:ok")
                && info.contains("cluster_known_nodes:" + servers.size())
                && info.contains("cluster_slots_ok:" + SLOTS);
    }

    /** Starts one with a replica for each master; returns when all know all slots, and the replicas all data. */
    static RedisCluster withReplicas() {
        return new RedisCluster(MASTERS);
    }

    /**
     * Its masters, and then their replicas in the same order.
     *
     * @return three, or six
     */
    public List<RedisServer> servers() {
        return List.copyOf(servers);
    }

    /** The kinds of errors that its servers have answered with, such as {@code MOVED}. */
    Set<String> errors() {
        RedisClient client = RedisClient.create();
        try {
            return servers.stream()
                    .map(server -> client.connect(RedisURI.create(server.uri())))
                    .flatMap(connection -> connection.sync().info("errorstats").lines())
                    .filter(line -> line.startsWith("errorstat_"))
                    .map(line -> line.substring("errorstat_".length(), line.indexOf(':')))
                    .collect(Collectors.toSet());
        } finally {
            client.shutdown();
        }
    }

    @Override
    public void close() {
        servers.forEach(RedisServer::close);
    }
}

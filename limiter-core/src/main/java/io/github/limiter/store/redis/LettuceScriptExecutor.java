package io.github.limiter.store.redis;

import io.github.limiter.store.redis.LettuceLink.Connected;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.RedisReadOnlyException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.codec.StringCodec;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs scripts through Lettuce, on one connection of its own that all callers share: Lettuce writes what comes in
 * together at once. Works with Lettuce 6.5 and later; the client stays its owner's, with its options, and is not closed.
 * Thread-safe.
 *
 * <p><b>Not twice.</b> After a lost connection Lettuce sends again what had no answer yet. Calls on their way are
 * therefore failed when their connection is lost; while there is none, calls fail at once instead of queueing.
 *
 * <p><b>Coming back.</b> The connection is given up for a new one, which asks Sentinel or the cluster anew, if Lettuce
 * has not reconnected for a second, if it leads to a server that has become a replica, or if calls have had no answer for
 * two seconds. Without a server the executor is made all the same, and connects when there is one.
 */
public final class LettuceScriptExecutor implements ScriptExecutor {

    private static final long STUCK_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final CallsUnderWay calls;
    private final LettuceLink link;
    private final boolean cluster;
    private final @Nullable AbstractRedisClient listenedTo;

    private LettuceScriptExecutor(
            CallsUnderWay calls,
            Supplier<Connected> opener,
            boolean cluster,
            @Nullable AbstractRedisClient listenedTo) {
        this.calls = calls;
        this.cluster = cluster;
        this.listenedTo = listenedTo;
        if (listenedTo != null) {
            listenedTo.addListener(calls);
        }
        this.link = new LettuceLink(opener);
    }

    /**
     * On a single server, or the master that Sentinel names: whatever the client's own URI says.
     *
     * @param client opens the connection
     * @return the executor; waits for the connection, or for the attempt to fail
     */
    public static LettuceScriptExecutor connect(RedisClient client) {
        CallsUnderWay calls = new CallsUnderWay();
        Supplier<Connected> opener = () -> {
            StatefulRedisConnection<String, String> connection = client.connect(StringCodec.UTF8);
            connection.addListener(calls);
            return new Connected(connection, connection.async());
        };
        return new LettuceScriptExecutor(calls, opener, false, null);
    }

    /**
     * On a Redis Cluster. Which of the client's connections was lost is not known: all calls under way fail if one of
     * them is, so the client should not be shared with pools that close theirs all the time. Topology refresh is the
     * client's: {@code ClusterTopologyRefreshOptions}, adaptive and periodic.
     *
     * @param client opens the connection
     * @return the executor; waits for the connection, or for the attempt to fail
     */
    public static LettuceScriptExecutor connect(RedisClusterClient client) {
        Supplier<Connected> opener = () -> {
            client.refreshPartitions();
            StatefulRedisClusterConnection<String, String> connection = client.connect(StringCodec.UTF8);
            return new Connected(connection, connection.async());
        };
        return new LettuceScriptExecutor(new CallsUnderWay(), opener, true, client);
    }

    /**
     * On a connection that is opened in another way, such as {@code MasterReplica}'s for a static topology.
     *
     * @param client the connection's client
     * @param opener opens a connection that leads to the master; may be called again, on a thread that may wait
     * @return the executor; waits for the connection, or for the attempt to fail
     */
    public static LettuceScriptExecutor connect(
            RedisClient client, Supplier<? extends StatefulRedisConnection<String, String>> opener) {
        Supplier<Connected> opens = () -> {
            StatefulRedisConnection<String, String> connection = opener.get();
            return new Connected(connection, connection.async());
        };
        return new LettuceScriptExecutor(new CallsUnderWay(), opens, false, client);
    }

    @Override
    public CompletionStage<List<Long>> run(RedisScript script, List<String> keys, List<String> arguments) {
        Connected connected = usable();
        if (connected == null) {
            return notConnected();
        }
        try {
            return send(connected, script, keys.toArray(String[]::new), arguments.toArray(String[]::new));
        } catch (RedisException e) {
            // Thrown where it is, if the connection was closed just now.
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletionStage<List<Long>> send(
            Connected connected, RedisScript script, String[] keys, String[] arguments) {
        RedisScriptingAsyncCommands<String, String> commands = connected.commands();
        CompletableFuture<List<Long>> reply = new CompletableFuture<>();
        calls.add(commands.<List<Long>>evalsha(script.sha(), ScriptOutputType.MULTI, keys, arguments))
                .whenComplete((answer, failure) -> {
                    if (failure instanceof RedisNoScriptException) {
                        calls.add(commands.<List<Long>>eval(script.text(), ScriptOutputType.MULTI, keys, arguments))
                                .whenComplete((second, again) -> settle(reply, connected, second, again));
                    } else {
                        settle(reply, connected, answer, failure);
                    }
                });
        return reply;
    }

    private void settle(
            CompletableFuture<List<Long>> reply,
            Connected connected,
            @Nullable List<Long> answer,
            @Nullable Throwable failure) {
        if (failure == null && answer != null) {
            reply.complete(answer);
            return;
        }
        if (failure instanceof RedisReadOnlyException) {
            link.exchange(connected);
        }
        reply.completeExceptionally(failure == null ? new IllegalStateException("no reply") : failure);
    }

    /** The connection, unless it is lost or stuck. */
    private @Nullable Connected usable() {
        Connected connected = link.current();
        if (connected != null && calls.nanosWithoutAnswer() > STUCK_NANOS) {
            link.exchange(connected);
            calls.failAll("no answer for too long; the script may have run");
            return null;
        }
        return connected;
    }

    private static <T> CompletionStage<T> notConnected() {
        return CompletableFuture.failedFuture(new RedisConnectionException("no connection to Redis at the moment"));
    }

    @Override
    public CompletionStage<Void> load(RedisScript script) {
        Connected connected = link.current();
        return connected == null
                ? notConnected()
                : connected.commands().scriptLoad(script.text()).thenAccept(sha -> {});
    }

    @Override
    public boolean isCluster() {
        return cluster;
    }

    @Override
    public void close() {
        if (listenedTo != null) {
            listenedTo.removeListener(calls);
        }
        link.close();
    }
}

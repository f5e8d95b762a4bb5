package io.github.limiter.store.redis;

import io.github.limiter.store.redis.LettuceLink.Connected;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.RedisReadOnlyException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.PartitionSelectorException;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
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
 * has not reconnected for a second, if it leads to a server that has become a replica, or if a server has been asked and
 * has not answered anything for two seconds. A cluster is also asked who has which slots, once a second, while one of its
 * servers cannot be reached, whatever the client's {@code ClusterTopologyRefreshOptions} are; how long it is waited for a
 * server that is frozen is up to the client's timeouts. Without a server the executor is made all the same, and connects
 * when there is one.
 */
public final class LettuceScriptExecutor implements ScriptExecutor {

    private final CallsUnderWay calls;
    private final LettuceLink link;
    private final boolean cluster;
    private final Function<String, Line> lines;
    private final @Nullable AbstractRedisClient listenedTo;

    private LettuceScriptExecutor(
            CallsUnderWay calls,
            UnaryOperator<@Nullable Connected> opener,
            @Nullable RedisClusterClient cluster,
            @Nullable AbstractRedisClient listenedTo) {
        this.calls = calls;
        this.cluster = cluster != null;
        this.lines = cluster == null ? toOneServer() : toServersOf(cluster);
        this.listenedTo = listenedTo;
        if (listenedTo != null) {
            listenedTo.addListener(calls);
        }
        this.link = new LettuceLink(opener, cluster != null);
    }

    private static Function<String, Line> toOneServer() {
        Line line = new Line();
        return key -> line;
    }

    private static Function<String, Line> toServersOf(RedisClusterClient cluster) {
        Map<String, Line> lines = new ConcurrentHashMap<>();
        return key -> {
            RedisClusterNode master = cluster.getPartitions().getMasterBySlot(SlotHash.getSlot(key));
            return lines.computeIfAbsent(master == null ? "" : master.getNodeId(), node -> new Line());
        };
    }

    /**
     * On a single server, or the master that Sentinel names: whatever the client's own URI says.
     *
     * @param client opens the connection
     * @return the executor; waits for the connection, or for the attempt to fail
     */
    public static LettuceScriptExecutor connect(RedisClient client) {
        CallsUnderWay calls = new CallsUnderWay();
        UnaryOperator<@Nullable Connected> opener = kept -> {
            StatefulRedisConnection<String, String> connection = client.connect(StringCodec.UTF8);
            connection.addListener(calls);
            return new Connected(connection, connection.async());
        };
        return new LettuceScriptExecutor(calls, opener, null, null);
    }

    /**
     * On a Redis Cluster. Which of the client's connections was lost is not known: all calls under way fail if one of
     * them is.
     *
     * @param client opens the connection
     * @return the executor; waits for the connection, or for the attempt to fail
     */
    public static LettuceScriptExecutor connect(RedisClusterClient client) {
        UnaryOperator<@Nullable Connected> opener = kept -> {
            client.refreshPartitions();
            if (kept != null) {
                return kept;
            }
            StatefulRedisClusterConnection<String, String> connection = client.connect(StringCodec.UTF8);
            return new Connected(connection, connection.async());
        };
        return new LettuceScriptExecutor(new CallsUnderWay(), opener, client, client);
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
        UnaryOperator<@Nullable Connected> opens = kept -> {
            StatefulRedisConnection<String, String> connection = opener.get();
            return new Connected(connection, connection.async());
        };
        return new LettuceScriptExecutor(new CallsUnderWay(), opens, null, client);
    }

    @Override
    public CompletionStage<List<Long>> run(RedisScript script, List<String> keys, List<String> arguments) {
        return run(script, keys, arguments, Reply::integers);
    }

    @Override
    public CompletionStage<List<@Nullable String>> runForText(
            RedisScript script, List<String> keys, List<String> arguments) {
        return run(script, keys, arguments, Reply::text);
    }

    private <T> CompletionStage<T> run(
            RedisScript script, List<String> keys, List<String> arguments, Function<List<?>, T> reader) {
        Connected connected = link.current();
        if (connected == null) {
            return notConnected();
        }
        Line line = lines.apply(keys.get(0));
        if (line.isDead()) {
            link.exchange(connected);
            return notConnected();
        }
        line.sent();
        CompletableFuture<T> reply = new CompletableFuture<>();
        send(connected, CommandType.EVALSHA, script.sha(), keys, arguments).whenComplete((answer, failure) -> {
            if (failure instanceof RedisNoScriptException) {
                send(connected, CommandType.EVAL, script.text(), keys, arguments)
                        .whenComplete((second, again) -> settle(reply, reader, connected, line, second, again));
            } else {
                settle(reply, reader, connected, line, answer, failure);
            }
        });
        return reply;
    }

    private CompletableFuture<List<Object>> send(
            Connected connected, CommandType type, String script, List<String> keys, List<String> arguments) {
        CommandArgs<String, String> args = new CommandArgs<>(StringCodec.UTF8)
                .add(script)
                .add(keys.size())
                .addKeys(keys)
                .addValues(arguments);
        AsyncCommand<String, String, List<Object>> command =
                new AsyncCommand<>(new Command<>(type, new NestedMultiOutput<>(StringCodec.UTF8), args));
        calls.add(command);
        try {
            connected.connection().dispatch(command);
        } catch (RedisException e) {
            // Thrown where it is, if the connection was closed just now.
            command.completeExceptionally(e);
        }
        return command;
    }

    private <T> void settle(
            CompletableFuture<T> reply,
            Function<List<?>, T> reader,
            Connected connected,
            Line line,
            @Nullable List<Object> answer,
            @Nullable Throwable thrown) {
        Throwable failure = thrown instanceof CompletionException wrapper ? wrapper.getCause() : thrown;
        if (failure == null || failure instanceof RedisCommandExecutionException) {
            line.answered();
        }
        if (isReadOnly(failure)) {
            link.exchange(connected);
        } else if (cluster && leadsNowhere(failure)) {
            link.refresh(connected);
        }
        Reply.settle(reply, reader, answer, failure);
    }

    /** Whether the server is a replica. Redis 6.2 says so in the words of the script that found it out. */
    private static boolean isReadOnly(@Nullable Throwable failure) {
        return failure instanceof RedisReadOnlyException
                || failure instanceof RedisCommandExecutionException
                        && String.valueOf(failure.getMessage()).contains(": -READONLY ");
    }

    /** Whether the client has a picture of the cluster that is not, or no longer, true. */
    private static boolean leadsNowhere(@Nullable Throwable failure) {
        return failure instanceof RedisConnectionException || failure instanceof PartitionSelectorException;
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

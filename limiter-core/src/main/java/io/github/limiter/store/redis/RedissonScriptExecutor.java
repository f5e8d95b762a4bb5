package io.github.limiter.store.redis;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RScript;
import org.redisson.api.RScript.Mode;
import org.redisson.api.RScript.ReturnType;
import org.redisson.api.RedissonClient;
import org.redisson.api.options.OptionalOptions;
import org.redisson.client.RedisNoScriptException;
import org.redisson.client.codec.StringCodec;

/**
 * Runs scripts through Redisson 4.7, on the connections of its client: single server, Sentinel or Cluster, as that is
 * configured. The client stays its owner's and is not closed. Thread-safe.
 *
 * <p><b>Not twice.</b> Redisson sends again what had no reply in time, three times unless configured otherwise. Here it
 * does not, whatever the client's {@code retryAttempts} are. Its {@code timeout} is the client's.
 *
 * <p>Keys are as the store names them, unless the client has a {@code NameMapper}: then other clients do not find them.
 */
public final class RedissonScriptExecutor implements ScriptExecutor {

    private final RScript scripts;
    private final boolean cluster;

    /**
     * On a client.
     *
     * @param client runs the scripts; not closed
     */
    public RedissonScriptExecutor(RedissonClient client) {
        this.scripts = client.getScript(
                OptionalOptions.defaults().codec(StringCodec.INSTANCE).retryAttempts(0));
        this.cluster = client.getConfig().isClusterConfig();
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
        List<Object> names = List.copyOf(keys);
        Object[] values = arguments.toArray();
        CompletableFuture<T> reply = new CompletableFuture<>();
        sent(() -> scripts.<List<?>>evalShaAsync(Mode.READ_WRITE, script.sha(), ReturnType.LIST, names, values))
                .whenComplete((answer, failure) -> {
                    if (failure instanceof RedisNoScriptException) {
                        sent(() -> scripts.<List<?>>evalAsync(
                                        Mode.READ_WRITE, script.text(), ReturnType.LIST, names, values))
                                .whenComplete((second, again) -> Reply.settle(reply, reader, second, again));
                    } else {
                        Reply.settle(reply, reader, answer, failure);
                    }
                });
        return reply;
    }

    /** A client that cannot connect throws where it is. */
    private static <T> CompletionStage<T> sent(Supplier<? extends CompletionStage<T>> call) {
        try {
            return call.get();
        } catch (RuntimeException e) {
            return CompletableFuture.failedStage(e);
        }
    }

    @Override
    public CompletionStage<Void> load(RedisScript script) {
        return sent(() -> scripts.scriptLoadAsync(script.text())).thenAccept(sha -> {});
    }

    @Override
    public boolean isCluster() {
        return cluster;
    }

    /** Closes nothing: the client is its owner's. */
    @Override
    public void close() {}
}

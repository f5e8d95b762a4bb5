package io.github.limiter.load;

import io.github.limiter.algorithm.LuaSource;
import io.github.limiter.store.redis.RedisScript;
import io.github.limiter.store.redis.ScriptExecutor;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Keeps the order on Redis, for all nodes of all applications on one prefix. Thread-safe. */
public final class RedisLoadStore implements LoadStore {

    /** Longer than a decision waits: operators are patient. */
    private static final long PATIENCE_MILLIS = 1_000;

    private final RedisScript read = script("load_read.lua");
    private final RedisScript write = script("load_write.lua");
    private final ScriptExecutor executor;
    private final List<String> key;

    /**
     * A store.
     *
     * @param executor runs the scripts; not closed with this
     * @param keyPrefix of all keys; without braces
     */
    public RedisLoadStore(ScriptExecutor executor, String keyPrefix) {
        this.executor = executor;
        this.key = List.of(keyPrefix + "config:load");
    }

    private static RedisScript script(String file) {
        return new RedisScript(LuaSource.read(RedisLoadStore.class, "/io/github/limiter/lua/" + file));
    }

    @Override
    public CompletionStage<@Nullable Kept> read() {
        return executor.runForText(read, key, List.of())
                .toCompletableFuture()
                .copy()
                .orTimeout(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
                .thenApply(RedisLoadStore::kept);
    }

    private static @Nullable Kept kept(List<@Nullable String> reply) {
        String text = reply.get(0);
        return text == null ? null : OrderText.read(text, millis(reply.get(1)) * 1_000);
    }

    private static long millis(@Nullable String left) {
        return left == null ? 1 : Math.max(1, Long.parseLong(left));
    }

    @Override
    public CompletionStage<Void> write(LoadOrder order, String by, Duration length) {
        return run(OrderText.of(order, by), Long.toString(Math.max(1, length.toMillis())));
    }

    @Override
    public CompletionStage<Void> clear() {
        return run("", "0");
    }

    private CompletionStage<Void> run(String... arguments) {
        return executor.run(write, key, List.of(arguments))
                .toCompletableFuture()
                .copy()
                .orTimeout(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
                .thenAccept(reply -> {});
    }
}

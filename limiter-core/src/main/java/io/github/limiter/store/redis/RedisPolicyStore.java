package io.github.limiter.store.redis;

import io.github.limiter.algorithm.LuaSource;
import io.github.limiter.store.PolicyStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Keeps changed policies on Redis, for all nodes of all applications on one prefix. Thread-safe. */
public final class RedisPolicyStore implements PolicyStore {

    /** Longer than a decision waits: operators are patient. */
    private static final long PATIENCE_MILLIS = 1_000;

    private final RedisScript script =
            new RedisScript(LuaSource.read(RedisPolicyStore.class, "/io/github/limiter/lua/policies.lua"));
    private final ScriptExecutor executor;
    private final List<String> key;

    /**
     * A store.
     *
     * @param executor runs the script; not closed with this
     * @param keyPrefix of all keys; without braces
     */
    public RedisPolicyStore(ScriptExecutor executor, String keyPrefix) {
        this.executor = executor;
        this.key = List.of(keyPrefix + "policies");
    }

    private CompletableFuture<List<@Nullable String>> run(String... arguments) {
        return executor.runForText(script, key, List.of(arguments))
                .toCompletableFuture()
                .copy()
                .orTimeout(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public CompletionStage<Map<String, String>> read() {
        return run().thenApply(reply -> {
            Map<String, String> texts = new HashMap<>();
            for (int i = 1; i < reply.size(); i += 2) {
                texts.put(Objects.requireNonNull(reply.get(i)), Objects.requireNonNull(reply.get(i + 1)));
            }
            return texts;
        });
    }

    @Override
    public CompletionStage<Void> write(String name, @Nullable String text) {
        return run(name, text == null ? "" : text).thenAccept(reply -> {});
    }
}

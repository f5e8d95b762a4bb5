package io.github.limiter.store;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Keeps changed policies in this JVM, for one node, until it ends. */
public final class MemoryPolicyStore implements PolicyStore {

    private final Map<String, String> texts = new ConcurrentHashMap<>();

    /** Nothing is changed yet. */
    public MemoryPolicyStore() {}

    @Override
    public CompletionStage<Map<String, String>> read() {
        return CompletableFuture.completedFuture(Map.copyOf(texts));
    }

    @Override
    public CompletionStage<Void> write(String name, @Nullable String text) {
        if (text == null) {
            texts.remove(name);
        } else {
            texts.put(name, text);
        }
        return CompletableFuture.completedFuture(null);
    }
}

package io.github.limiter.store;

import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Where changed policies are kept, so that a node that starts later knows them. Thread-safe. */
public interface PolicyStore {

    /**
     * Reads all changes.
     *
     * @return their texts by the names under which they were written; completes exceptionally if it cannot be said
     */
    CompletionStage<Map<String, String>> read();

    /**
     * Keeps a change in the place of the one before.
     *
     * @param name under which it is kept
     * @param text the change; null: there is none any more
     * @return completes when it is kept; exceptionally if it cannot be said whether it is
     */
    CompletionStage<Void> write(String name, @Nullable String text);
}

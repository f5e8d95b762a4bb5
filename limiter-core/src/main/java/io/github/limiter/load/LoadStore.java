package io.github.limiter.load;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Where the operator's order is kept, so that a node that starts later knows it. Thread-safe. */
public interface LoadStore {

    /**
     * What is kept.
     *
     * @param order the order
     * @param by who gave it
     * @param rest microseconds until it ends, at least 1
     */
    record Kept(LoadOrder order, String by, long rest) {}

    /**
     * Reads the order.
     *
     * @return the order, null if there is none; completes exceptionally if it cannot be said
     */
    CompletionStage<@Nullable Kept> read();

    /**
     * Keeps an order in the place of any other, until it ends.
     *
     * @param order the order
     * @param by who gives it
     * @param length until it ends, at least 1 ms
     * @return completes when it is kept
     */
    CompletionStage<Void> write(LoadOrder order, String by, Duration length);

    /**
     * Forgets the order.
     *
     * @return completes when there is none
     */
    CompletionStage<Void> clear();
}

package io.github.limiter.load;

import io.github.limiter.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Keeps the order in this JVM, for one node. */
public final class MemoryLoadStore implements LoadStore {

    private static final CompletionStage<Void> DONE = CompletableFuture.completedFuture(null);

    private final TimeSource time;
    private volatile @Nullable Entry entry;

    private record Entry(LoadOrder order, String by, long until) {}

    /**
     * No order yet.
     *
     * @param time says when one ends
     */
    public MemoryLoadStore(TimeSource time) {
        this.time = time;
    }

    @Override
    public CompletionStage<@Nullable Kept> read() {
        Entry known = entry;
        long rest = known == null ? 0 : known.until - time.micros();
        return CompletableFuture.completedFuture(
                known == null || rest <= 0 ? null : new Kept(known.order, known.by, rest));
    }

    @Override
    public CompletionStage<Void> write(LoadOrder order, String by, Duration length) {
        entry = new Entry(order, by, time.micros() + length.toNanos() / 1_000);
        return DONE;
    }

    @Override
    public CompletionStage<Void> clear() {
        entry = null;
        return DONE;
    }
}

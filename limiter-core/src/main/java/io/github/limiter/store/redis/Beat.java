package io.github.limiter.store.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Does something every half second, however long it takes and however it ends. Without threads of its own. */
final class Beat implements AutoCloseable {

    private static final long BEAT_MILLIS = 500;
    private static final long PATIENCE_MILLIS = 2_500;
    private static final Executor NEXT_BEAT = CompletableFuture.delayedExecutor(BEAT_MILLIS, TimeUnit.MILLISECONDS);

    private final Supplier<CompletionStage<Void>> action;
    private volatile boolean closed;

    Beat(Supplier<CompletionStage<Void>> action) {
        this.action = action;
    }

    void start() {
        if (!closed) {
            patiently(action).whenComplete((done, failure) -> NEXT_BEAT.execute(this::start));
        }
    }

    /** Ends in any case, or the heart would stop. */
    static <T> CompletableFuture<T> patiently(Supplier<? extends CompletionStage<T>> call) {
        try {
            return call.get().toCompletableFuture().copy().orTimeout(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}

package io.github.limiter.store.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Does something every half second, however long it takes and however it ends. */
final class Beat implements AutoCloseable {

    private static final long BEAT_MILLIS = 500;
    private static final long PATIENCE_MILLIS = 2_500;
    private static final ScheduledExecutorService TIMER = timer();

    private final Supplier<CompletionStage<Void>> action;
    private volatile boolean closed;

    Beat(Supplier<CompletionStage<Void>> action) {
        this.action = action;
    }

    /**
     * One daemon thread for all beats of the JVM. The JDK's common pool may be busy with an application's tasks for long,
     * and so may its timer, on which what follows on a time-out runs.
     */
    private static ScheduledExecutorService timer() {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "limiter-beat");
            thread.setDaemon(true);
            return thread;
        });
        timer.setKeepAliveTime(2 * PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        timer.allowCoreThreadTimeOut(true);
        return timer;
    }

    void start() {
        if (!closed) {
            patiently(action)
                    .whenComplete((done, failure) -> TIMER.schedule(this::start, BEAT_MILLIS, TimeUnit.MILLISECONDS));
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

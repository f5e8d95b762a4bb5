package io.github.limiter.spring;

import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.LimiterStore;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A store that answers like one over the network: later, on a thread of its own that nobody else may use. Counts what is
 * given back.
 */
public final class LateStore implements LimiterStore {

    /** The name of its thread. */
    public static final String THREAD = "store-thread";

    private final LimiterStore delegate;
    /** Scheduled, as Reactor has the brief lock of that queue allowed to threads that must not block. */
    private final ExecutorService network =
            Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, THREAD));

    private final AtomicInteger givenBack = new AtomicInteger();
    private final List<Runnable> held = new CopyOnWriteArrayList<>();
    private volatile boolean holding;

    /** A store over another one. */
    public LateStore(LimiterStore delegate) {
        this.delegate = delegate;
    }

    /** Whether answers are held back until {@link #release}. */
    public void hold() {
        holding = true;
    }

    /** Answers all that was held back. */
    public void release() {
        holding = false;
        held.forEach(network::execute);
        held.clear();
    }

    /** How many answers are held back. */
    public int held() {
        return held.size();
    }

    /** How many decisions were given back. */
    public int givenBack() {
        return givenBack.get();
    }

    @Override
    public CompletionStage<List<LimitResult>> decide(List<LimitCheck> checks) {
        CompletableFuture<List<LimitResult>> answer = new CompletableFuture<>();
        Runnable deciding = () ->
                answer.complete(delegate.decide(checks).toCompletableFuture().join());
        if (holding) {
            held.add(deciding);
        } else {
            network.execute(deciding);
        }
        return answer;
    }

    @Override
    public CompletionStage<Void> giveBack(List<LimitResult> results) {
        givenBack.incrementAndGet();
        return delegate.giveBack(results);
    }

    @Override
    public void close() {
        network.shutdownNow();
        delegate.close();
    }
}

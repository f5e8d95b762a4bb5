package io.github.limiter.spring;

import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.LimiterStore;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

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

    /**
     * Subscribes to a call, and cancels it when the answer is here and what follows is about to go on on another thread:
     * between the two.
     */
    public void cancelAsItAnswers(Mono<?> call) {
        hold();
        Disposable caller = call.subscribe();
        Applications.await(() -> held() > 0);
        CountDownLatch left = new CountDownLatch(1);
        Schedulers.onScheduleHook(THREAD, task -> {
            if (Thread.currentThread().getName().equals(THREAD)) {
                caller.dispose();
                left.countDown();
            }
            return task;
        });
        try {
            release();
            left.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        } finally {
            Schedulers.resetOnScheduleHook(THREAD);
        }
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

package io.github.limiter.store.resilience;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/** Runs the same on many threads that begin together. */
final class InParallel {

    private InParallel() {}

    static void run(int threads, IntConsumer body) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            CyclicBarrier start = new CyclicBarrier(threads);
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int thread = i;
                all.add(executor.submit(() -> {
                    start.await();
                    body.accept(thread);
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get(1, TimeUnit.MINUTES);
            }
        } finally {
            executor.shutdownNow();
        }
    }
}

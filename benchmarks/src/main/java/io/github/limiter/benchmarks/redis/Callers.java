package io.github.limiter.benchmarks.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/** Threads that ask again as soon as they have an answer, as those of a server under load. */
final class Callers implements Load, AutoCloseable {

    private final int count;
    private final ExecutorService threads;

    Callers(int count) {
        this.count = count;
        this.threads = Executors.newFixedThreadPool(count);
    }

    @Override
    public void prepare(RedisLimiter limiter, List<String> users) throws ExecutionException, InterruptedException {
        all(caller -> {
            for (int i = caller; i < users.size(); i += count) {
                limiter.prepare(users.get(i));
            }
            return 0L;
        });
    }

    @Override
    public Answered call(RedisLimiter limiter, List<String> users, long millis)
            throws ExecutionException, InterruptedException {
        long start = System.nanoTime();
        long end = start + millis * 1_000_000;
        long calls = all(caller -> {
            ThreadLocalRandom random = ThreadLocalRandom.current();
            long answered = 0;
            while (System.nanoTime() - end < 0) {
                if (!limiter.tryAcquire(users.get(random.nextInt(users.size())))) {
                    throw new IllegalStateException("refused where all are to be admitted: " + limiter);
                }
                answered++;
            }
            return answered;
        });
        return new Answered(calls, (System.nanoTime() - start) / 1e9);
    }

    private interface Work {

        long run(int caller) throws Exception;
    }

    private long all(Work work) throws ExecutionException, InterruptedException {
        List<Callable<Long>> tasks = new ArrayList<>();
        IntStream.range(0, count).forEach(caller -> tasks.add(() -> work.run(caller)));
        long sum = 0;
        for (Future<Long> done : threads.invokeAll(tasks)) {
            sum += done.get();
        }
        return sum;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}

package io.github.limiter.benchmarks.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;

/**
 * One thread that sends many requests before it waits for their answers. So the server spends its time on the requests
 * themselves, not on being woken, and what a request costs it can be told.
 */
final class Pipeline implements Load {

    private static final int DEPTH = 256;

    @Override
    public void prepare(RedisLimiter limiter, List<String> users) {
        users.forEach(limiter::prepare);
    }

    @Override
    public Answered call(RedisLimiter limiter, List<String> users, long millis)
            throws ExecutionException, InterruptedException {
        long start = System.nanoTime();
        long end = start + millis * 1_000_000;
        long answered = 0;
        while (System.nanoTime() - end < 0) {
            List<Future<Boolean>> answers = new ArrayList<>(DEPTH);
            for (int i = 0; i < DEPTH; i++) {
                String user = users.get(ThreadLocalRandom.current().nextInt(users.size()));
                answers.add(limiter.ask(user).toCompletableFuture());
            }
            for (Future<Boolean> answer : answers) {
                if (!answer.get()) {
                    throw new IllegalStateException("refused where all are to be admitted: " + limiter);
                }
            }
            answered += DEPTH;
        }
        return new Answered(answered, (System.nanoTime() - start) / 1e9);
    }
}

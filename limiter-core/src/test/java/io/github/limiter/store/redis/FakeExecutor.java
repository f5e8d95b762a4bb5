package io.github.limiter.store.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A cluster whose replies a test gives, run by run. */
final class FakeExecutor implements ScriptExecutor {

    /** What was asked, and the reply to come. */
    record Run(List<String> keys, List<String> arguments, CompletableFuture<List<Long>> reply) {

        /** All limits have room; 7 units are left in each. */
        void admits(long now) {
            List<Long> integers = new ArrayList<>(List.of(now));
            for (int i = 0; i < keys.size(); i++) {
                integers.addAll(List.of(0L, 7L, 11L, 0L));
            }
            reply.complete(integers);
        }

        /** The first limit has no room for so long; the others have. */
        void refuses(long now, long retryAfter) {
            List<Long> integers = new ArrayList<>(List.of(now, retryAfter, 0L, retryAfter, 0L));
            for (int i = 1; i < keys.size(); i++) {
                integers.addAll(List.of(0L, 7L, 11L, 0L));
            }
            reply.complete(integers);
        }

        void fails(RuntimeException failure) {
            reply.completeExceptionally(failure);
        }
    }

    /** The store loads what decides several limits, what gives back, then what decides single ones. */
    private static final int GIVE_BACK = 1;

    private final List<RedisScript> loaded = new ArrayList<>();
    final List<Run> decisions = new CopyOnWriteArrayList<>();
    final List<Run> giveBacks = new ArrayList<>();

    private @Nullable RuntimeException refusal;

    /** Throws instead of sending; null to end that. */
    void refusesToSend(@Nullable RuntimeException refusal) {
        this.refusal = refusal;
    }

    @Override
    public CompletionStage<List<Long>> run(RedisScript script, List<String> keys, List<String> arguments) {
        if (refusal != null) {
            throw refusal;
        }
        Run run = new Run(keys, arguments, new CompletableFuture<>());
        (script == loaded.get(GIVE_BACK) ? giveBacks : decisions).add(run);
        return run.reply;
    }

    @Override
    public CompletionStage<List<String>> runForText(RedisScript script, List<String> keys, List<String> arguments) {
        throw new AssertionError("asked for text");
    }

    @Override
    public CompletionStage<Void> load(RedisScript script) {
        loaded.add(script);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public boolean isCluster() {
        return true;
    }

    @Override
    public void close() {}
}

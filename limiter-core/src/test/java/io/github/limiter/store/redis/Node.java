package io.github.limiter.store.redis;

import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.LimitResult.Basis;
import io.github.limiter.store.MemoryStore;
import io.github.limiter.store.TestLimit;
import io.github.limiter.store.resilience.DenialCache;
import io.github.limiter.store.resilience.ResilientStore;
import io.github.limiter.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A node of an application, put together as applications have it; its deadline is one that a busy machine keeps. */
final class Node implements AutoCloseable {

    static final Duration DEADLINE = Duration.ofMillis(300);

    /** What is late by more than this is not late by chance. */
    private static final Duration PATIENCE = DEADLINE.plusSeconds(1);

    private final Client.Connection connection;
    private final RedisStore shared;
    private final DenialCache store;
    private final Pulse pulse;

    Node(Client.Connection connection, String prefix) {
        this.connection = connection;
        pulse = new Pulse(connection.executor(), prefix, "test");
        shared = new RedisStore(connection.executor(), prefix, Stores.ALGORITHMS);
        ResilientStore resilient =
                new ResilientStore(shared, DEADLINE, new MemoryStore(100_000, TimeSource.system()), pulse::liveNodes);
        store = connection.executor().isCluster()
                ? DenialCache.onCluster(resilient, 10_000, check -> false)
                : DenialCache.of(resilient, 10_000, check -> false);
        pulse.start(store::clear);
    }

    /** Fails if there is no answer soon after the deadline. */
    CompletableFuture<List<LimitResult>> send(LimitCheck... checks) {
        return store.decide(List.of(checks)).toCompletableFuture().orTimeout(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
    }

    LimitResult call(TestLimit limit) {
        return send(limit.cost(1)).join().get(0);
    }

    /** That many calls at once, and their answers. */
    List<LimitResult> calls(TestLimit limit, int number) {
        List<CompletableFuture<List<LimitResult>>> sent =
                Stream.generate(() -> send(limit.cost(1))).limit(number).toList();
        return sent.stream().map(answer -> answer.join().get(0)).toList();
    }

    /** Ends calls. */
    void end(List<LimitResult> results) {
        results.forEach(result -> store.giveBack(List.of(result)));
    }

    boolean counts(TestLimit limit) {
        return call(limit).basis() == Basis.STORE;
    }

    /** The count of all, without what a node puts around it. */
    RedisStore shared() {
        return shared;
    }

    Pulse pulse() {
        return pulse;
    }

    @Override
    public void close() {
        pulse.close();
        store.close();
        connection.close();
    }
}

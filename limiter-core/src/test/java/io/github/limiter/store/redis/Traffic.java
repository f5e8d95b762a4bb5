package io.github.limiter.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.annotation.Tier;
import io.github.limiter.policy.Quota;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.LimitResult.Basis;
import io.github.limiter.store.LimiterStore;
import io.github.limiter.store.TestLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Calls of a core service that go on whatever happens, each with a count of its own: so it shows afterwards whether one
 * was charged twice. Each has quota left, so none may be refused.
 */
final class Traffic implements AutoCloseable {

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final TestLimit LIMIT = TestLimit.of(Algorithms.FIXED_WINDOW, Quota.of(5, Duration.ofDays(366)))
            .named("traffic")
            .in(Tier.P0);

    private final List<CompletableFuture<List<LimitResult>>> calls = new ArrayList<>();
    private final Thread sender;
    private final String name;
    private volatile boolean stopped;

    Traffic(Node node, String name) {
        this.name = name;
        sender = new Thread(
                () -> {
                    while (!stopped) {
                        calls.add(node.send(number(calls.size()).cost(1)));
                        LockSupport.parkNanos(PAUSE_NANOS);
                    }
                },
                "traffic");
        sender.start();
    }

    private TestLimit number(int call) {
        return LIMIT.refinedBy(name + call);
    }

    @Override
    public void close() {
        stopped = true;
        try {
            sender.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops it, and asks the server itself what was charged. */
    void hasBeenChargedOnce(LimiterStore server, boolean nothingIsLost) {
        close();
        List<LimitResult> answers =
                calls.stream().map(call -> call.join().get(0)).toList();
        assertThat(answers).isNotEmpty().allMatch(LimitResult::allowed);
        List<CompletableFuture<List<LimitResult>>> counts = new ArrayList<>();
        for (int call = 0; call < answers.size(); call++) {
            counts.add(server.decide(List.of(number(call).cost(1))).toCompletableFuture());
        }
        for (int call = 0; call < answers.size(); call++) {
            long charged = 4
                    - counts.get(call)
                            .orTimeout(20, TimeUnit.SECONDS)
                            .join()
                            .get(0)
                            .remaining();
            boolean answered = answers.get(call).basis() == Basis.STORE;
            assertThat(charged)
                    .as(
                            "charges of call %d of %d, answered by %s",
                            call, answers.size(), answers.get(call).basis())
                    .isBetween(answered && nothingIsLost ? 1L : 0L, 1L);
        }
    }
}

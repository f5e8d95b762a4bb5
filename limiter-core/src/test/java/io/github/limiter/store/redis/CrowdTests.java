package io.github.limiter.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.annotation.Tier;
import io.github.limiter.policy.Quota;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.LimitResult.Basis;
import io.github.limiter.store.TestLimit;
import io.github.limiter.subject.Subject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ten thousand at once, while Redis is frozen. */
class CrowdTests {

    private static final int CROWD = 10_000;

    private final TestLimit limit = TestLimit.of(Algorithms.FIXED_WINDOW, Quota.of(5, Duration.ofDays(366)))
            .in(Tier.P0);

    /** Lets a test see how many runs are under way. */
    private static final class Watched extends SharedExecutor {

        private final ScriptExecutor executor;
        private final AtomicInteger runs = new AtomicInteger();
        private final AtomicInteger underWay = new AtomicInteger();

        Watched(ScriptExecutor executor) {
            super(executor);
            this.executor = executor;
        }

        @Override
        public CompletionStage<List<Long>> run(RedisScript script, List<String> keys, List<String> arguments) {
            runs.incrementAndGet();
            underWay.incrementAndGet();
            return super.run(script, keys, arguments).whenComplete((reply, failure) -> underWay.decrementAndGet());
        }

        @Override
        public void close() {
            executor.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void isAnsweredAndLeavesNothingBehind(Client client) {
        try (RedisServer server = new RedisServer()) {
            Client.Connection connection = client.connect(server.uri());
            Watched watched = new Watched(connection.executor());
            try (Node node = new Node(new Client.Connection(watched, connection.shutdown()), TestRedis.newPrefix())) {
                assertThat(node.counts(limit)).isTrue();

                server.freeze();
                assertThat(crowd(node, "first-")).hasSize(CROWD).allMatch(CrowdTests::isAdmittedByTheNode);
                int runs = watched.runs.get();
                assertThat(crowd(node, "second-")).hasSize(CROWD).allMatch(CrowdTests::isAdmittedByTheNode);
                assertThat(watched.runs.get() - runs)
                        .as("Redis is asked now and then, whether it answers")
                        .isLessThan(100);

                server.thaw();
                Await.until("Redis counts again", () -> node.counts(limit.named("any")));
                Await.until("no run is forgotten", () -> watched.underWay.get() == 0);
            }
        }
    }

    private List<LimitResult> crowd(Node node, String name) {
        List<CompletableFuture<List<LimitResult>>> calls = IntStream.range(0, CROWD)
                .mapToObj(i -> node.send(limit.on(Subject.of("user", name + i)).cost(1)))
                .toList();
        return calls.stream().map(call -> call.join().get(0)).toList();
    }

    private static boolean isAdmittedByTheNode(LimitResult result) {
        return result.allowed() && result.basis() == Basis.NODE;
    }
}

package io.github.limiter.store.redis;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.policy.Quota;
import io.github.limiter.store.DifferentialSteps;
import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.LimiterStore;
import io.github.limiter.store.MemoryStore;
import io.github.limiter.store.TestLimit;
import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Lua and Java are the same: random steps on Redis and in memory have the same answers, to the microsecond. */
class RedisDifferentialTests {

    static final List<String> ALGORITHMS = DifferentialSteps.ALGORITHMS;

    private static final int STEPS = 10_000;

    private static Stores stores;

    @BeforeAll
    static void connect() {
        stores = new Stores(Client.LETTUCE, TestRedis.uri());
    }

    @AfterAll
    static void disconnect() {
        stores.close();
    }

    @ParameterizedTest
    @FieldSource("ALGORITHMS")
    void answersAsMemoryDoes(String algorithm) {
        long seed = 20260328;
        ManualTime time = new ManualTime(Instant.parse("2026-03-28T12:00:00Z"));
        MemoryStore memory = new MemoryStore(10_000, time);

        new DifferentialSteps(algorithm, seed, time, memory, stores.create(time)).run(STEPS);
    }

    @ParameterizedTest
    @FieldSource("ALGORITHMS")
    void answersInACrowdAsMemoryDoes(String algorithm) {
        ManualTime time = new ManualTime(Instant.parse("2026-03-28T12:00:00Z"));
        MemoryStore memory = new MemoryStore(10_000, time);

        new DifferentialSteps(algorithm, 20260329, time, memory, inACrowd(stores.create(time))).run(STEPS / 4);
    }

    /** Sends every call between two of others, so that it does not go by itself. */
    private static LimiterStore inACrowd(LimiterStore store) {
        LimitCheck before = other(Algorithms.TOKEN_BUCKET).cost(1);
        LimitCheck after = other(Algorithms.SLIDING_WINDOW).cost(1);
        return new LimiterStore() {
            @Override
            public CompletionStage<List<LimitResult>> decide(List<LimitCheck> checks) {
                store.decide(List.of(before));
                CompletionStage<List<LimitResult>> results = store.decide(checks);
                store.decide(List.of(after, before));
                return results;
            }

            @Override
            public CompletionStage<Void> giveBack(List<LimitResult> results) {
                return store.giveBack(results);
            }

            @Override
            public void close() {
                store.close();
            }
        };
    }

    private static TestLimit other(String algorithm) {
        return TestLimit.of(algorithm, Quota.of(10, Duration.ofMinutes(1))).named("other-" + algorithm);
    }
}

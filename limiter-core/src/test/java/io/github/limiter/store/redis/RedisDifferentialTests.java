package io.github.limiter.store.redis;

import io.github.limiter.store.DifferentialSteps;
import io.github.limiter.store.MemoryStore;
import io.github.limiter.time.ManualTime;
import java.time.Instant;
import java.util.List;
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
}

package io.github.limiter.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The first callers do not wait until classes are loaded, connections made and scripts known. */
class WarmUpTests {

    @ParameterizedTest
    @EnumSource
    void decidesForNobodyAndLeavesNothingBehind(Client client) {
        try (RedisServer server = new RedisServer();
                Stores stores = new Stores(client, server.uri())) {
            RedisStore store = stores.create("limiter:");

            store.warmUp();

            assertThat(calls(stores)).isGreaterThanOrEqualTo(20);
            Await.until("all keys have ended", () -> stores.redis().keys("*").isEmpty());
        }
    }

    /** How often scripts were called by name. */
    private static int calls(Stores stores) {
        return stores.redis()
                .info("commandstats")
                .lines()
                .filter(line -> line.startsWith("cmdstat_evalsha:"))
                .mapToInt(line -> Integer.parseInt(line.replaceAll(".*:calls=(\\d+),.*", "$1")))
                .sum();
    }

    @Test
    void reachesAllServersOfACluster() {
        FakeExecutor cluster = new FakeExecutor();
        RedisStore store = new RedisStore(cluster, "limiter:", Stores.ALGORITHMS);

        Thread thread = new Thread(store::warmUp);
        thread.start();
        Await.until("ten turns are over", () -> {
            List.copyOf(cluster.decisions).forEach(run -> run.admits(1));
            return !thread.isAlive();
        });

        assertThat(cluster.decisions.stream()
                        .flatMap(run -> run.keys().stream())
                        .map(key -> key.replaceAll("}.*", "")))
                .contains("limiter:{warm-up:0", "limiter:{warm-up:1", "limiter:{warm-up:9");
    }

    @Test
    void endsWithTheFirstFailure() {
        FakeExecutor down = new FakeExecutor();
        RedisStore store = new RedisStore(down, "limiter:", Stores.ALGORITHMS);

        Thread thread = new Thread(store::warmUp);
        thread.start();
        Await.until("the first turn is sent", () -> down.decisions.size() == 3);
        List.copyOf(down.decisions).forEach(run -> run.fails(new IllegalStateException("no connection")));
        Await.until("it has given up", () -> !thread.isAlive());

        assertThat(down.decisions).hasSize(3);
    }

    @Test
    void endsAfterASecondThoughNothingIsAnswered() {
        RedisStore store = new RedisStore(new FakeExecutor(), "limiter:", Stores.ALGORITHMS);
        long start = System.nanoTime();

        store.warmUp();

        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .isBetween(Duration.ofMillis(900), Duration.ofSeconds(10));
    }
}

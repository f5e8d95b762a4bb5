package io.github.limiter.store.redis;

import static io.github.limiter.store.redis.Decisions.call;
import static io.github.limiter.store.redis.Decisions.decide;
import static io.github.limiter.store.redis.Decisions.giveBack;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.policy.Quota;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.TestLimit;
import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many later calls a sliding window on Redis looks back over, to give back what an earlier one took. */
class LateGiveBackTests {

    private static Stores stores;

    private final ManualTime time = new ManualTime(Instant.parse("2026-01-01T00:00:00Z"));
    private final RedisStore store = stores.create(time);
    private final TestLimit limit = TestLimit.of(Algorithms.SLIDING_WINDOW, Quota.of(1_000, Duration.ofHours(1)));

    @BeforeAll
    static void connect() {
        stores = new Stores(Client.LETTUCE, TestRedis.uri());
    }

    @AfterAll
    static void disconnect() {
        stores.close();
    }

    @ParameterizedTest(name = "{0} earlier, {1} later: {2} given back")
    @CsvSource({"0, 0, 5", "0, 1, 5", "0, 299, 5", "1, 299, 5", "0, 300, 0", "1, 300, 0", "500, 299, 5", "500, 400, 0"})
    void lookBack(int earlier, int later, int givenBack) {
        calls(earlier);
        time.advanceMicros(1);
        List<LimitResult> taken = decide(store, limit.cost(5));
        time.advanceMicros(1);
        calls(later);

        giveBack(store, taken);

        assertThat(call(store, limit, 1).remaining()).isEqualTo(1_000 - earlier - later - 5 + givenBack - 1);
    }

    private void calls(int count) {
        CompletableFuture.allOf(IntStream.range(0, count)
                        .mapToObj(i -> store.decide(List.of(limit.cost(1))).toCompletableFuture())
                        .toArray(CompletableFuture<?>[]::new))
                .join();
    }
}

package io.github.limiter.store.redis;

import static io.github.limiter.annotation.Algorithms.FIXED_WINDOW;
import static io.github.limiter.annotation.Algorithms.LEAKY_BUCKET;
import static io.github.limiter.annotation.Algorithms.SLIDING_WINDOW;
import static io.github.limiter.annotation.Algorithms.TOKEN_BUCKET;
import static io.github.limiter.store.redis.Decisions.call;
import static io.github.limiter.store.redis.Decisions.decide;
import static io.github.limiter.store.redis.Decisions.giveBack;
import static io.github.limiter.store.redis.Decisions.passes;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.policy.Quota;
import io.github.limiter.store.DifferentialSteps;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.MemoryStore;
import io.github.limiter.store.TestLimit;
import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A key lives until it would be no different from a new one, and none lives for ever. On the clock of the server. */
class TimeToLiveTests {

    static final List<String> ALGORITHMS = DifferentialSteps.ALGORITHMS;

    private static final Quota FOUR = Quota.of(4, Duration.ofHours(1));
    private static final long HOUR = 3_600_000;
    private static final long QUARTER = HOUR / 4;

    /** How long a test may take between a call and the look at the key, in milliseconds. */
    private static final long SLACK = 30_000;

    private static Stores stores;

    private final String prefix = TestRedis.newPrefix();
    private final RedisStore store = stores.create(prefix);
    private final String key = prefix + "{user:carol}:limit:test:limit";

    @BeforeAll
    static void connect() {
        stores = new Stores(Client.LETTUCE, TestRedis.uri());
    }

    @AfterAll
    static void disconnect() {
        stores.close();
    }

    private long timeToLive() {
        return stores.redis().pttl(key);
    }

    @Nested
    class LastsUntil {

        @Test
        void theBucketIsFull() {
            call(store, TestLimit.of(TOKEN_BUCKET, FOUR), 2);

            assertThat(timeToLive()).isBetween(2 * QUARTER - SLACK, 2 * QUARTER);
        }

        @Test
        void theNewestUnitHasLeftTheWindow() {
            call(store, TestLimit.of(SLIDING_WINDOW, FOUR), 2);

            assertThat(timeToLive()).isBetween(HOUR - SLACK, HOUR);
        }

        @Test
        void theWindowEnds() {
            LimitResult result = call(store, TestLimit.of(FIXED_WINDOW, FOUR), 2);

            long end = result.resetAfter() / 1_000;
            assertThat(timeToLive()).isBetween(end - SLACK, end + 1);
        }

        @Test
        void theNextDepartureIsFree() {
            call(store, TestLimit.of(LEAKY_BUCKET, FOUR), 3);

            assertThat(timeToLive()).isBetween(3 * QUARTER - SLACK, 3 * QUARTER);
        }
    }

    @ParameterizedTest
    @FieldSource("ALGORITHMS")
    void isAMillisecondAtLeast(String algorithm) {
        TestLimit brief = TestLimit.of(algorithm, Quota.of(1_000, Duration.ofMillis(1)));

        assertThat(passes(store, brief)).isTrue();
    }

    @ParameterizedTest
    @FieldSource("ALGORITHMS")
    void endsTheKeyByItself(String algorithm) {
        TestLimit brief = TestLimit.of(algorithm, Quota.of(1, Duration.ofMillis(50)));
        passes(store, brief);

        Await.until("the key has ended", () -> stores.redis().exists(key) == 0);
    }

    @ParameterizedTest
    @FieldSource("ALGORITHMS")
    void isRepairedByARefusedCall(String algorithm) {
        TestLimit limit = TestLimit.of(algorithm, FOUR);
        call(store, limit, 4);
        stores.redis().persist(key);

        assertThat(passes(store, limit)).isFalse();

        assertThat(timeToLive()).isBetween(1L, HOUR);
        assertThat(passes(store, limit)).as("still counts").isFalse();
    }

    @ParameterizedTest
    @FieldSource("ALGORITHMS")
    void isRepairedByACharge(String algorithm) {
        TestLimit limit = TestLimit.of(algorithm, FOUR.withMaxWait(Duration.ofHours(1)));
        call(store, limit, 1);
        stores.redis().persist(key);

        assertThat(passes(store, limit)).isTrue();

        assertThat(timeToLive()).isBetween(1L, 2 * HOUR);
    }

    @Test
    void growsWithTheWindowThoughNothingIsCharged() {
        TestLimit limit = TestLimit.of(SLIDING_WINDOW, FOUR);
        call(store, limit, 4);

        assertThat(passes(store, limit.changedTo(Quota.of(4, Duration.ofHours(10)))))
                .isFalse();

        assertThat(timeToLive()).isBetween(10 * HOUR - SLACK, 10 * HOUR);
    }

    @ParameterizedTest
    @FieldSource("ALGORITHMS")
    void staysWhenUnitsAreGivenBack(String algorithm) {
        TestLimit limit = TestLimit.of(algorithm, FOUR.withMaxWait(Duration.ofHours(1)));
        call(store, limit, 1);
        List<LimitResult> taken = decide(store, limit.cost(2));

        giveBack(store, taken);

        assertThat(timeToLive()).isBetween(1L, HOUR);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void isThereWhateverHappened(long seed) {
        for (String algorithm : ALGORITHMS) {
            ManualTime time = new ManualTime(Instant.parse("2026-01-01T00:00:00Z"));
            new DifferentialSteps(
                            algorithm,
                            seed,
                            time,
                            new MemoryStore(1_000, time),
                            new RedisStore(stores.executor(), prefix + algorithm + ':', Stores.ALGORITHMS, time))
                    .run(150);
        }

        List<String> keys = stores.redis().keys(prefix + '*');
        assertThat(keys).hasSizeGreaterThan(8).allMatch(key -> stores.redis().pttl(key) > 0);
    }
}

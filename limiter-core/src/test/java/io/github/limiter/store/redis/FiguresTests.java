package io.github.limiter.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.annotation.Dimensions;
import io.github.limiter.policy.Quota;
import io.github.limiter.store.CounterKey;
import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.TestLimit;
import io.github.limiter.subject.Subject;
import io.github.limiter.time.ManualTime;
import io.lettuce.core.CopyArgs;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What a key may take in memory, and a call in time, both as the server says. */
class FiguresTests {

    private static final String KEY = "limiter:{ip:203.0.113.7}:limit:shop:product-list";
    private static final String COPY = KEY + ":copy";

    /** A call is measured so often, and the least time counts: the server is not alone on its machine. */
    private static final int ROUNDS = 7;

    private static final Duration WINDOW = Duration.ofMinutes(10);

    private static RedisServer server;
    private static Stores stores;

    private final ManualTime time = new ManualTime(Instant.parse("2026-01-01T00:00:00Z"));
    private final RedisStore store =
            new RedisStore(stores.executor(), RedisStore.DEFAULT_KEY_PREFIX, Stores.ALGORITHMS, time);

    @BeforeAll
    static void start() {
        server = new RedisServer("--slowlog-log-slower-than", "0", "--slowlog-max-len", "10");
        stores = new Stores(Client.LETTUCE, server.uri());
    }

    @AfterAll
    static void stop() {
        stores.close();
        server.close();
    }

    @BeforeEach
    void empty() {
        stores.redis().flushall();
    }

    /** A call on {@link #KEY}. */
    private static LimitCheck productList(String algorithm, Quota quota, long cost) {
        LimitCheck any = TestLimit.of(algorithm, quota).named("product-list").cost(cost);
        CounterKey key = new CounterKey(Subject.of(Dimensions.IP, "203.0.113.7"), "shop:product-list", null);
        return new LimitCheck(any.policy(), key, any.algorithm(), quota, cost);
    }

    private static LimitCheck slidingWindow(long limit, long cost) {
        return productList(Algorithms.SLIDING_WINDOW, Quota.of(limit, WINDOW), cost);
    }

    private static LimitCheck concurrency(long limit, Duration window) {
        return productList(Algorithms.CONCURRENCY, Quota.of(limit, window), 1);
    }

    private static LimitCheck again(LimitCheck check) {
        return new LimitCheck(check.policy(), check.key(), check.algorithm(), check.quota(), check.cost());
    }

    /** Calls, a microsecond apart. */
    private void calls(LimitCheck check, int count) {
        CompletableFuture.allOf(IntStream.range(0, count)
                        .mapToObj(i -> {
                            time.advanceMicros(1);
                            return store.decide(List.of(again(check))).toCompletableFuture();
                        })
                        .toArray(CompletableFuture<?>[]::new))
                .join();
    }

    @Nested
    class InMemory {

        @Test
        void aTokenBucketTakes128BytesAtMost() {
            calls(productList(Algorithms.TOKEN_BUCKET, Quota.of(20, Duration.ofMinutes(1)), 1), 3);

            assertThat(stores.redis().memoryUsage(KEY)).isLessThanOrEqualTo(128);
        }

        @Test
        void aSlidingWindowTakes12BytesAUnitAtMost() {
            calls(slidingWindow(600, 1), 600);

            assertThat(stores.redis().llen(KEY))
                    .as("one entry a call, and the head")
                    .isEqualTo(601);
            assertThat(stores.redis().memoryUsage(KEY)).isLessThanOrEqualTo(600 * 12);
        }

        @Test
        void aCallOfManyUnitsTakesNoMoreThanOneOfOne() {
            calls(slidingWindow(100_000, 100_000), 1);

            assertThat(stores.redis().memoryUsage(KEY)).isLessThanOrEqualTo(256);
        }
    }

    /** No call takes more than a millisecond of the server, however much has gathered under a key. */
    @Nested
    class InTime {

        @Test
        void tenThousandCallsLeaveTheWindowAtOnce() {
            calls(slidingWindow(20_000, 1), 10_000);
            time.advance(WINDOW.dividedBy(2));
            calls(slidingWindow(20_000, 1), 10_000);
            time.advance(WINDOW.dividedBy(2));

            LimitResult result = measure(slidingWindow(20_000, 1));

            assertThat(result.remaining()).isEqualTo(20_000 - 10_000 - 1);
        }

        @Test
        void tenThousandCallsAreTheLastOfTheirKey() {
            calls(slidingWindow(10_000, 1), 10_000);
            time.advance(WINDOW);

            LimitResult result = measure(slidingWindow(10_000, 1));

            assertThat(result.remaining()).isEqualTo(10_000 - 1);
        }

        @Test
        void aRefusedCallWaitsForTheMiddleOfTwentyThousand() {
            calls(slidingWindow(20_000, 1), 20_000);

            LimitResult result = measure(slidingWindow(20_000, 10_000));

            assertThat(result.retryAfter()).isEqualTo(WINDOW.toNanos() / 1_000 - 10_000);
        }

        @Test
        void oneCallAsksForAHundredThousandUnits() {
            LimitResult result = measure(slidingWindow(100_000, 100_000));

            assertThat(result.charged()).isTrue();
        }

        @Test
        void tenThousandLeasesHaveEndedAndOneHasNot() {
            calls(concurrency(10_000, WINDOW.dividedBy(2)), 9_999);
            calls(concurrency(10_000, WINDOW), 1);
            time.advance(WINDOW.dividedBy(2));

            LimitResult result = measure(concurrency(10_000, WINDOW));

            assertThat(result.remaining()).isEqualTo(10_000 - 2);
        }

        @Test
        void tenThousandLeasesAreMoreThanMayBeNow() {
            calls(concurrency(10_000, WINDOW), 10_000);

            LimitResult result = measure(concurrency(1, WINDOW));

            assertThat(result.retryAfter()).isEqualTo(WINDOW.toNanos() / 1_000);
        }

        @Test
        void tenThousandLeasesWereTheLastOfTheirKey() {
            calls(concurrency(10_000, WINDOW), 10_000);
            time.advance(WINDOW);

            LimitResult result = measure(concurrency(10_000, WINDOW));

            assertThat(result.remaining()).isEqualTo(10_000 - 1);
        }

        /** Decides the call again and again on the same count; the best time of the script must do. */
        private LimitResult measure(LimitCheck check) {
            boolean counted = stores.redis().exists(KEY) > 0;
            if (counted) {
                stores.redis().copy(KEY, COPY, CopyArgs.Builder.replace(true));
            }
            LimitResult result = null;
            long best = Long.MAX_VALUE;
            for (int round = 0; round < ROUNDS; round++) {
                stores.redis().del(KEY);
                if (counted) {
                    stores.redis().copy(COPY, KEY);
                }
                stores.redis().slowlogReset();
                result = store.decide(List.of(check))
                        .toCompletableFuture()
                        .join()
                        .get(0);
                best = Math.min(best, microsOfTheScript());
            }
            assertThat(best).as("microseconds").isLessThanOrEqualTo(1_000);
            return result;
        }

        /** The entries of the log are number, time, duration, command. */
        private long microsOfTheScript() {
            for (Object entry : stores.redis().slowlogGet()) {
                List<?> fields = (List<?>) entry;
                if (((List<?>) fields.get(3)).get(0).toString().equalsIgnoreCase("evalsha")) {
                    return (Long) fields.get(2);
                }
            }
            throw new AssertionError("the log of slow commands has no script");
        }
    }
}

package io.github.limiter.store.resilience;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.annotation.FailureMode;
import io.github.limiter.annotation.Tier;
import io.github.limiter.policy.Quota;
import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.LimiterStore;
import io.github.limiter.store.MemoryStore;
import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With the cache, every call of a random sequence is decided as by the store alone. */
class DenialCacheDifferentialTests {

    private static final List<String> ALGORITHMS = List.of(
            Algorithms.FIXED_WINDOW, Algorithms.SLIDING_WINDOW, Algorithms.TOKEN_BUCKET, Algorithms.LEAKY_BUCKET);
    private static final List<Quota> QUOTAS = List.of(
            Quota.of(4, Duration.ofSeconds(2)),
            Quota.of(7, Duration.ofSeconds(3)),
            Quota.of(5, Duration.ofSeconds(1)).withMaxWait(Duration.ofMillis(300)));

    private final ManualTime time = new ManualTime(1_700_000_000_000_000L);
    private final LimiterStore alone = new MemoryStore(1_000, time);
    private final DenialCache cached = new DenialCache(
            new MemoryStore(1_000, time), 6, Long.MAX_VALUE, check -> false, () -> time.micros() * 1_000);
    private long answeredByTheCache;
    private Quota quota = QUOTAS.get(0);

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void nothingIsDecidedOtherwise(long seed) {
        Random random = new Random(seed);
        for (int step = 0; step < 3_000; step++) {
            time.advanceMicros(random.nextInt(4) == 0 ? random.nextInt(900_000) : random.nextInt(3));
            switch (random.nextInt(40)) {
                case 0 -> cached.forget(Checks.ANY.key().subject());
                case 1 -> changeQuota(QUOTAS.get(random.nextInt(QUOTAS.size())));
                default -> compare(random, step);
            }
        }
        assertThat(answeredByTheCache).as("calls that were not sent").isGreaterThan(500);
    }

    /** Followed by a call, since a quota takes effect on a count with the first call that reaches the store. */
    private void changeQuota(Quota quota) {
        this.quota = quota;
        cached.clear();
        List<LimitCheck> all =
                ALGORITHMS.stream().map(algorithm -> check(algorithm, 1)).toList();
        assertThat(decide(cached, all)).isEqualTo(decide(alone, all));
    }

    private void compare(Random random, int step) {
        List<LimitCheck> checks = checks(random);
        long hits = cached.hits();
        List<LimitResult> expected = decide(alone, checks);
        List<LimitResult> actual = decide(cached, checks);

        if (cached.hits() == hits) {
            assertThat(actual).as("step %d", step).isEqualTo(expected);
        } else {
            answeredByTheCache++;
            for (int i = 0; i < checks.size(); i++) {
                compareKnown(actual.get(i), expected.get(i), step);
            }
            assertThat(actual).as("step %d", step).anyMatch(LimitResult::refuses);
        }
        if (random.nextInt(10) == 0) {
            alone.giveBack(expected);
            cached.giveBack(actual);
        }
    }

    private static void compareKnown(LimitResult actual, LimitResult expected, int step) {
        assertThat(actual.charged()).as("step %d", step).isEqualTo(expected.charged());
        if (actual.refuses()) {
            assertThat(expected.refuses()).as("step %d: %s", step, expected).isTrue();
            assertThat(actual.retryAfter())
                    .as("step %d: what a cost as great as this or smaller had to wait", step)
                    .isPositive()
                    .isLessThanOrEqualTo(expected.retryAfter());
        }
    }

    @Test
    void timesAreThoseOfTheStoreWhereACostIsRepeated() {
        Random random = new Random(0);
        for (int step = 0; step < 10_000; step++) {
            time.advanceMicros(random.nextInt(4) == 0 ? random.nextInt(900_000) : random.nextInt(3));
            LimitCheck check = check(ALGORITHMS.get(random.nextInt(ALGORITHMS.size())), 1);
            LimitResult expected = decide(alone, List.of(check)).get(0);
            LimitResult actual = decide(cached, List.of(check)).get(0);

            assertThat(actual.retryAfter()).as("step %d", step).isEqualTo(expected.retryAfter());
            assertThat(actual.resetAfter()).as("step %d", step).isEqualTo(expected.resetAfter());
            assertThat(actual.remaining()).as("step %d", step).isEqualTo(expected.remaining());
        }
        assertThat(cached.hits()).isGreaterThan(1_000);
    }

    private static List<LimitResult> decide(LimiterStore store, List<LimitCheck> checks) {
        return store.decide(checks).toCompletableFuture().join();
    }

    private List<LimitCheck> checks(Random random) {
        List<LimitCheck> checks = new ArrayList<>();
        for (String algorithm : ALGORITHMS) {
            if (random.nextBoolean()) {
                LimitCheck check = check(algorithm, 1 + random.nextInt(3));
                checks.add(random.nextInt(5) == 0 ? Checks.shadow(check) : check);
            }
        }
        return checks.isEmpty() ? List.of(check(ALGORITHMS.get(0), 1)) : checks;
    }

    private LimitCheck check(String algorithm, long cost) {
        return Checks.costing(
                Checks.check(Checks.policy(algorithm, algorithm, quota, Tier.P1, FailureMode.OPEN)), cost);
    }
}

package io.github.limiter.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.policy.Quota;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

/** What the counters promise each other, whatever is called when. */
class CounterTests {

    private static final Duration WINDOW = Duration.ofSeconds(60);
    private static final int ROUNDS = 1_000;

    static final List<Arguments> COUNTERS = Stream.of(
                    Algorithms.FIXED_WINDOW,
                    Algorithms.SLIDING_WINDOW,
                    Algorithms.TOKEN_BUCKET,
                    Algorithms.LEAKY_BUCKET)
            .flatMap(name -> Stream.of(
                            Quota.of(6, WINDOW).withMaxWait(Duration.ofSeconds(35)),
                            Quota.of(7, WINDOW).withBurst(3).withMaxWait(Duration.ofSeconds(60)))
                    .map(quota -> Arguments.of(name, quota)))
            .toList();

    private static RateLimitAlgorithm algorithm(String name) {
        return new AlgorithmRegistry(List.of()).get(name);
    }

    /**
     * A call is taken and given back later; a twin has never seen it. All other calls are made on both. At no time has the
     * count more room than its twin, so what was given back is never more than what the call had cost.
     */
    @ParameterizedTest(name = "{0}, {1}")
    @FieldSource("COUNTERS")
    void aGiveBackNeverMakesMoreRoomThanIfTheCallHadNotBeen(String name, Quota quota) {
        int givenBack = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Random random = new Random(round);
            Counter count = algorithm(name).newCounter();
            Counter twin = algorithm(name).newCounter();
            long now = 1_767_225_600_000_000L + random.nextInt(60_000_000);
            long cost = 1 + random.nextInt(3);
            int takenAt = random.nextInt(6);
            int givenBackAt = takenAt + random.nextInt(6);
            long departure = 0;
            boolean taken = false;
            for (int call = 0; call < 24; call++) {
                now += random.nextBoolean() ? random.nextInt(8_000_000) : 0;
                if (call == takenAt && count.retryAfter(quota, cost, now) == 0) {
                    departure = count.take(quota, cost, now);
                    taken = true;
                }
                if (call == givenBackAt && taken) {
                    count.giveBack(quota, cost, departure, now);
                    givenBack++;
                }
                assertNoMoreRoom(count, twin, quota, now, round);
                long other = 1 + random.nextInt(2);
                if (count.retryAfter(quota, other, now) == 0) {
                    assertThat(twin.retryAfter(quota, other, now))
                            .as("seed %d", round)
                            .isZero();
                    count.take(quota, other, now);
                    twin.take(quota, other, now);
                }
            }
        }
        assertThat(givenBack).isGreaterThan(ROUNDS / 4);
    }

    private static void assertNoMoreRoom(Counter count, Counter twin, Quota quota, long now, int seed) {
        assertThat(count.available(quota, now)).as("seed %d", seed).isLessThanOrEqualTo(twin.available(quota, now));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @FieldSource("COUNTERS")
    void askingLeavesNoTrace(String name, Quota quota) {
        for (int round = 0; round < ROUNDS; round++) {
            Random random = new Random(round);
            Counter asked = algorithm(name).newCounter();
            Counter left = algorithm(name).newCounter();
            long now = 1_767_225_600_000_000L;
            for (int call = 0; call < 20; call++) {
                now += random.nextInt(12_000_000);
                asked.retryAfter(quota, 1 + random.nextInt(3), now);
                asked.available(quota, now);
                asked.resetAfter(quota, now);
                if (random.nextBoolean()) {
                    long cost = 1 + random.nextInt(3);
                    long retryAfter = left.retryAfter(quota, cost, now);
                    assertThat(asked.retryAfter(quota, cost, now))
                            .as("seed %d", round)
                            .isEqualTo(retryAfter);
                    if (retryAfter == 0) {
                        assertThat(asked.take(quota, cost, now)).isEqualTo(left.take(quota, cost, now));
                    }
                }
            }
        }
    }

    /** What a store may forget: from then on the count answers as a new one. */
    @ParameterizedTest(name = "{0}, {1}")
    @FieldSource("COUNTERS")
    void anExpiredCountIsLikeANewOne(String name, Quota quota) {
        for (int round = 0; round < ROUNDS; round++) {
            Random random = new Random(round);
            Counter count = algorithm(name).newCounter();
            long now = 1_767_225_600_000_000L;
            for (int call = 0; call < 10; call++) {
                now += random.nextInt(12_000_000);
                long cost = 1 + random.nextInt(3);
                if (count.retryAfter(quota, cost, now) == 0) {
                    count.take(quota, cost, now);
                }
            }
            long expiry = Math.max(now, count.expiresAt(quota));
            Counter fresh = algorithm(name).newCounter();

            assertThat(count.available(quota, expiry)).as("seed %d", round).isEqualTo(fresh.available(quota, expiry));
            assertThat(count.resetAfter(quota, expiry)).isEqualTo(fresh.resetAfter(quota, expiry));
            assertThat(count.retryAfter(quota, algorithm(name).capacity(quota), expiry))
                    .isZero();
            if (expiry > now) {
                Quota impatient = quota.withMaxWait(Duration.ZERO);
                assertThat(count.available(impatient, expiry - 1))
                        .as("1 µs before, seed %d", round)
                        .isLessThan(fresh.available(impatient, expiry - 1));
            }
        }
    }
}

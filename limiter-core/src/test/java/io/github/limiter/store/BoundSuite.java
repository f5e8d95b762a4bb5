package io.github.limiter.store;

import static io.github.limiter.annotation.Algorithms.FIXED_WINDOW;
import static io.github.limiter.annotation.Algorithms.LEAKY_BUCKET;
import static io.github.limiter.annotation.Algorithms.SLIDING_WINDOW;
import static io.github.limiter.annotation.Algorithms.TOKEN_BUCKET;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.policy.Quota;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What each algorithm promises about all that it admits, under a caller who tries again and again at random times. */
abstract class BoundSuite extends StoreSuite {

    private static final int CALLS = 1_500;

    /** What was admitted. */
    private record Admitted(long at, long departure, long cost) {}

    static Stream<Quota> quotas() {
        Duration window = Duration.ofSeconds(60);
        return Stream.of(
                Quota.of(1, window),
                Quota.of(7, window).withBurst(3),
                Quota.of(10, window).withBurst(25).withMaxWait(Duration.ofSeconds(20)),
                Quota.of(60, window).withBurst(1).withMaxWait(Duration.ofSeconds(1)));
    }

    /** Calls, most of them too early. The seed is in the message of whatever fails. */
    private List<Admitted> admitted(TestLimit limit, long seed) {
        Random random = new Random(seed);
        long capacity = limit.capacity();
        long pace = limit.policy().quota().incrementMicros();
        List<Admitted> admitted = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            time.advanceMicros(
                    random.nextInt(20) == 0 ? random.nextInt(90_000_000) : random.nextInt((int) pace / 2 + 1));
            long cost = random.nextInt(5) == 0 ? 1 + random.nextInt((int) capacity) : 1;
            LimitResult result = unrecorded(limit, cost);
            if (result.charged()) {
                admitted.add(new Admitted(time.micros(), result.departure(), cost));
            }
        }
        assertThat(admitted).hasSizeBetween(20, CALLS - 100);
        return admitted;
    }

    /** Not recorded: there are too many calls to play them again for each refusal. */
    private LimitResult unrecorded(TestLimit limit, long cost) {
        return store.unrecorded()
                .decide(List.of(limit.cost(cost)))
                .toCompletableFuture()
                .join()
                .get(0);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("quotas")
    void aSlidingWindowNeverHoldsMoreThanTheLimit(Quota quota) {
        long seed = 11;
        List<Admitted> admitted = admitted(TestLimit.of(SLIDING_WINDOW, quota), seed);

        for (Admitted last : admitted) {
            long units = admitted.stream()
                    .filter(call -> call.at > last.at - quota.windowMicros() && call.at <= last.at)
                    .mapToLong(Admitted::cost)
                    .sum();
            assertThat(units).as("until %d µs, seed %d", last.at, seed).isLessThanOrEqualTo(quota.limit());
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("quotas")
    void aFixedWindowNeverHoldsMoreThanTheLimit(Quota quota) {
        long seed = 12;
        List<Admitted> admitted = admitted(TestLimit.of(FIXED_WINDOW, quota), seed);

        for (Admitted any : admitted) {
            long window = any.at / quota.windowMicros();
            long units = admitted.stream()
                    .filter(call -> call.at / quota.windowMicros() == window)
                    .mapToLong(Admitted::cost)
                    .sum();
            assertThat(units).as("window %d, seed %d", window, seed).isLessThanOrEqualTo(quota.limit());
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("quotas")
    void aTokenBucketAdmitsAtMostItsBurstAndWhatHasRefilled(Quota quota) {
        long seed = 13;
        List<Admitted> admitted = admitted(TestLimit.of(TOKEN_BUCKET, quota), seed);

        for (int from = 0; from < admitted.size(); from++) {
            long units = 0;
            for (int to = from; to < admitted.size(); to++) {
                units += admitted.get(to).cost;
                long passed = admitted.get(to).at - admitted.get(from).at;
                // units <= burst + limit / window * passed, in whole numbers
                assertThat((units - quota.burst()) * quota.windowMicros())
                        .as("calls %d to %d, seed %d", from, to, seed)
                        .isLessThanOrEqualTo(quota.limit() * passed);
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("quotas")
    void fromALeakyBucketNobodyDepartsTooSoonOrTooLate(Quota quota) {
        long seed = 14;
        List<Admitted> admitted = admitted(TestLimit.of(LEAKY_BUCKET, quota), seed);

        long free = Long.MIN_VALUE;
        for (Admitted call : admitted) {
            assertThat(call.departure)
                    .as("call at %d µs, seed %d", call.at, seed)
                    .isBetween(Math.max(free, call.at), call.at + quota.maxWaitMicros());
            free = call.departure + call.cost * quota.windowMicros() / quota.limit();
        }
    }
}

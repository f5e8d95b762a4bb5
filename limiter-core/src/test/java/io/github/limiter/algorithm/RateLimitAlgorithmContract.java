package io.github.limiter.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.policy.Quota;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What every {@link RateLimitAlgorithm} promises, whatever it means by a limit: an application's own passes if a subclass
 * passes that names it. Random calls; the seed is in the message of whatever fails.
 */
@TestInstance(Lifecycle.PER_CLASS)
public abstract class RateLimitAlgorithmContract {

    private static final long START = 1_767_225_600_000_000L;
    private static final int ROUNDS = 400;
    private static final int CALLS = 20;

    /**
     * What is tested.
     *
     * @return the algorithm
     */
    protected abstract RateLimitAlgorithm algorithm();

    /**
     * Quotas to test it with: small ones of 10 seconds to some minutes.
     *
     * @return at least one, all valid
     */
    protected abstract List<Quota> quotas();

    /** A count under random calls. */
    private final class Walk {

        private final int seed;
        private final Random random;
        private final Quota quota;
        private final Counter count = algorithm().newCounter();
        private long now = START;

        Walk(Quota quota, int seed) {
            this.quota = quota;
            this.seed = seed;
            this.random = new Random(seed);
            now += random.nextInt(60_000_000);
        }

        long cost() {
            int most = (int) Math.min(3, algorithm().capacity(quota));
            return random.nextInt(3) == 0 ? 1 + random.nextInt(most) : 1;
        }

        /** Stands still or moves on by up to a third of the window. */
        void move() {
            now += random.nextBoolean() ? 0 : Math.floorMod(random.nextLong(), quota.windowMicros() / 3 + 1);
        }

        /** A call, and its departure, or -1 if it was refused. */
        long call(long cost) {
            return count.retryAfter(quota, cost, now) == 0 ? count.take(quota, cost, now) : -1;
        }

        void calls(int number) {
            for (int i = 0; i < number; i++) {
                move();
                call(cost());
            }
        }

        String at() {
            return "seed " + seed + " at " + (now - START) + " µs";
        }
    }

    private void walk(Quota quota, Consumer<Walk> test) {
        algorithm().validate(quota);
        for (int seed = 0; seed < ROUNDS; seed++) {
            test.accept(new Walk(quota, seed));
        }
    }

    @ParameterizedTest
    @MethodSource("quotas")
    void aNewCountHasRoomForItsCapacity(Quota quota) {
        long capacity = algorithm().capacity(quota);

        assertThat(capacity).isPositive();
        assertThat(algorithm().newCounter().retryAfter(quota, capacity, START)).isZero();
    }

    @ParameterizedTest
    @MethodSource("quotas")
    void aRefusedCallPassesAfterRetryAfterAndNotAMicrosecondBefore(Quota quota) {
        walk(quota, walk -> {
            walk.calls(CALLS);
            long cost = walk.cost();
            long retryAfter = walk.count.retryAfter(quota, cost, walk.now);
            if (retryAfter > 0) {
                walk.now += retryAfter - 1;
                assertThat(walk.count.retryAfter(quota, cost, walk.now))
                        .as(walk.at())
                        .isEqualTo(1);
                walk.now++;
                assertThat(walk.count.retryAfter(quota, cost, walk.now))
                        .as(walk.at())
                        .isZero();
            }
        });
    }

    @ParameterizedTest
    @MethodSource("quotas")
    void soManyCallsPassAsAreAvailable(Quota quota) {
        walk(quota, walk -> {
            walk.calls(CALLS);
            long available = walk.count.available(quota, walk.now);
            for (long i = 0; i < available; i++) {
                assertThat(walk.call(1)).as(walk.at()).isNotEqualTo(-1);
            }
            if (!quota.maxWait().equals(Quota.UNLIMITED_WAIT)) {
                assertThat(walk.call(1)).as(walk.at()).isEqualTo(-1);
            }
        });
    }

    @ParameterizedTest
    @MethodSource("quotas")
    void moreAreAvailableAfterResetAfterAndNotAMicrosecondBefore(Quota quota) {
        walk(quota, walk -> {
            walk.calls(CALLS);
            long available = walk.count.available(quota, walk.now);
            long most = algorithm().newCounter().available(quota, walk.now);
            long resetAfter = walk.count.resetAfter(quota, walk.now);
            if (available < most) {
                assertThat(resetAfter).as(walk.at()).isPositive();
                walk.now += resetAfter - 1;
                assertThat(walk.count.available(quota, walk.now)).as(walk.at()).isEqualTo(available);
                walk.now++;
                assertThat(walk.count.available(quota, walk.now)).as(walk.at()).isGreaterThan(available);
            }
        });
    }

    @ParameterizedTest
    @MethodSource("quotas")
    void nobodyDepartsBeforeHeCalls(Quota quota) {
        walk(quota, walk -> {
            for (int i = 0; i < CALLS; i++) {
                walk.move();
                long departure = walk.call(walk.cost());
                if (departure != -1 && !quota.maxWait().equals(Quota.UNLIMITED_WAIT)) {
                    assertThat(departure).as(walk.at()).isBetween(walk.now, walk.now + quota.maxWaitMicros());
                }
            }
        });
    }

    @ParameterizedTest
    @MethodSource("quotas")
    void askingLeavesNoTrace(Quota quota) {
        walk(quota, walk -> {
            Counter left = algorithm().newCounter();
            for (int i = 0; i < CALLS; i++) {
                walk.move();
                walk.count.retryAfter(quota, walk.cost(), walk.now);
                walk.count.available(quota, walk.now);
                walk.count.resetAfter(quota, walk.now);
                if (walk.random.nextBoolean()) {
                    long cost = walk.cost();
                    long departure =
                            left.retryAfter(quota, cost, walk.now) == 0 ? left.take(quota, cost, walk.now) : -1;
                    assertThat(walk.call(cost)).as(walk.at()).isEqualTo(departure);
                }
            }
        });
    }

    /** A twin never sees a call that is given back, and all others: at no time has the count more room. */
    @ParameterizedTest
    @MethodSource("quotas")
    void aGiveBackNeverMakesMoreRoomThanIfTheCallHadNotBeen(Quota quota) {
        walk(quota, walk -> {
            Counter twin = algorithm().newCounter();
            int takenAt = walk.random.nextInt(6);
            int givenBackAt = takenAt + walk.random.nextInt(6);
            long cost = walk.cost();
            long departure = -1;
            for (int i = 0; i < CALLS; i++) {
                walk.move();
                if (i == takenAt) {
                    departure = walk.call(cost);
                }
                if (i == givenBackAt && departure != -1) {
                    walk.count.giveBack(quota, cost, departure, walk.now);
                }
                assertThat(walk.count.available(quota, walk.now))
                        .as(walk.at())
                        .isLessThanOrEqualTo(twin.available(quota, walk.now));
                long other = walk.cost();
                if (walk.call(other) != -1) {
                    assertThat(twin.retryAfter(quota, other, walk.now))
                            .as(walk.at())
                            .isZero();
                    twin.take(quota, other, walk.now);
                }
            }
        });
    }

    /** What a store may forget: from then on the count answers as a new one. */
    @ParameterizedTest
    @MethodSource("quotas")
    void anExpiredCountIsLikeANewOne(Quota quota) {
        walk(quota, walk -> {
            walk.calls(CALLS);
            long expiry = Math.max(walk.now, walk.count.expiresAt(quota));
            Counter fresh = algorithm().newCounter();

            assertThat(walk.count.available(quota, expiry)).as(walk.at()).isEqualTo(fresh.available(quota, expiry));
            assertThat(walk.count.resetAfter(quota, expiry)).as(walk.at()).isEqualTo(fresh.resetAfter(quota, expiry));
            assertThat(walk.count.retryAfter(quota, algorithm().capacity(quota), expiry))
                    .as(walk.at())
                    .isZero();
        });
    }
}

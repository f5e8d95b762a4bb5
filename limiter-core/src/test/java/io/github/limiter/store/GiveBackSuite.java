package io.github.limiter.store;

import static io.github.limiter.annotation.Algorithms.CONCURRENCY;
import static io.github.limiter.annotation.Algorithms.FIXED_WINDOW;
import static io.github.limiter.annotation.Algorithms.LEAKY_BUCKET;
import static io.github.limiter.annotation.Algorithms.SLIDING_WINDOW;
import static io.github.limiter.annotation.Algorithms.TOKEN_BUCKET;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.policy.Quota;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a call took and did not use comes back, as far as nobody else can have had it meanwhile. */
abstract class GiveBackSuite extends StoreSuite {

    private static final Quota FOUR = Quota.of(4, Duration.ofSeconds(8));

    @ParameterizedTest
    @ValueSource(strings = {FIXED_WINDOW, SLIDING_WINDOW, TOKEN_BUCKET, LEAKY_BUCKET, CONCURRENCY})
    void aCallGivenBackAtOnceLeavesTheCountAsItWas(String algorithm) {
        TestLimit limit = TestLimit.of(algorithm, FOUR.withMaxWait(Duration.ofSeconds(7)));
        LimitResult first = call(limit, 1);
        List<LimitResult> taken = decide(limit.cost(3));

        giveBack(taken);

        LimitResult second = call(limit, 1);
        assertThat(first.remaining() - second.remaining()).isEqualTo(1);
        assertThat(second.departure()).isEqualTo(taken.get(0).departure());
    }

    @ParameterizedTest
    @ValueSource(strings = {FIXED_WINDOW, SLIDING_WINDOW, TOKEN_BUCKET, LEAKY_BUCKET, CONCURRENCY})
    void whatARefusedCallDidNotTakeIsNotGivenBack(String algorithm) {
        TestLimit limit = TestLimit.of(algorithm, FOUR);
        call(limit, 4);
        List<LimitResult> refused = decide(limit.cost(2));

        giveBack(refused);

        assertThat(passes(limit)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {FIXED_WINDOW, SLIDING_WINDOW, TOKEN_BUCKET, LEAKY_BUCKET, CONCURRENCY})
    void whatNobodyHoldsIsNotCreated(String algorithm) {
        TestLimit limit = TestLimit.of(algorithm, FOUR.withMaxWait(Duration.ofSeconds(7)));
        List<LimitResult> taken = decide(limit.cost(1));

        try (LimiterStore other = newStore(time)) {
            List<LimitResult> unknown = List.of(elsewhere(taken.get(0)));
            other.giveBack(unknown).toCompletableFuture().join();
            LimitCheck check = unknown.get(0).check();
            List<LimitResult> first =
                    other.decide(List.of(check)).toCompletableFuture().join();

            assertThat(Answer.of(first.get(0))).isEqualTo(Answer.of(taken.get(0)));
        }
    }

    /** The same result for a key that was never charged. */
    private static LimitResult elsewhere(LimitResult result) {
        LimitCheck check = result.check();
        CounterKey key = new CounterKey(check.key().subject(), check.key().scope(), "elsewhere");
        return new LimitResult(
                new LimitCheck(check.policy(), key, check.algorithm(), check.quota(), check.cost()),
                result.allowed(),
                result.charged(),
                result.remaining(),
                result.retryAfter(),
                result.resetAfter(),
                result.delay(),
                result.departure());
    }

    @Test
    void allLimitsOfACallGetBackWhatTheyWereCharged() {
        TestLimit fixed = TestLimit.of(FIXED_WINDOW, FOUR).named("fixed");
        TestLimit sliding = TestLimit.of(SLIDING_WINDOW, FOUR).named("sliding");
        TestLimit full = TestLimit.of(FIXED_WINDOW, Quota.of(1, FOUR.window()))
                .named("full")
                .inShadow();
        drain(full);
        List<LimitResult> taken = decide(fixed.cost(3), full.cost(1), sliding.cost(4));

        giveBack(taken);

        assertThat(drain(fixed)).isEqualTo(4);
        assertThat(drain(sliding)).isEqualTo(4);
        assertThat(passes(full)).as("was not charged").isFalse();
    }

    @Nested
    class AFixedWindow {

        private final TestLimit limit = TestLimit.of(FIXED_WINDOW, FOUR);

        @Test
        void takesUnitsBackToItsLastMicrosecond() {
            List<LimitResult> taken = decide(limit.cost(3));
            call(limit, 1);
            pass("8s-1us");

            giveBack(taken);

            assertThat(drain(limit)).isEqualTo(3);
        }

        @Test
        void doesNotTakeBackWhatTheOneBeforeGave() {
            List<LimitResult> taken = decide(limit.cost(3));
            pass("8s");
            call(limit, 4);

            giveBack(taken);

            assertThat(passes(limit)).isFalse();
        }

        @Test
        void takesUnitsBackAlsoWhenItsLimitHasChanged() {
            List<LimitResult> taken = decide(limit.cost(3));
            TestLimit lowered = limit.changedTo(Quota.of(2, FOUR.window()));
            assertThat(passes(lowered)).isFalse();

            giveBack(taken);

            assertThat(drain(lowered)).isEqualTo(2);
        }

        @Test
        void ofAnotherLengthDoesNot() {
            List<LimitResult> taken = decide(limit.cost(3));
            TestLimit longer = limit.changedTo(Quota.of(4, Duration.ofSeconds(16)));
            call(longer, 4);

            giveBack(taken);

            assertThat(passes(longer)).isFalse();
        }
    }

    @Nested
    class ASlidingWindow {

        private final TestLimit limit = TestLimit.of(SLIDING_WINDOW, FOUR);

        @Test
        void forgetsTheUnitsOfThatCallAndNoOthers() {
            call(limit, 1);
            pass("1s");
            List<LimitResult> taken = decide(limit.cost(2));
            pass("1s");
            call(limit, 1);

            giveBack(taken);

            assertThat(call(limit, 3).retryAfter()).as("the first unit frees").isEqualTo(Micros.parse("6s"));
            assertThat(drain(limit)).isEqualTo(2);
            pass("6s");
            assertThat(drain(limit)).as("the first unit").isEqualTo(1);
            pass("1s");
            assertThat(passes(limit)).as("given back already").isFalse();
            pass("1s");
            assertThat(drain(limit)).as("those of the second second").isEqualTo(3);
        }

        @Test
        void ofSeveralCallsInOneMicrosecondForgetsOne() {
            call(limit, 1);
            List<LimitResult> taken = decide(limit.cost(2));
            call(limit, 1);

            giveBack(taken);

            assertThat(drain(limit)).isEqualTo(2);
        }

        @Test
        void hasNothingToForgetAfterAWindow() {
            List<LimitResult> taken = decide(limit.cost(4));
            pass("8s");
            call(limit, 4);

            giveBack(taken);

            assertThat(passes(limit)).isFalse();
        }

        @Test
        void forgetsInAFullLogThatHasGoneRound() {
            for (int i = 0; i < 10; i++) {
                call(limit, 1);
                pass("2s");
            }
            List<LimitResult> taken = decide(limit.cost(1));
            pass("1s");

            giveBack(taken);

            assertThat(drain(limit)).isEqualTo(1);
            pass("1s");
            assertThat(drain(limit)).isEqualTo(1);
        }
    }

    @Nested
    class Concurrency {

        private final TestLimit limit = TestLimit.of(CONCURRENCY, FOUR);

        @Test
        void hasRoomAsSoonAsACallHasEnded() {
            List<LimitResult> first = decide(limit.cost(1));
            call(limit, 3);
            assertThat(passes(limit)).isFalse();
            pass("1s");

            giveBack(first);

            assertThat(call(limit, 1).charged()).isTrue();
            assertThat(passes(limit)).isFalse();
        }

        @Test
        void goesOnForEverWithCallsThatEnd() {
            for (int i = 0; i < 100; i++) {
                List<LimitResult> taken = decide(limit.cost(4));
                assertThat(taken.get(0).charged()).isTrue();
                giveBack(taken);
            }
        }

        @Test
        void isGivenBackInAnyOrder() {
            List<LimitResult> first = decide(limit.cost(1));
            pass("1s");
            List<LimitResult> second = decide(limit.cost(2));
            pass("1s");
            List<LimitResult> third = decide(limit.cost(1));

            giveBack(second);
            assertThat(call(limit, 1).remaining()).isEqualTo(1);
            giveBack(third);
            giveBack(first);

            assertThat(drain(limit)).isEqualTo(3);
        }

        @Test
        void ofSeveralCallsInOneMicrosecondFreesOne() {
            call(limit, 1);
            List<LimitResult> taken = decide(limit.cost(2));
            call(limit, 1);

            giveBack(taken);

            assertThat(drain(limit)).isEqualTo(2);
        }

        @Test
        void freesNothingForACallWhoseLeaseIsOver() {
            List<LimitResult> taken = decide(limit.cost(4));
            pass("8s");
            call(limit, 4);

            giveBack(taken);

            assertThat(passes(limit)).isFalse();
        }

        @Test
        void freesWhatWasTakenUnderAnotherQuota() {
            List<LimitResult> taken = decide(limit.cost(3));
            TestLimit changed = limit.changedTo(Quota.of(3, Duration.ofMinutes(1)));
            assertThat(passes(changed)).isFalse();

            giveBack(taken);

            assertThat(drain(changed)).isEqualTo(3);
        }
    }

    @Nested
    class ATokenBucket {

        private final TestLimit limit = TestLimit.of(TOKEN_BUCKET, FOUR);

        @Test
        void takesBackWhatHasNotBeenRefilledYet() {
            List<LimitResult> taken = decide(limit.cost(3));
            pass("2s");

            giveBack(taken);

            assertThat(drain(limit)).as("one was refilled, two are given back").isEqualTo(4);
        }

        @Test
        void doesNotTakeBackWhatWasRefilled() {
            List<LimitResult> taken = decide(limit.cost(1));
            pass("2s");
            call(limit, 4);

            giveBack(taken);

            assertThat(passes(limit)).isFalse();
        }

        @Test
        void takesBackAPartOfAUnit() {
            List<LimitResult> taken = decide(limit.cost(1));
            call(limit, 3);
            pass("500ms");

            giveBack(taken);

            assertThat(call(limit, 1).allowed()).isTrue();
            assertThat(call(limit, 1).retryAfter()).isEqualTo(Micros.parse("2s"));
        }

        @Test
        void neverHoldsMoreThanItsBurst() {
            List<LimitResult> taken = decide(limit.cost(4));
            giveBack(taken);

            assertThat(drain(limit)).isEqualTo(4);
        }
    }

    @Nested
    class ALeakyBucket {

        private final TestLimit limit =
                TestLimit.of(LEAKY_BUCKET, Quota.of(1, Duration.ofSeconds(1)).withMaxWait(Duration.ofSeconds(3)));

        @Test
        void givesTheNewestDepartureToTheNextCaller() {
            call(limit, 1);
            call(limit, 1);
            List<LimitResult> newest = decide(limit.cost(1));
            pass("400ms");

            giveBack(newest);

            assertThat(call(limit, 1).departure()).isEqualTo(newest.get(0).departure());
        }

        @Test
        void keepsADepartureThatOthersWereSentAfter() {
            call(limit, 1);
            List<LimitResult> older = decide(limit.cost(1));
            LimitResult newest = call(limit, 1);

            giveBack(older);

            assertThat(call(limit, 1).departure()).isEqualTo(newest.departure() + Micros.parse("1s"));
        }

        @Test
        void givesBackAllThatALargeCallHeldUp() {
            TestLimit large = TestLimit.of(
                    LEAKY_BUCKET, Quota.of(10, Duration.ofSeconds(10)).withMaxWait(Duration.ofSeconds(3)));
            List<LimitResult> taken = decide(large.cost(10));
            assertThat(passes(large)).isFalse();

            giveBack(taken);

            assertThat(call(large, 1).delay()).isZero();
        }

        @Test
        void neverLetsTwoDepartCloserTogether() {
            LimitResult first = call(limit, 1);
            List<LimitResult> second = decide(limit.cost(1));
            pass("1s+200ms");

            giveBack(second);

            assertThat(call(limit, 1).departure()).isEqualTo(time.micros());
            assertThat(time.micros() - first.departure()).isGreaterThanOrEqualTo(Micros.parse("1s"));
        }
    }
}

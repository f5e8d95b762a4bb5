package io.github.limiter.test;

import static io.github.limiter.test.PolicyAssertions.assertThatPolicy;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.from;

import io.github.limiter.algorithm.AlgorithmRegistry;
import io.github.limiter.annotation.Algorithms;
import io.github.limiter.annotation.Dimensions;
import io.github.limiter.annotation.FailureMode;
import io.github.limiter.annotation.Mode;
import io.github.limiter.annotation.Tier;
import io.github.limiter.guard.Policies;
import io.github.limiter.policy.Quota;
import io.github.limiter.policy.RatePolicy;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.subject.MissingUser;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class PolicyAssertTests {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration DAY = Duration.ofDays(1);

    private final Policies policies = new Policies(
            "shop", new AlgorithmRegistry(List.of()), new DimensionRegistry(64, MissingUser.REJECT, List.of()));

    @BeforeEach
    void define() {
        define("products", Algorithms.SLIDING_WINDOW, Quota.of(3, MINUTE), Dimensions.IP, Mode.ENFORCE);
        define("orders", Algorithms.TOKEN_BUCKET, Quota.of(1, SECOND).withBurst(5), Dimensions.USER, Mode.ENFORCE);
        define(
                "exports",
                Algorithms.LEAKY_BUCKET,
                Quota.of(1, SECOND).withMaxWait(SECOND.multipliedBy(2)),
                Dimensions.INTERFACE,
                Mode.ENFORCE);
        define(
                "daily",
                Algorithms.FIXED_WINDOW,
                Quota.of(1, DAY).withZone(ZoneId.of("Asia/Shanghai")),
                Dimensions.IP,
                Mode.ENFORCE);
        define("tried", Algorithms.SLIDING_WINDOW, Quota.of(3, MINUTE), Dimensions.IP, Mode.SHADOW);
    }

    private void define(String name, String algorithm, Quota quota, String dimension, Mode mode) {
        policies.define(new RatePolicy(name, algorithm, quota, dimension, Tier.P1, mode, FailureMode.BY_TIER, false));
    }

    @Nested
    class Holds {

        @Test
        void forASlidingWindow() {
            assertThatPolicy(policies, "products")
                    .admits(2)
                    .after(SECOND.multipliedBy(10))
                    .admits(1)
                    .thenRefusesFor(SECOND.multipliedBy(50))
                    .after(SECOND.multipliedBy(50))
                    .admits(2)
                    .thenRefuses();
        }

        @Test
        void forATokenBucketThatRefills() {
            assertThatPolicy(policies, "orders")
                    .admits(5)
                    .thenRefusesFor(SECOND)
                    .costing(3)
                    .thenRefusesFor(SECOND.multipliedBy(3));
        }

        @Test
        void forALeakyBucketThatHolds() {
            assertThatPolicy(policies, "exports")
                    .thenHoldsFor(Duration.ZERO)
                    .thenHoldsFor(SECOND)
                    .admits(1)
                    .thenRefusesFor(SECOND);
        }

        @Test
        void forWholeDaysFromMidnightWhereThePolicyIs() {
            assertThatPolicy(policies, "daily").admits(1).thenRefusesFor(DAY);
        }

        @Test
        void forALimitInShadowAsIfItWereEnforced() {
            assertThatPolicy(policies, "tried").admits(3).thenRefusesFor(MINUTE);
        }

        @Test
        void forEachCallerByItself() {
            assertThatPolicy(policies, "products")
                    .admits(3)
                    .calledByUser("carol")
                    .thenRefuses()
                    .calledFrom("203.0.113.8")
                    .admits(3)
                    .withKey("tea")
                    .admits(3)
                    .thenRefuses();
        }

        @Test
        void againAndAgainSinceNothingIsCountedElsewhere() {
            assertThatPolicy(policies, "products").admits(3);
            assertThatPolicy(policies, "products").admits(3);
        }

        @Test
        void forWhatThePolicyIs() {
            assertThatPolicy(policies, "products")
                    .returns("ip", from(RatePolicy::dimension))
                    .returns(Tier.P1, from(RatePolicy::tier))
                    .returns(Mode.ENFORCE, from(RatePolicy::mode));
        }
    }

    @Nested
    class Fails {

        private void fails(ThrowingCallable assertion, String... message) {
            var failure = assertThatExceptionOfType(AssertionError.class).isThrownBy(assertion);
            for (String part : message) {
                failure.withMessageContaining(part);
            }
        }

        @Test
        void whenLessIsAdmitted() {
            fails(
                    () -> assertThatPolicy(policies, "products").admits(4),
                    "policy products (sliding-window, 3 per PT1M)",
                    "Expecting 4 calls to be admitted, but call 4 is refused for PT1M");
        }

        @Test
        void whenMoreIsAdmitted() {
            fails(
                    () -> assertThatPolicy(policies, "products").admits(2).thenRefuses(),
                    "Expecting the next call to be refused, but it is admitted, with 0 left");
            fails(
                    () -> assertThatPolicy(policies, "products").admits(1).thenRefusesFor(MINUTE),
                    "Expecting the next call to be refused for PT1M, but it is admitted, with 1 left");
        }

        @Test
        void whenTheTimeIsAnother() {
            fails(
                    () -> assertThatPolicy(policies, "products").admits(3).thenRefusesFor(SECOND),
                    "Expecting the next call to be refused for PT1S, but it is for PT1M");
            fails(
                    () -> assertThatPolicy(policies, "exports").thenHoldsFor(SECOND),
                    "Expecting the next call to be held for PT1S, but it is for PT0S");
        }

        @Test
        void whenACallIsRefusedThatShouldBeHeld() {
            fails(
                    () -> assertThatPolicy(policies, "products").admits(3).thenHoldsFor(SECOND),
                    "Expecting the next call to be held for PT1S, but it is refused for PT1M");
        }

        @Test
        void whenThereIsNoSuchPolicy() {
            fails(
                    () -> assertThatPolicy(policies, "product"),
                    "Expecting a policy product but there are only [daily, exports, orders, products, tried]");
        }

        @Test
        void whenThePolicyDoesNotCountTheCaller() {
            fails(
                    () -> assertThatPolicy(policies, "products")
                            .calledBy(Caller.NONE)
                            .admits(1),
                    "to be counted, but: no limit applies");
            fails(
                    () -> assertThatPolicy(policies, "orders")
                            .calledBy(Caller.NONE)
                            .thenRefuses(),
                    "to be counted, but: no user is known for this call");
        }
    }

    @Test
    void theInjectedFormIsTheSame() {
        assertThatNoException()
                .isThrownBy(() -> new PolicyAssertions(policies)
                        .assertThatPolicy("products")
                        .admits(3)
                        .thenRefuses());
    }
}

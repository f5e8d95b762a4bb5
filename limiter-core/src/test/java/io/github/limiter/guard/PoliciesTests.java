package io.github.limiter.guard;

import static io.github.limiter.guard.GuardFixture.policy;
import static io.github.limiter.guard.GuardFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.annotation.Dimensions;
import io.github.limiter.annotation.FailureMode;
import io.github.limiter.annotation.Mode;
import io.github.limiter.annotation.Tier;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Quota;
import io.github.limiter.policy.RatePolicy;
import io.github.limiter.store.LimitResult;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.MissingUser;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class PoliciesTests {

    private final Policies policies = GuardFixture.policies(MissingUser.IP);
    private final RatePolicy orders = policy("orders", Dimensions.INTERFACE);

    private static RatePolicy of(String algorithm, String dimension, boolean shared) {
        return new RatePolicy(
                "orders",
                algorithm,
                GuardFixture.ONE_A_MINUTE,
                dimension,
                Tier.P1,
                Mode.ENFORCE,
                FailureMode.BY_TIER,
                shared);
    }

    @Nested
    class APolicy {

        @Test
        void isFoundByItsName() {
            Limit limit = policies.define(orders);

            assertThat(policies.find("orders")).containsSame(limit);
            assertThat(policies.find("Orders")).isEmpty();
            assertThat(policies.all()).containsExactly(limit);
        }

        @Test
        void definedTwiceIsOne() {
            Limit first = policies.define(orders);

            assertThat(policies.define(policy("orders", Dimensions.INTERFACE))).isSameAs(first);
            assertThat(policies.all()).hasSize(1);
        }

        @Test
        void definedTwiceAndDifferentlyIsAMistake() {
            policies.define(orders);
            RatePolicy other = orders.withQuota(Quota.of(2, Duration.ofMinutes(1)));

            assertThatThrownBy(() -> policies.define(other))
                    .isInstanceOf(InvalidConfigurationException.class)
                    .hasMessageStartingWith("name: 'orders' is the name of two policies that differ: ")
                    .hasMessageContainingAll("quota=1 per PT1M", "quota=2 per PT1M")
                    .hasMessageEndingWith(". Give one of them another name, or make them the same.");
            assertThat(policies.find("orders").orElseThrow().policy()).isEqualTo(orders);
        }

        @Test
        void isOneInEverySpellingOfItsNames() {
            Limit first = policies.define(of("TOKEN_BUCKET", "INTERFACE", false));

            assertThat(policies.define(of("token-bucket", "interface", false))).isSameAs(first);
            assertThat(policies.define(of("Token-Bucket", "Interface", false))).isSameAs(first);
        }

        @Test
        void ofAnUnknownAlgorithmIsToldTheKnownOnes() {
            assertThatThrownBy(() -> policies.define(of("tokenbucket", Dimensions.IP, false)))
                    .isInstanceOf(InvalidConfigurationException.class)
                    .hasMessage(
                            "algorithm: 'tokenbucket' is not known. Use one of concurrency, fixed-window,"
                                    + " leaky-bucket, sliding-window, token-bucket, or declare a RateLimitAlgorithm bean of that name.");
            assertThat(policies.all()).isEmpty();
        }

        @Test
        void ofAnUnknownDimensionIsToldTheKnownOnes() {
            assertThatThrownBy(() -> policies.define(of(Algorithms.TOKEN_BUCKET, "tenant", false)))
                    .isInstanceOf(InvalidConfigurationException.class)
                    .hasMessageStartingWith("dimension: 'tenant' is not known. Use one of ")
                    .hasMessageContainingAll("global", "interface", "ip", "subnet", "user")
                    .hasMessageEndingWith("or declare a DimensionResolver bean of that name.");
        }

        @Test
        void thatItsAlgorithmCannotHonourIsRefused() {
            RatePolicy tooMany = orders.withQuota(Quota.of(100_001, Duration.ofMinutes(1)));

            assertThatThrownBy(() -> policies.define(tooMany))
                    .isInstanceOf(InvalidConfigurationException.class)
                    .hasMessage("limit: '100001' is more stamps than a sliding-window may keep."
                            + " Set at most 100000, or use token-bucket, which needs no stamps.");
            assertThat(policies.find("orders")).isEmpty();
        }

        @Test
        void thatWasRefusedMayBeDefinedRightly() {
            assertThatThrownBy(() -> policies.define(orders.withQuota(Quota.of(100_001, Duration.ofMinutes(1)))))
                    .isInstanceOf(InvalidConfigurationException.class);

            assertThat(policies.define(orders).policy()).isEqualTo(orders);
        }
    }

    @Nested
    class AChangeAtRunTime {

        private final GuardFixture fixture = new GuardFixture();
        private final Guard guard = fixture.guard(AllowList.EMPTY);
        private final Limit limit = policies.define(orders);

        private LimitResult call() {
            return guard.decide(request(Caller.NONE, limit)).limits().get(0);
        }

        @Test
        void takesEffectOnTheNextCallAndOnTheExistingCount() {
            call();
            assertThat(call().allowed()).isFalse();

            policies.change(orders.withQuota(Quota.of(3, Duration.ofMinutes(1))));

            assertThat(call().remaining()).isEqualTo(1);
            assertThat(limit.policy().quota().limit()).isEqualTo(3);
        }

        @Test
        void mayTurnALimitIntoAShadow() {
            call();

            policies.change(orders.withMode(Mode.SHADOW));

            assertThat(guard.decide(request(Caller.NONE, limit)).isAllowed()).isTrue();
        }

        @Test
        void toAnotherAlgorithmStartsAnew() {
            call();

            policies.change(of(Algorithms.FIXED_WINDOW, Dimensions.INTERFACE, false));

            assertThat(call().allowed()).isTrue();
            assertThat(call().allowed()).isFalse();
        }

        @Test
        void toSharedCountsWithTheOtherApplications() {
            RatePolicy shared = of(Algorithms.SLIDING_WINDOW, Dimensions.GLOBAL, true);
            policies.change(shared);
            Policies elsewhere = GuardFixture.policies("billing", MissingUser.IP);
            Limit same = elsewhere.define(shared);

            assertThat(call().allowed()).isTrue();
            assertThat(guard.decide(request(Caller.NONE, same)).isAllowed()).isFalse();
        }

        @Test
        void doesNotMakeThePolicyUnknownToWhereItWasDefined() {
            policies.change(orders.withQuota(Quota.of(3, Duration.ofMinutes(1))));

            assertThat(policies.define(orders)).isSameAs(limit);
            assertThat(limit.policy().quota().limit()).as("stays changed").isEqualTo(3);
        }

        @Test
        void toWhatCannotBeHonouredChangesNothing() {
            assertThatThrownBy(() -> policies.change(orders.withQuota(Quota.of(100_001, Duration.ofMinutes(1)))))
                    .isInstanceOf(InvalidConfigurationException.class);
            assertThatThrownBy(() -> policies.change(of("unheard-of", Dimensions.INTERFACE, false)))
                    .isInstanceOf(InvalidConfigurationException.class);

            assertThat(limit.policy()).isEqualTo(orders);
        }

        @Test
        void ofAnUnknownPolicyIsToldTheKnownOnes() {
            policies.define(policy("payments", Dimensions.IP));

            assertThatThrownBy(() -> policies.change(policy("order", Dimensions.IP)))
                    .isInstanceOf(InvalidConfigurationException.class)
                    .hasMessage("name: 'order' is not a policy. Use one of orders, payments.");
        }
    }

    @Test
    void applicationsCountApartUnlessAPolicyIsShared() {
        GuardFixture fixture = new GuardFixture();
        Guard guard = fixture.guard(AllowList.EMPTY);
        Policies elsewhere = GuardFixture.policies("billing", MissingUser.IP);

        assertThat(guard.decide(request(Caller.NONE, policies.define(orders))).isAllowed())
                .isTrue();
        assertThat(guard.decide(request(Caller.NONE, elsewhere.define(orders))).isAllowed())
                .isTrue();
    }
}

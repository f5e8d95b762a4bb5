package io.github.limiter.guard;

import static io.github.limiter.guard.GuardFixture.leaky;
import static io.github.limiter.guard.GuardFixture.policy;
import static io.github.limiter.guard.GuardFixture.request;
import static io.github.limiter.guard.GuardFixture.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.github.limiter.algorithm.AlgorithmRegistry;
import io.github.limiter.algorithm.Counter;
import io.github.limiter.algorithm.RateLimitAlgorithm;
import io.github.limiter.annotation.Algorithms;
import io.github.limiter.annotation.Dimensions;
import io.github.limiter.annotation.FailureMode;
import io.github.limiter.annotation.Mode;
import io.github.limiter.annotation.Tier;
import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Quota;
import io.github.limiter.policy.RatePolicy;
import io.github.limiter.store.LimitResult;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.subject.MissingUser;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class QuotaResolverTests {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Quota THREE_A_MINUTE = Quota.of(3, MINUTE);

    private final GuardFixture fixture = new GuardFixture();
    private final Guard guard = fixture.guard(AllowList.EMPTY, 1);
    private final Counting algorithm = new Counting();

    /** Carol has paid for three calls, everybody else has what the policy says. */
    private Quota plan(Caller caller, RatePolicy policy) {
        return "carol".equals(caller.user()) ? THREE_A_MINUTE : null;
    }

    private Limit limit(QuotaResolver quotas) {
        return limit(policy("per-user", Dimensions.USER), quotas);
    }

    private Limit limit(RatePolicy policy, QuotaResolver quotas) {
        return new Policies(
                        "shop",
                        new AlgorithmRegistry(List.of(algorithm)),
                        new DimensionRegistry(64, MissingUser.IP, List.of()),
                        quotas)
                .define(policy);
    }

    private long admitted(String user, Limit limit) {
        long calls = 0;
        while (guard.decide(request(user(user), limit)).isAllowed()) {
            calls++;
        }
        return calls;
    }

    @Nested
    class EachCaller {

        private final Limit limit = limit(QuotaResolverTests.this::plan);

        @Test
        void hasTheQuotaThatWasChosen() {
            assertThat(admitted("carol", limit)).isEqualTo(3);
        }

        @Test
        void hasThePolicysOwnWhereNoneIs() {
            assertThat(admitted("dave", limit)).isEqualTo(1);
        }

        @Test
        void isToldTheQuotaThatWasEnforced() {
            assertThat(guard.decide(request(user("carol"), limit)).limits())
                    .extracting(LimitResult::remaining, result -> result.check().quota())
                    .containsExactly(tuple(2L, THREE_A_MINUTE));
        }

        @Test
        void mayAskForAsMuchAsItsOwnQuotaHolds() {
            Charge three = new Charge(limit, null, 3);

            assertThat(guard.decide(new GuardRequest(user("carol"), List.of(three), true))
                            .isAllowed())
                    .isTrue();
            assertThatThrownBy(() -> guard.decide(new GuardRequest(user("dave"), List.of(three), true)))
                    .isInstanceOf(CostException.class);
        }
    }

    @Test
    void aNewPlanCountsFromTheNextCallOn() {
        List<Quota> plan = new ArrayList<>(List.of(Quota.of(1, MINUTE)));
        Limit limit = limit((caller, policy) -> plan.get(0));

        assertThat(admitted("carol", limit)).isEqualTo(1);
        plan.set(0, THREE_A_MINUTE);
        assertThat(admitted("carol", limit)).isEqualTo(2);
    }

    @Test
    void aChangedPolicyIsStillSubjectToPlans() {
        Policies policies = new Policies(
                "shop",
                new AlgorithmRegistry(List.of()),
                new DimensionRegistry(64, MissingUser.IP, List.of()),
                this::plan);
        Limit limit = policies.define(policy("per-user", Dimensions.USER));
        policies.change(limit.policy().withQuota(Quota.of(2, MINUTE)));

        assertThat(admitted("carol", limit)).isEqualTo(3);
        assertThat(admitted("dave", limit)).isEqualTo(2);
    }

    @Nested
    class Waiting {

        private final Quota patient = Quota.of(1, MINUTE).withMaxWait(Duration.ofMinutes(10));
        private final Limit limit = limit(leaky("settle", patient), (caller, policy) -> Quota.of(6, MINUTE));

        @Test
        void isThePolicysAffair() throws Exception {
            fixture.time.letSleepersMoveIt(true);
            long begin = fixture.time.micros();

            for (int call = 0; call < 4; call++) {
                assertThat(guard.enter(request(user("carol"), limit)).isAllowed())
                        .isTrue();
            }

            assertThat(fixture.time.micros() - begin).isEqualTo(30_000_000);
        }

        @Test
        void isNotForThoseWhoCannotBeHeld() {
            GuardRequest request = request(user("carol"), limit).withoutWaiting();

            assertThat(guard.decide(request).isAllowed()).isTrue();
            Decision refused = guard.decide(request);
            assertThat(refused.isAllowed()).isFalse();
            assertThat(refused.retryAfter()).isEqualTo(Duration.ofSeconds(10));
        }
    }

    @Test
    void theDaysOfAWindowBeginWhereThePolicySays() {
        ZoneId shanghai = ZoneId.of("Asia/Shanghai");
        Limit limit = limit(
                new RatePolicy(
                        "per-day",
                        Algorithms.FIXED_WINDOW,
                        Quota.of(1, Duration.ofDays(1)).withZone(shanghai),
                        Dimensions.USER,
                        Tier.P1,
                        Mode.ENFORCE,
                        FailureMode.BY_TIER,
                        false),
                (caller, policy) -> Quota.of(2, Duration.ofDays(1)));

        assertThat(guard.decide(request(user("carol"), limit)).limits())
                .extracting(result -> result.check().quota().zone())
                .containsExactly(shanghai);
    }

    @Nested
    class FailsNeverOpen {

        private final RatePolicy counted = new RatePolicy(
                "per-user",
                algorithm.name(),
                GuardFixture.ONE_A_MINUTE,
                Dimensions.USER,
                Tier.P1,
                Mode.ENFORCE,
                FailureMode.BY_TIER,
                false);

        @Test
        void aQuotaThatTheAlgorithmCannotHonourGivesThePolicysOwn() {
            Limit limit = limit((caller, policy) -> Quota.of(100_001, MINUTE));

            assertThat(admitted("carol", limit)).isEqualTo(1);
        }

        @Test
        void anExceptionGivesThePolicysOwn() {
            Limit limit = limit((caller, policy) -> {
                throw new IllegalStateException("no plan");
            });

            assertThat(admitted("carol", limit)).isEqualTo(1);
        }

        @Test
        void eachQuotaIsCheckedOnce() {
            Limit limit =
                    limit(counted, (caller, policy) -> Quota.of(caller.user().length(), MINUTE));

            for (int call = 0; call < 5; call++) {
                guard.decide(request(user("carol"), limit));
                guard.decide(request(user("mallory"), limit));
            }

            assertThat(algorithm.validated)
                    .as("the policy's own, then carol's plan, then mallory's, who gets the policy's own for it")
                    .extracting(Quota::limit)
                    .containsExactly(1L, 5L, 7L);
            assertThat(admitted("mallory", limit)).isZero();
        }
    }

    /** A sliding window that cannot honour a limit of seven. */
    private static final class Counting implements RateLimitAlgorithm {

        private final RateLimitAlgorithm window = new AlgorithmRegistry(List.of()).get(Algorithms.SLIDING_WINDOW);
        private final List<Quota> validated = new ArrayList<>();

        @Override
        public String name() {
            return "counting";
        }

        @Override
        public void validate(Quota quota) {
            validated.add(quota);
            if (quota.limit() == 7) {
                throw new InvalidConfigurationException("limit", 7, "is unlucky", "Take another");
            }
        }

        @Override
        public Counter newCounter() {
            return window.newCounter();
        }
    }
}

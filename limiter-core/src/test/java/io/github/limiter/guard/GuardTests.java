package io.github.limiter.guard;

import static io.github.limiter.guard.GuardFixture.from;
import static io.github.limiter.guard.GuardFixture.policy;
import static io.github.limiter.guard.GuardFixture.request;
import static io.github.limiter.guard.GuardFixture.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.annotation.Mode;
import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.policy.Quota;
import io.github.limiter.policy.RatePolicy;
import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.LimiterStore;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.MissingUser;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GuardTests {

    private final GuardFixture fixture = new GuardFixture();
    private final Policies policies = GuardFixture.policies(MissingUser.IP);
    private final Guard guard = fixture.guard(AllowList.of(List.of("192.0.2.0/24", "user:alice", "10.0.0.0/8")));

    private Limit perAddress() {
        return policies.define(policy("per-address", Dimensions.IP));
    }

    private Limit perUser() {
        return policies.define(policy("per-user", Dimensions.USER));
    }

    @Nested
    class WithinTheLimit {

        @Test
        void aCallIsAllowedAndCharged() {
            Decision decision = guard.decide(request(from("203.0.113.7"), perAddress()));

            assertThat(decision.outcome()).isEqualTo(Outcome.ALLOWED);
            assertThat(decision.isAllowed()).isTrue();
            assertThat(decision.retryAfter()).isZero();
            assertThat(decision.violated()).isEmpty();
            assertThat(decision.limits()).extracting(LimitResult::charged).containsExactly(true);
        }

        @Test
        void aCallWithoutLimitsIsAllowed() {
            Decision decision = guard.decide(request(from("203.0.113.7")));

            assertThat(decision.isAllowed()).isTrue();
            assertThat(decision.reason()).isEqualTo("no limit applies");
        }
    }

    @Nested
    class BeyondTheLimit {

        @Test
        void aCallIsLimitedAndToldWhenToComeBack() {
            guard.decide(request(from("203.0.113.7"), perAddress()));
            fixture.time.advance(Duration.ofSeconds(10));

            Decision decision = guard.decide(request(from("203.0.113.7"), perAddress()));

            assertThat(decision.outcome()).isEqualTo(Outcome.LIMITED);
            assertThat(decision.reason()).isEqualTo("no room in per-address");
            assertThat(decision.retryAfter()).isEqualTo(Duration.ofSeconds(50));
            assertThat(decision.violated()).hasSize(1);
        }

        @Test
        void theLongestOfSeveralLimitsIsTold() {
            Limit longer = policies.define(policy("longer", Dimensions.IP).withQuota(Quota.of(1, Duration.ofHours(1))));
            GuardRequest request = request(from("203.0.113.7"), perAddress(), longer);
            guard.decide(request);

            Decision decision = guard.decide(request);

            assertThat(decision.violated()).hasSize(2);
            assertThat(decision.retryAfter()).isEqualTo(Duration.ofHours(1));
        }

        @Test
        void nothingIsCharged() {
            guard.decide(request(from("203.0.113.7"), perAddress()));
            Limit other = policies.define(policy("other", Dimensions.IP));

            guard.decide(request(from("203.0.113.7"), other, perAddress()));

            assertThat(guard.decide(request(from("203.0.113.7"), other)).isAllowed())
                    .isTrue();
        }
    }

    @Nested
    class TheAllowList {

        @Test
        void letsAnAddressOfItsNetworksDoAnything() {
            for (int i = 0; i < 10; i++) {
                Decision decision = guard.decide(request(from("192.0.2.77"), perAddress()));

                assertThat(decision.isAllowed()).isTrue();
                assertThat(decision.reason()).isEqualTo("on the allow-list");
                assertThat(decision.limits()).isEmpty();
            }
            assertThat(fixture.store.size()).as("nothing is counted").isZero();
        }

        @Test
        void letsItsUsersDoAnything() {
            Caller alice = new Caller(GuardFixture.address("203.0.113.7"), "alice", null);

            for (int i = 0; i < 10; i++) {
                assertThat(guard.decide(request(alice, perUser())).isAllowed()).isTrue();
            }
        }

        @Test
        void hasNoUserByPartOfAName() {
            Caller other = new Caller(GuardFixture.address("203.0.113.7"), "alice2", null);
            guard.decide(request(other, perUser()));

            assertThat(guard.decide(request(other, perUser())).isAllowed()).isFalse();
        }

        @Test
        void neverCoversATrustedProxyThatHidesItsClient() {
            assertThat(AllowList.of(List.of("10.0.0.0/8")).covers(from("10.0.0.2")))
                    .isTrue();

            guard.decide(request(from(GuardFixture.PROXY), perAddress()));

            assertThat(guard.decide(request(from(GuardFixture.PROXY), perAddress()))
                            .isAllowed())
                    .isFalse();
        }

        @Test
        void coversNobodyWithoutAddressAndUser() {
            assertThat(AllowList.of(List.of("0.0.0.0/0", "::/0")).covers(Caller.NONE))
                    .isFalse();
        }
    }

    @Nested
    class ALimitByUser {

        private Decision decide(MissingUser missingUser, Caller caller) {
            Limit limit = GuardFixture.policies(missingUser).define(policy("per-user", Dimensions.USER));
            return guard.decide(request(caller, limit));
        }

        @Test
        void countsTheUserWhateverTheAddress() {
            Caller here = new Caller(GuardFixture.address("203.0.113.7"), "carol", null);
            Caller there = new Caller(GuardFixture.address("198.51.100.9"), "carol", null);
            decide(MissingUser.IP, here);

            assertThat(decide(MissingUser.IP, there).isAllowed()).isFalse();
        }

        @Test
        void countsTheAddressOfNobody() {
            decide(MissingUser.IP, from("203.0.113.7"));

            assertThat(decide(MissingUser.IP, from("203.0.113.7")).isAllowed()).isFalse();
            assertThat(decide(MissingUser.IP, from("203.0.113.8")).isAllowed()).isTrue();
        }

        @Test
        void orDoesNotApplyToNobody() {
            for (int i = 0; i < 3; i++) {
                Decision decision = decide(MissingUser.SKIP, from("203.0.113.7"));

                assertThat(decision.isAllowed()).isTrue();
                assertThat(decision.limits()).isEmpty();
            }
        }

        @Test
        void orRefusesNobodyAltogether() {
            Decision decision = decide(MissingUser.REJECT, from("203.0.113.7"));

            assertThat(decision.outcome()).isEqualTo(Outcome.BLOCKED);
            assertThat(decision.reason()).isEqualTo("no user is known for this call");
            assertThat(decision.retryAfter()).as("no time will help").isZero();
            assertThat(fixture.heard).containsExactly(decision);
        }

        @ParameterizedTest
        @ValueSource(strings = {"IP", "SKIP", "REJECT"})
        void treatsAUserAlike(MissingUser missingUser) {
            assertThat(decide(missingUser, user("carol")).isAllowed()).isTrue();
        }
    }

    @Nested
    class InShadow {

        private Limit inShadow(MissingUser missingUser, RatePolicy policy) {
            return GuardFixture.policies(missingUser).define(policy.withMode(Mode.SHADOW));
        }

        @Test
        void aLimitRefusesNobodyAndSaysThatItWouldHave() {
            Limit shadow = inShadow(MissingUser.IP, policy("shadow", Dimensions.IP));
            guard.decide(request(from("203.0.113.7"), shadow));

            Decision decision = guard.decide(request(from("203.0.113.7"), shadow));

            assertThat(decision.outcome()).isEqualTo(Outcome.ALLOWED);
            assertThat(decision.violated()).isEmpty();
            assertThat(decision.wouldHaveViolated()).hasSize(1);
            assertThat(decision.retryAfter()).isZero();
        }

        @Test
        void aLimitDoesNotChangeWhatTheOthersSay() {
            Limit shadow = inShadow(
                    MissingUser.IP, policy("shadow", Dimensions.IP).withQuota(Quota.of(1, Duration.ofHours(1))));
            GuardRequest request = request(from("203.0.113.7"), shadow, perAddress());
            guard.decide(request);

            Decision decision = guard.decide(request);

            assertThat(decision.reason()).isEqualTo("no room in per-address");
            assertThat(decision.retryAfter()).isEqualTo(Duration.ofMinutes(1));
            assertThat(decision.violated()).hasSize(1);
            assertThat(decision.wouldHaveViolated()).hasSize(1);
        }

        @Test
        void aLimitByUserRefusesNobodyWithoutOne() {
            Limit shadow = inShadow(MissingUser.REJECT, policy("shadow", Dimensions.USER));

            assertThat(guard.decide(request(from("203.0.113.7"), shadow)).isAllowed())
                    .isTrue();
        }

        @Test
        void aLimitThatIsTooSmallForACallDoesNotFailIt() {
            Limit shadow = inShadow(MissingUser.IP, policy("shadow", Dimensions.IP));

            Decision decision =
                    guard.decide(new GuardRequest(Caller.NONE, List.of(new Charge(shadow, null, 50)), false));

            assertThat(decision.isAllowed()).isTrue();
        }

        @Test
        void aQueueMakesNobodyWait() throws InterruptedException {
            Limit shadow = inShadow(
                    MissingUser.IP,
                    GuardFixture.leaky("shadow", GuardFixture.ONE_A_MINUTE.withMaxWait(Duration.ofHours(1))));
            guard.enter(request(Caller.NONE, shadow));

            Decision decision = guard.enter(request(Caller.NONE, shadow));

            assertThat(decision.limits()).extracting(LimitResult::delay).containsExactly(60_000_000L);
            assertThat(decision.delayMicros()).isZero();
        }
    }

    @Nested
    class TheCost {

        private final Limit limit =
                policies.define(policy("per-address", Dimensions.IP).withQuota(Quota.of(3, Duration.ofMinutes(1))));

        private Decision decide(long... costs) {
            List<Charge> charges = new ArrayList<>();
            for (long cost : costs) {
                charges.add(new Charge(limit, null, cost));
            }
            return guard.decide(new GuardRequest(from("203.0.113.7"), charges, false));
        }

        @Test
        void isCharged() {
            assertThat(decide(2).limits().get(0).remaining()).isEqualTo(1);
        }

        @ParameterizedTest
        @ValueSource(longs = {0, -1, 4, Long.MAX_VALUE, Long.MIN_VALUE})
        void outOfRangeIsTheCallersError(long cost) {
            assertThatThrownBy(() -> decide(cost))
                    .isInstanceOf(CostException.class)
                    .hasMessage("a call of cost " + cost + " can never pass the policy per-address: from 1 to 3");
            assertThat(fixture.heard).isEmpty();
            assertThat(fixture.store.size()).isZero();
        }

        @Test
        void isChargedOnceToACountThatIsNamedTwice() {
            Decision decision = decide(1, 2, 1);

            assertThat(decision.limits()).hasSize(1);
            assertThat(decision.limits().get(0).remaining()).isEqualTo(1);
        }

        @Test
        void isChargedToEachOfTwoKeys() {
            Decision decision = guard.decide(new GuardRequest(
                    from("203.0.113.7"), List.of(new Charge(limit, "7", 1), new Charge(limit, "8", 1)), false));

            assertThat(decision.limits()).extracting(LimitResult::remaining).containsExactly(2L, 2L);
        }
    }

    @Nested
    class Listeners {

        @Test
        void hearEveryDecision() {
            Decision first = guard.decide(request(from("203.0.113.7"), perAddress()));
            Decision second = guard.decide(request(from("203.0.113.7"), perAddress()));
            Decision third = guard.decide(request(from("192.0.2.1"), perAddress()));

            assertThat(fixture.heard).containsExactly(first, second, third);
            assertThat(fixture.heard)
                    .extracting(Decision::outcome)
                    .containsExactly(Outcome.ALLOWED, Outcome.LIMITED, Outcome.ALLOWED);
        }

        @Test
        void thatThrowHarmNobody() {
            List<Decision> heard = new ArrayList<>();
            DecisionListener broken = decision -> {
                throw new IllegalStateException("broken");
            };
            DecisionListener wrong = decision -> {
                throw new AssertionError("wrong");
            };
            Guard guarded = new Guard(
                    AllowList.EMPTY,
                    fixture.store,
                    new WaitingRoom(fixture.time, 0),
                    List.of(broken, wrong, heard::add, broken));

            Decision decision = guarded.decide(request(from("203.0.113.7"), perAddress()));

            assertThat(decision.isAllowed()).isTrue();
            assertThat(heard).containsExactly(decision);
        }
    }

    @Nested
    class AStoreThatFails implements LimiterStore {

        private final CompletableFuture<List<LimitResult>> answer = new CompletableFuture<>();
        private final Guard guarded =
                new Guard(AllowList.EMPTY, this, new WaitingRoom(fixture.time, 0), List.of(fixture.heard::add));

        @Override
        public CompletionStage<List<LimitResult>> decide(List<LimitCheck> checks) {
            return answer;
        }

        @Override
        public CompletionStage<Void> giveBack(List<LimitResult> results) {
            return CompletableFuture.completedFuture(null);
        }

        @Test
        void failsTheDecisionWithItsOwnException() {
            answer.completeExceptionally(new IllegalStateException("no connection"));

            assertThatThrownBy(() -> guarded.decide(request(from("203.0.113.7"), perAddress())))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("no connection");
            assertThat(fixture.heard).isEmpty();
        }

        @Test
        void orIsSlowDoesNotBlockWhoeverDecidesAsynchronously() {
            CompletableFuture<Decision> decision = guarded.decideAsync(request(from("203.0.113.7"), perAddress()))
                    .toCompletableFuture();

            assertThat(decision).isNotDone();
            answer.complete(List.of());
            assertThat(decision).isCompletedWithValueMatching(Decision::isAllowed);
        }
    }
}

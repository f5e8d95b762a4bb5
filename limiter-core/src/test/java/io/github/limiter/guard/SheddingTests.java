package io.github.limiter.guard;

import static io.github.limiter.guard.GuardFixture.from;
import static io.github.limiter.guard.GuardFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.annotation.Dimensions;
import io.github.limiter.annotation.FailureMode;
import io.github.limiter.annotation.Mode;
import io.github.limiter.annotation.Tier;
import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.load.Load;
import io.github.limiter.load.LoadLevel;
import io.github.limiter.load.LoadOrder;
import io.github.limiter.load.LoadRules;
import io.github.limiter.load.MemoryLoadStore;
import io.github.limiter.policy.Quota;
import io.github.limiter.policy.RatePolicy;
import io.github.limiter.store.MemoryNews;
import io.github.limiter.subject.MissingUser;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the load means for calls: a hundred a minute by tier, under one limit over everything of a thousand. */
class SheddingTests {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Quota HUNDRED = Quota.of(100, Duration.ofMinutes(1));

    private final GuardFixture fixture = new GuardFixture();
    private final Policies policies = GuardFixture.policies(MissingUser.IP);
    private final Limit p0 = limit("order", Tier.P0, HUNDRED, Mode.ENFORCE);
    private final Limit p1 = limit("list", Tier.P1, HUNDRED, Mode.ENFORCE);
    private final Limit p2 = limit("report", Tier.P2, HUNDRED, Mode.ENFORCE);
    private final Limit global = limit("global", Tier.P1, Quota.of(1_000, Duration.ofMinutes(1)), Mode.ENFORCE);
    private final Limit unreserved =
            limit("global-unreserved", Tier.P1, Quota.of(900, Duration.ofMinutes(1)), Mode.ENFORCE);
    private final Load load = new Load(
            LoadRules.DEFAULT, List.of(), null, new MemoryLoadStore(fixture.time), new MemoryNews(), fixture.time);
    private final Guard guard = new Guard(
            AllowList.of(List.of("198.51.100.9")),
            new Shedding(load, global, unreserved),
            fixture.store,
            new WaitingRoom(fixture.time, 0),
            List.of(fixture.heard::add));

    private Limit limit(String name, Tier tier, Quota quota, Mode mode) {
        return policies.define(new RatePolicy(
                name, Algorithms.SLIDING_WINDOW, quota, Dimensions.GLOBAL, tier, mode, FailureMode.BY_TIER, false));
    }

    private void order(@Nullable LoadLevel level, Set<Tier> tiers, Set<String> names) {
        load.order(new LoadOrder(level, tiers, names), HOUR, "alice")
                .toCompletableFuture()
                .join();
    }

    private void level(LoadLevel level) {
        order(level, Set.of(), Set.of());
    }

    private Decision decide(Limit... limits) {
        return guard.decide(request(from("203.0.113.7"), limits));
    }

    private Limit of(String name) {
        return policies.find(name).orElseThrow();
    }

    /** Calls of a tier that pass at once. */
    private int passing(Limit... limits) {
        int passed = 0;
        while (decide(limits).isAllowed()) {
            passed++;
        }
        return passed;
    }

    @ParameterizedTest
    @CsvSource({
        "NORMAL,   order,  100, LIMITED",
        "NORMAL,   list,   100, LIMITED",
        "NORMAL,   report, 100, LIMITED",
        "PEAK,     order,  100, LIMITED",
        "PEAK,     list,   50,  LIMITED",
        "PEAK,     report, 0,   SHED",
        "CRITICAL, order,  100, LIMITED",
        "CRITICAL, list,   20,  LIMITED",
        "CRITICAL, report, 0,   SHED"
    })
    void byTierAndLevel(LoadLevel level, String name, int passing, Outcome then) {
        level(level);

        assertThat(passing(of(name), global)).isEqualTo(passing);
        assertThat(fixture.heard.get(fixture.heard.size() - 1).outcome()).isEqualTo(then);
    }

    @Test
    void aShedCallCostsNothingAndIsToldToComeBack() {
        level(LoadLevel.PEAK);

        Decision shed = decide(p2, global);

        assertThat(shed.outcome()).isEqualTo(Outcome.SHED);
        assertThat(shed.limits()).isEmpty();
        assertThat(shed.violated()).isEmpty();
        assertThat(shed.retryAfter()).isEqualTo(Duration.ofSeconds(30));
        assertThat(shed.reason()).isEqualTo("load level PEAK has no room for P2");
        level(LoadLevel.NORMAL);
        assertThat(decide(p2).limits().get(0).remaining()).isEqualTo(99);
    }

    @Test
    void theAllowListSkipsIt() {
        level(LoadLevel.CRITICAL);

        assertThat(guard.decide(request(from("198.51.100.9"), p2)).isAllowed()).isTrue();
    }

    @Nested
    class TheTierOfACall {

        @Test
        void isThatOfItsMostImportantPolicy() {
            level(LoadLevel.CRITICAL);

            assertThat(decide(p2, p0, p1).isAllowed()).isTrue();
            assertThat(decide(p2, p1).outcome()).isEqualTo(Outcome.ALLOWED);
            assertThat(passing(p2, p0)).as("at full quota").isEqualTo(98);
        }

        @Test
        void isP1IfOnlyTheLimitOverEverythingAppliesAndThatIsNotScaled() {
            level(LoadLevel.CRITICAL);

            Decision decision = decide(global);

            assertThat(decision.isAllowed()).isTrue();
            assertThat(decision.limits().get(0).check().quota().limit()).isEqualTo(1_000);
        }

        @Test
        void doesNotComeFromChargesThatHaveNoSayInIt() {
            Charge silent = new Charge(p1, null, 1, false);
            level(LoadLevel.PEAK);

            assertThat(charged(silent, new Charge(p2, null, 1)).outcome()).isEqualTo(Outcome.SHED);
            assertThat(charged(silent).limits().get(0).check().quota().limit())
                    .as("P1 if nothing else says so")
                    .isEqualTo(50);
        }

        private Decision charged(Charge... charges) {
            return guard.decide(new GuardRequest(from("203.0.113.7"), List.of(charges), true));
        }

        @Test
        void doesNotComeFromPoliciesInShadow() {
            Limit trial = limit("trial", Tier.P2, HUNDRED, Mode.SHADOW);
            Limit core = limit("core-trial", Tier.P0, HUNDRED, Mode.SHADOW);
            level(LoadLevel.PEAK);

            assertThat(decide(trial).isAllowed()).isTrue();
            assertThat(decide(p2, core).outcome()).isEqualTo(Outcome.SHED);
        }

        @Test
        void doesNotMatterToACallWithoutLimits() {
            level(LoadLevel.CRITICAL);

            assertThat(decide().isAllowed()).isTrue();
        }
    }

    /** Before it is known who calls but by address. */
    @Nested
    class Early {

        private Optional<Decision> early(Guard asked, String address, boolean mayBeUser, Limit... limits) {
            return asked.shedEarly(request(from(address), limits), () -> mayBeUser);
        }

        @Test
        void isWhatWouldBeShedAnyway() {
            assertThat(guard.mayShed()).isFalse();
            level(LoadLevel.PEAK);

            assertThat(guard.mayShed()).isTrue();
            assertThat(early(guard, "203.0.113.7", true, p2, global))
                    .map(Decision::reason)
                    .contains("load level PEAK has no room for P2");
            assertThat(early(guard, "203.0.113.7", true, p1, global)).isEmpty();
            assertThat(early(guard, "203.0.113.7", true)).isEmpty();
            assertThat(fixture.heard).as("of what goes on nobody hears yet").hasSize(1);
        }

        @Test
        void isNothingOfWhoIsOnTheAllowListOrMayBe() {
            Guard naming = new Guard(
                    AllowList.of(List.of("198.51.100.9", "user:ops")),
                    new Shedding(load, global, unreserved),
                    fixture.store,
                    new WaitingRoom(fixture.time, 0),
                    List.of());
            level(LoadLevel.PEAK);

            assertThat(early(guard, "198.51.100.9", false, p2)).isEmpty();
            assertThat(early(naming, "198.51.100.9", false, p2)).isEmpty();
            assertThat(early(naming, "203.0.113.7", true, p2)).isEmpty();
            assertThat(early(naming, "203.0.113.7", false, p2)).isPresent();
        }
    }

    @Nested
    class Discarded {

        @Test
        void tiersAreShedAtAnyLevelButNeverP0() {
            order(null, Set.of(Tier.P1), Set.of());

            assertThat(decide(p1).outcome()).isEqualTo(Outcome.SHED);
            assertThat(decide(p2).outcome()).isEqualTo(Outcome.ALLOWED);
            assertThat(decide(p0).outcome()).isEqualTo(Outcome.ALLOWED);
        }

        @Test
        void policiesAreShedAtAnyLevelButNeverOfACallThatIsP0() {
            order(null, Set.of(), Set.of("list", "order"));

            Decision shed = decide(p1);
            assertThat(shed.outcome()).isEqualTo(Outcome.SHED);
            assertThat(shed.reason()).isEqualTo("list is switched off at the moment");
            assertThat(decide(p2, p1).outcome()).isEqualTo(Outcome.SHED);
            assertThat(decide(p2).outcome()).isEqualTo(Outcome.ALLOWED);
            assertThat(decide(p0).outcome()).isEqualTo(Outcome.ALLOWED);
            assertThat(decide(p0, p1).outcome()).isEqualTo(Outcome.ALLOWED);
        }

        @Test
        void theLimitOverEverythingCannotBe() {
            order(null, Set.of(), Set.of("global"));

            assertThat(decide(p1, global).outcome()).isEqualTo(Outcome.ALLOWED);
        }
    }

    @Nested
    class TheShareOfP0 {

        private final Limit many = limit("many", Tier.P1, Quota.of(9_999, Duration.ofMinutes(1)), Mode.ENFORCE);
        private final Limit orders = limit("orders", Tier.P0, Quota.of(9_999, Duration.ofMinutes(1)), Mode.ENFORCE);

        @Test
        void isThereHoweverManyOthersCall() {
            level(LoadLevel.PEAK);

            assertThat(passing(many, global)).isEqualTo(900);
            assertThat(fixture.heard.get(fixture.heard.size() - 1).reason()).isEqualTo("no room in global-unreserved");
            assertThat(passing(orders, global)).isEqualTo(100);
        }

        @Test
        void isNotTheOnlyOneThatP0MayHave() {
            level(LoadLevel.PEAK);

            assertThat(passing(orders, global)).isEqualTo(1_000);
        }

        @Test
        void isNobodysAtNormal() {
            assertThat(passing(many, global)).isEqualTo(1_000);
        }
    }

    @Nested
    class APartOfAQuota {

        @Test
        void hasRoomForOneCallWhateverItCosts() {
            level(LoadLevel.CRITICAL);
            Limit tiny = limit("tiny", Tier.P1, Quota.of(2, Duration.ofMinutes(1)), Mode.ENFORCE);

            assertThat(passing(tiny)).isEqualTo(1);
            Decision large =
                    guard.decide(new GuardRequest(from("203.0.113.7"), List.of(new Charge(p1, null, 60)), true));
            assertThat(large.isAllowed()).isTrue();
            assertThat(large.limits().get(0).check().quota().limit()).isEqualTo(60);
        }

        @Test
        void isWholeAgainWhenTheLevelFalls() {
            level(LoadLevel.PEAK);
            assertThat(passing(p1)).isEqualTo(50);
            level(LoadLevel.NORMAL);

            assertThat(passing(p1)).isEqualTo(50);
        }
    }
}

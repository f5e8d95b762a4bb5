package io.github.limiter.guard;

import static io.github.limiter.guard.GuardFixture.from;
import static io.github.limiter.guard.GuardFixture.policies;
import static io.github.limiter.guard.GuardFixture.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.annotation.FailureMode;
import io.github.limiter.annotation.Mode;
import io.github.limiter.annotation.Tier;
import io.github.limiter.ban.BanEvent;
import io.github.limiter.ban.BanEvent.Kind;
import io.github.limiter.ban.BanSettings;
import io.github.limiter.ban.Bans;
import io.github.limiter.ban.MemoryBanStore;
import io.github.limiter.ban.Offence;
import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.load.Load;
import io.github.limiter.load.LoadLevel;
import io.github.limiter.load.LoadOrder;
import io.github.limiter.load.LoadRules;
import io.github.limiter.load.MemoryLoadStore;
import io.github.limiter.policy.BanRule;
import io.github.limiter.policy.Quota;
import io.github.limiter.policy.RatePolicy;
import io.github.limiter.store.MemoryNews;
import io.github.limiter.store.MemoryStore;
import io.github.limiter.store.Standing;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.subject.MissingUser;
import io.github.limiter.subject.Subject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The ban step of the guard: 60 calls a minute and address; three refusals are five minutes. */
class GuardBanTests {

    private static final BanRule RULE = BanRule.LIMITED.withSpacing(Duration.ZERO);

    private final GuardFixture fixture = new GuardFixture();
    private final MemoryBanStore store = new MemoryBanStore(1_000, fixture.time);
    private final List<BanEvent> events = new ArrayList<>();
    private final Policies policies = policies(MissingUser.IP);
    private final Limit perAddress = policies.define(policy("per-address", "ip", 60));
    private final Limit perInterface = policies.define(policy("report", "interface", 1));
    private final Limit perUser = policies.define(policy("per-user", "user", 1));
    private final Bans bans = new Bans(
            store,
            BanSettings.DEFAULT,
            new DimensionRegistry(64, MissingUser.IP, List.of()),
            AllowList.EMPTY,
            List.of(),
            (caller, rule, at) -> new Offence(at, rule, "GET", "/products", 429, "curl"),
            List.of(events::add));
    private final MemoryStore counts = new MemoryStore(1_000, fixture.time, store);
    private final Guard guard = guard(AllowList.EMPTY, true);
    private final Caller mallory = from("203.0.113.7");

    private static RatePolicy policy(String name, String dimension, long limit) {
        return new RatePolicy(
                name,
                Algorithms.SLIDING_WINDOW,
                Quota.of(limit, Duration.ofMinutes(1)),
                dimension,
                Tier.P1,
                Mode.ENFORCE,
                FailureMode.BY_TIER,
                false);
    }

    private Guard guard(AllowList allowList, boolean everywhere) {
        return new Guard(
                allowList, Shedding.NONE, counts, new WaitingRoom(fixture.time, 0), List.of(), bans, everywhere);
    }

    private static GuardRequest request(Caller caller, @Nullable BanRule rule, Limit... limits) {
        List<Charge> charges =
                Stream.of(limits).map(limit -> new Charge(limit, null, 1)).toList();
        return new GuardRequest(caller, charges, true, rule);
    }

    private Decision call(Caller caller, Limit... limits) {
        return guard.decide(request(caller, RULE, limits));
    }

    private List<Outcome> calls(Caller caller, int number, Limit... limits) {
        return Stream.generate(() -> call(caller, limits).outcome())
                .limit(number)
                .toList();
    }

    private static <T> T join(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    @Test
    void sixtyPassThreeAreLimitedTheNextIsBanned() {
        assertThat(calls(mallory, 60, perAddress)).containsOnly(Outcome.ALLOWED);
        assertThat(calls(mallory, 2, perAddress)).containsOnly(Outcome.LIMITED);

        Decision third = call(mallory, perAddress);
        Decision fourth = call(mallory, perAddress);

        assertThat(third.outcome()).isEqualTo(Outcome.LIMITED);
        assertThat(third.retryAfter()).isEqualTo(Duration.ofMinutes(5));
        assertThat(fourth.outcome()).isEqualTo(Outcome.BANNED);
        assertThat(fourth.retryAfter()).isEqualTo(Duration.ofMinutes(5));
        assertThat(fourth.limits()).isEmpty();
    }

    @Test
    void aSolvedChallengeClearsTheStrikesOfRefusedCallsByWhateverRule() {
        BanRule own = BanRule.of("orders", 3, Duration.ofMinutes(1), Duration.ofMinutes(5));
        BanRule probing = BanRule.of("probing", 2, Duration.ofMinutes(1), Duration.ofMinutes(5));
        Subject address = Subject.of("ip", "203.0.113.7");
        calls(mallory, 60, perAddress);
        guard.decide(request(mallory, own, perAddress));
        guard.decide(request(mallory, own, perAddress));
        join(bans.strike(address, probing, null, null));

        join(bans.pardon(address));
        guard.decide(request(mallory, own, perAddress));
        guard.decide(request(mallory, own, perAddress));

        assertThat(bans.find(address)).isEqualTo(Standing.CLEAR);
        assertThat(join(bans.strike(address, probing, null, null)).isBanned()).isTrue();
    }

    @Test
    void whatTheLoadRefusesBansNobody() {
        Load load = new Load(
                LoadRules.DEFAULT, List.of(), null, new MemoryLoadStore(fixture.time), new MemoryNews(), fixture.time);
        Guard underLoad = new Guard(
                AllowList.EMPTY,
                new Shedding(load, null, null),
                counts,
                new WaitingRoom(fixture.time, 0),
                List.of(),
                bans,
                true);
        RatePolicy ofReports = policy("reports", "ip", 60);
        Limit reports = policies.define(new RatePolicy(
                ofReports.name(),
                ofReports.algorithm(),
                ofReports.quota(),
                ofReports.dimension(),
                Tier.P2,
                ofReports.mode(),
                ofReports.failureMode(),
                false));
        join(load.order(LoadOrder.of(LoadLevel.PEAK), Duration.ofHours(1), "alice"));

        for (int i = 0; i < 30; i++) {
            assertThat(underLoad.decide(request(mallory, RULE, perAddress)).isAllowed())
                    .isTrue();
        }
        for (int i = 0; i < 10; i++) {
            assertThat(underLoad.decide(request(mallory, RULE, perAddress)).outcome())
                    .isEqualTo(Outcome.LIMITED);
            assertThat(underLoad.decide(request(mallory, RULE, reports)).outcome())
                    .isEqualTo(Outcome.SHED);
        }
        assertThat(events).isEmpty();
    }

    private void ban() {
        calls(mallory, 63, perAddress);
    }

    @Test
    void theBanHoldsForEveryCallOfTheAddress() {
        ban();

        assertThat(guard.decide(request(mallory, null)).outcome()).isEqualTo(Outcome.BANNED);
        assertThat(call(from("203.0.113.8"), perAddress).outcome()).isEqualTo(Outcome.ALLOWED);
    }

    @Test
    void whereBansHoldForAnnotatedCallsOnlyOthersPass() {
        ban();
        Guard annotated = guard(AllowList.EMPTY, false);

        assertThat(annotated.decide(request(mallory, null)).outcome()).isEqualTo(Outcome.ALLOWED);
        assertThat(annotated.decide(request(mallory, RULE)).outcome()).isEqualTo(Outcome.BANNED);
    }

    @Test
    void knockingExtendsNothing() {
        ban();
        fixture.time.advance(Duration.ofMinutes(3));

        assertThat(calls(mallory, 100, perAddress)).containsOnly(Outcome.BANNED);
        assertThat(call(mallory, perAddress).retryAfter()).isEqualTo(Duration.ofMinutes(2));
        fixture.time.advance(Duration.ofMinutes(2));
        assertThat(call(mallory, perAddress).outcome()).isEqualTo(Outcome.ALLOWED);
    }

    @Test
    void threeBansInADayAreForGood() {
        for (int i = 0; i < 3; i++) {
            ban();
            fixture.time.advance(Duration.ofMinutes(5));
        }

        Decision refused = call(mallory, perAddress);

        assertThat(refused.outcome()).isEqualTo(Outcome.BANNED);
        assertThat(refused.retryAfter()).isZero();
        assertThat(join(bans.review(null, 10)).bans())
                .extracting(ban -> ban.subject().text())
                .containsExactly("ip:203.0.113.7");
        join(bans.lift(Subject.of("ip", "203.0.113.7"), "admin"));
        assertThat(call(mallory, perAddress).outcome()).isEqualTo(Outcome.ALLOWED);
    }

    @Test
    void theCallThatBringsAPermanentBanIsToldNoTime() {
        calls(mallory, 60, perAddress);
        BanRule endless = RULE.withStrikes(1).withBans(List.of());

        Decision last = guard.decide(request(mallory, endless, perAddress));

        assertThat(last.outcome()).isEqualTo(Outcome.LIMITED);
        assertThat(last.retryAfter()).isZero();
    }

    @Test
    void aLimitThatAllShareBansNobody() {
        assertThat(calls(mallory, 20, perInterface)).doesNotContain(Outcome.BANNED);
        assertThat(events).isEmpty();
    }

    @Test
    void twoUsersBehindOneAddressDoNotBanEachOther() {
        assertThat(calls(user("carol"), 10, perUser)).contains(Outcome.BANNED);

        assertThat(call(user("dave"), perUser).outcome()).isEqualTo(Outcome.ALLOWED);
    }

    @Test
    void aProxyIsNeverBanned() {
        assertThat(calls(from(GuardFixture.PROXY), 200, perAddress)).doesNotContain(Outcome.BANNED);
    }

    @Test
    void whatAnnotationsDoNotCountBansNobody() {
        Stream.generate(() -> guard.decide(request(mallory, null, perAddress)).outcome())
                .limit(100)
                .forEach(outcome -> assertThat(outcome).isIn(Outcome.ALLOWED, Outcome.LIMITED));
    }

    @Test
    void allIsToldAndKept() {
        ban();

        assertThat(events).extracting(BanEvent::kind).containsExactly(Kind.STRUCK, Kind.STRUCK, Kind.BANNED);
        assertThat(join(bans.evidence(Subject.of("ip", "203.0.113.7"))).offences())
                .hasSize(3)
                .allSatisfy(offence -> assertThat(offence.path()).isEqualTo("/products"));
    }

    @Test
    void anAddressThatGoodUsersShareIsChallengedInstead() {
        for (int i = 0; i < 5; i++) {
            call(new Caller(mallory.address(), "u" + i, "a request"), perUser);
        }
        fixture.time.advance(Duration.ofHours(2));

        ban();

        assertThat(bans.find(mallory).state()).isEqualTo(Standing.State.CHALLENGED);
        assertThat(call(mallory, perAddress).outcome()).isEqualTo(Outcome.LIMITED);
        assertThat(events.get(2).kind()).isEqualTo(Kind.CHALLENGED);
    }

    @Test
    void onceTooManyLoggedInUsersAreHitTheRestIsChallenged() {
        for (int i = 0; i < 10; i++) {
            calls(new Caller(from("203.0.113." + i).address(), "u" + i, "a request"), 4, perUser);
        }

        assertThat(events)
                .extracting(BanEvent::kind)
                .filteredOn(Kind.BANNED::equals)
                .hasSize(5);
        assertThat(events).extracting(BanEvent::kind).contains(Kind.BUDGET_SPENT);
        assertThat(bans.find(Subject.of("user", "u9")).state()).isEqualTo(Standing.State.CHALLENGED);
    }

    @Nested
    class TheAllowList {

        private final Guard lenient = guard(AllowList.of(List.of("203.0.113.7")), true);

        @Test
        void beatsABanThatWasThereBefore() {
            ban();

            assertThat(lenient.decide(request(mallory, RULE, perAddress)).outcome())
                    .isEqualTo(Outcome.ALLOWED);
        }

        @Test
        void keepsItsAddressesFromStrikes() {
            assertThat(Stream.generate(() -> lenient.decide(request(mallory, RULE, perAddress))
                                    .outcome())
                            .limit(100))
                    .containsOnly(Outcome.ALLOWED);
            assertThat(events).isEmpty();
        }

        @Test
        void ofAUserIsNoneForOthersAtItsAddress() {
            Guard users = guard(AllowList.of(List.of("user:carol")), true);
            ban();
            Caller carol = new Caller(mallory.address(), "carol", "a request");

            assertThat(users.decide(request(carol, RULE, perAddress)).outcome()).isEqualTo(Outcome.ALLOWED);
            assertThat(users.decide(request(mallory, RULE, perAddress)).outcome())
                    .isEqualTo(Outcome.BANNED);
        }

        @Test
        void coversSubjectsToo() {
            AllowList list = AllowList.of(List.of("203.0.113.0/24", "user:carol"));

            assertThat(list.covers(Subject.of("ip", "203.0.113.9"))).isTrue();
            assertThat(list.covers(Subject.of("user", "carol"))).isTrue();
            assertThat(list.covers(Subject.of("ip", "203.0.114.9"))).isFalse();
            assertThat(list.covers(Subject.of("user", "203.0.113.9"))).isFalse();
        }
    }
}

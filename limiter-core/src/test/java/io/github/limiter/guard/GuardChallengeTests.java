package io.github.limiter.guard;

import static io.github.limiter.guard.GuardFixture.address;
import static io.github.limiter.guard.GuardFixture.from;
import static io.github.limiter.guard.GuardFixture.policies;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.annotation.FailureMode;
import io.github.limiter.annotation.Mode;
import io.github.limiter.annotation.Tier;
import io.github.limiter.ban.BanSettings;
import io.github.limiter.ban.Bans;
import io.github.limiter.ban.MemoryBanStore;
import io.github.limiter.ban.Witness;
import io.github.limiter.captcha.Captcha;
import io.github.limiter.captcha.CaptchaProvider;
import io.github.limiter.captcha.CaptchaRules;
import io.github.limiter.captcha.CaptchaStore;
import io.github.limiter.captcha.MemoryCaptchaStore;
import io.github.limiter.captcha.Puzzle;
import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.policy.BanRule;
import io.github.limiter.policy.Quota;
import io.github.limiter.policy.RatePolicy;
import io.github.limiter.store.MemoryStore;
import io.github.limiter.store.Standing;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.subject.MissingUser;
import io.github.limiter.subject.Subject;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The challenge step of the guard: 10 calls a minute; two refusals ask for a CAPTCHA, the third one bans. */
class GuardChallengeTests {

    private static final BanRule RULE =
            BanRule.LIMITED.withSpacing(Duration.ZERO).withChallengeAt(2);
    private static final Subject MALLORY = Subject.of("ip", "203.0.113.7");

    private final GuardFixture fixture = new GuardFixture();
    private final MemoryBanStore store = new MemoryBanStore(1_000, fixture.time);
    private final DimensionRegistry dimensions = new DimensionRegistry(64, MissingUser.IP, List.of());
    private final Policies policies = policies(MissingUser.IP);
    private final Limit perAddress = policies.define(policy("per-address", "ip"));
    private final Limit perUser = policies.define(policy("per-user", "user"));
    private final Bans bans =
            new Bans(store, BanSettings.DEFAULT, dimensions, AllowList.EMPTY, List.of(), Witness.NONE, List.of());
    private final MemoryStore counts = new MemoryStore(1_000, fixture.time, store);
    private final Captcha captcha = captcha(new MemoryCaptchaStore(1_000, fixture.time));
    private final Guard guard = guard(captcha);
    private @Nullable String pass;

    private static RatePolicy policy(String name, String dimension) {
        return new RatePolicy(
                name,
                Algorithms.SLIDING_WINDOW,
                Quota.of(10, Duration.ofMinutes(1)),
                dimension,
                Tier.P1,
                Mode.ENFORCE,
                FailureMode.BY_TIER,
                false);
    }

    private Captcha captcha(CaptchaStore challenges) {
        CaptchaProvider sums = new CaptchaProvider() {
            @Override
            public String name() {
                return "sums";
            }

            @Override
            public Puzzle create() {
                return new Puzzle("7", Map.of("sum", "3 + 4"));
            }

            @Override
            public CompletionStage<Boolean> verify(String secret, String answer, String address) {
                return CompletableFuture.completedFuture(secret.equals(answer));
            }
        };
        CaptchaRules rules = new CaptchaRules(Duration.ofMinutes(2), 3, Duration.ofHours(2), 3, 5);
        return new Captcha(
                List.of(sums),
                challenges,
                rules,
                dimensions,
                offender -> bans.strike(offender, RULE, null, null).thenAccept(standing -> {}),
                List.of());
    }

    private Guard guard(Captcha captcha) {
        return new Guard(
                AllowList.EMPTY,
                Shedding.NONE,
                counts,
                new WaitingRoom(fixture.time, 0),
                List.of(),
                bans,
                true,
                new Challenges(bans, captcha, caller -> pass, RULE));
    }

    private Outcome call(Caller caller, Limit limit) {
        return guard.decide(new GuardRequest(caller, List.of(new Charge(limit, null, 1)), true, RULE))
                .outcome();
    }

    private Outcome call(String address) {
        return call(from(address), perAddress);
    }

    private List<Outcome> calls(int number) {
        return Stream.generate(() -> call("203.0.113.7")).limit(number).toList();
    }

    private static Caller carolAt(String address) {
        return new Caller(address(address), "carol", "a request");
    }

    private static <T> T join(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    /** Ten calls and two refusals. */
    private void challenge() {
        assertThat(calls(10)).containsOnly(Outcome.ALLOWED);
        assertThat(calls(2)).containsOnly(Outcome.LIMITED);
    }

    private void solve() {
        String id = join(captcha.issue(null)).id();
        pass = join(captcha.answer(id, "7", from("203.0.113.7"))).pass();
        assertThat(pass).isNotNull();
    }

    private Standing.State state() {
        return join(store.standing(MALLORY)).state();
    }

    @Nested
    class WhoIsChallenged {

        @Test
        void isAskedForACaptchaAtEveryCall() {
            challenge();

            Decision decision = guard.decide(new GuardRequest(from("203.0.113.7"), List.of(), true));

            assertThat(decision.outcome()).isEqualTo(Outcome.CHALLENGED);
            assertThat(decision.retryAfter()).isZero();
            assertThat(decision.limits()).isEmpty();
            assertThat(call("203.0.113.7")).isEqualTo(Outcome.CHALLENGED);
        }

        @Test
        void isAloneInThat() {
            challenge();

            assertThat(call("203.0.113.8")).isEqualTo(Outcome.ALLOWED);
        }

        @Test
        void isAskedForTenMinutes() {
            challenge();
            fixture.time.advance(Duration.ofMinutes(10).minusNanos(1_000));
            assertThat(call("203.0.113.7")).isEqualTo(Outcome.CHALLENGED);

            fixture.time.advance(Duration.ofNanos(1_000));

            assertThat(call("203.0.113.7")).isEqualTo(Outcome.ALLOWED);
        }

        @Test
        void mayAskForAChallengeAndAnswerIt() {
            challenge();

            assertThat(guard.decide(GuardRequest.aboutChallenges(from("203.0.113.7"), List.of()))
                            .outcome())
                    .isEqualTo(Outcome.ALLOWED);
        }

        @Test
        void isNotAskedOutsideOfRequests() {
            join(bans.challenge(Subject.of("user", "carol"), "test"));

            assertThat(guard.decide(new GuardRequest(new Caller(null, "carol", null), List.of(), true))
                            .outcome())
                    .isEqualTo(Outcome.ALLOWED);
            assertThat(call(carolAt("203.0.113.7"), perAddress)).isEqualTo(Outcome.CHALLENGED);
        }

        @Test
        void isChargedNothing() {
            challenge();
            fixture.time.advance(Duration.ofMinutes(2));
            calls(5);
            solve();

            assertThat(calls(10)).containsOnly(Outcome.ALLOWED);
        }
    }

    @Nested
    class AGoodPass {

        @Test
        void letsItsHolderGoOn() {
            challenge();
            fixture.time.advance(Duration.ofMinutes(1));
            solve();

            assertThat(calls(3)).containsOnly(Outcome.ALLOWED);
        }

        @Test
        void opensNoLimit() {
            challenge();
            solve();

            assertThat(call("203.0.113.7")).isEqualTo(Outcome.LIMITED);
        }

        @Test
        void clearsTheStrikes() {
            challenge();
            solve();

            assertThat(call("203.0.113.7")).isEqualTo(Outcome.LIMITED);
            assertThat(state()).isEqualTo(Standing.State.CLEAR);
        }

        @Test
        void clearsThemThreeTimesAnHourAndThenTheThirdStrikeBans() {
            challenge();
            solve();
            // Pardoned at each of them, whenever there were two strikes.
            assertThat(calls(6)).containsOnly(Outcome.LIMITED);
            assertThat(state()).isEqualTo(Standing.State.CHALLENGED);

            assertThat(call("203.0.113.7"))
                    .as("not pardoned any more, but not asked either")
                    .isEqualTo(Outcome.LIMITED);

            assertThat(call("203.0.113.7")).isEqualTo(Outcome.BANNED);
        }

        @Test
        void hidesNoBan() {
            challenge();
            solve();
            join(bans.ban(MALLORY, Duration.ofMinutes(5), "by hand", "admin"));

            assertThat(call("203.0.113.7")).isEqualTo(Outcome.BANNED);
        }

        @Test
        void isGoodOnThreeNetworks() {
            solve();
            for (String address : List.of("203.0.113.7", "198.51.100.7", "192.0.2.7")) {
                join(bans.challenge(Subject.of("ip", address), "test"));
                assertThat(call(address)).as(address).isEqualTo(Outcome.ALLOWED);
            }
            join(bans.challenge(Subject.of("ip", "233.252.0.7"), "test"));

            assertThat(call("233.252.0.7")).isEqualTo(Outcome.CHALLENGED);
        }

        @Test
        void ofAUserFollowsHim() {
            solve();
            for (String address : List.of("203.0.113.7", "198.51.100.7", "192.0.2.7", "233.252.0.7")) {
                join(bans.challenge(Subject.of("user", "carol"), "test"));
                assertThat(call(carolAt(address), perUser)).as(address).isEqualTo(Outcome.ALLOWED);
            }
        }

        @Test
        void ofAUserIsNobodyElses() {
            solve();
            join(bans.challenge(Subject.of("user", "carol"), "test"));
            call(carolAt("203.0.113.7"), perUser);
            join(bans.challenge(Subject.of("user", "dave"), "test"));

            assertThat(call(new Caller(address("203.0.113.7"), "dave", "a request"), perUser))
                    .isEqualTo(Outcome.CHALLENGED);
        }

        @Test
        void isNoneOnceItIsRevoked() {
            challenge();
            solve();
            join(captcha.revoke(pass));

            assertThat(call("203.0.113.7")).isEqualTo(Outcome.CHALLENGED);
        }
    }

    @Nested
    class AnOffence {

        @Test
        void areTenIgnoredChallenges() {
            challenge();

            assertThat(calls(9)).containsOnly(Outcome.CHALLENGED);
            assertThat(state()).isEqualTo(Standing.State.CHALLENGED);
            assertThat(call("203.0.113.7")).isEqualTo(Outcome.CHALLENGED);

            fixture.time.advanceMicros(1);
            assertThat(call("203.0.113.7")).as("the third strike").isEqualTo(Outcome.BANNED);
        }

        @Test
        void areTenIgnoredChallengesThoughAPassIsMadeUp() {
            challenge();
            pass = "A".repeat(43);
            assertThat(calls(10)).containsOnly(Outcome.CHALLENGED);

            assertThat(call("203.0.113.7")).isEqualTo(Outcome.BANNED);
        }

        @Test
        void areFiveWrongAnswers() {
            challenge();
            for (int i = 0; i < 5; i++) {
                assertThat(state()).isEqualTo(Standing.State.CHALLENGED);
                String id = join(captcha.issue(null)).id();
                join(captcha.answer(id, "6", from("203.0.113.7")));
            }

            assertThat(call("203.0.113.7")).as("the third strike").isEqualTo(Outcome.BANNED);
        }
    }

    @Nested
    class WhileTheStoreDoesNotAnswer {

        private final Captcha deaf = captcha((CaptchaStore) Proxy.newProxyInstance(
                CaptchaStore.class.getClassLoader(),
                new Class<?>[] {CaptchaStore.class},
                (proxy, method, arguments) -> CompletableFuture.failedFuture(new IllegalStateException("away"))));

        private final GuardRequest request = new GuardRequest(from("203.0.113.7"), List.of(), true, RULE);

        @Test
        void whoShowsWhatMayBeAPassGoesOn() {
            challenge();
            pass = "A".repeat(43);

            assertThat(guard(deaf).decide(request).outcome()).isEqualTo(Outcome.ALLOWED);
        }

        @Test
        void whoShowsNoneIsAskedAndNotStruck() {
            challenge();
            Guard onDeafStore = guard(deaf);

            for (int i = 0; i < 30; i++) {
                assertThat(onDeafStore.decide(request).outcome()).isEqualTo(Outcome.CHALLENGED);
            }
            assertThat(state()).isEqualTo(Standing.State.CHALLENGED);
        }
    }
}

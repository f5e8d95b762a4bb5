package io.github.limiter.captcha;

import static io.github.limiter.captcha.CaptchaStoreContract.atOnce;
import static io.github.limiter.captcha.CaptchaStoreContract.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.limiter.captcha.Verdict.Kind;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.ClientAddress;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.subject.IpAddress;
import io.github.limiter.subject.MissingUser;
import io.github.limiter.subject.Subject;
import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CaptchaTests {

    private static final Caller CAROL = from("203.0.113.7", null);
    private static final Caller BOB = from("203.0.113.8", null);
    private static final DimensionRegistry DIMENSIONS = new DimensionRegistry(64, MissingUser.IP, List.of());
    private static final CaptchaRules RULES = new CaptchaRules(Duration.ofMinutes(2), 3, Duration.ofHours(1), 3, 5);

    private final ManualTime time = new ManualTime(0);
    private final Sums sums = new Sums();
    private final List<Caller> offenders = new ArrayList<>();
    private final List<String> events = new CopyOnWriteArrayList<>();
    private final Captcha captcha = new Captcha(
            List.of(sums, new Riddle()),
            new MemoryCaptchaStore(1_000, time),
            RULES,
            DIMENSIONS,
            offender -> {
                offenders.add(offender);
                return CompletableFuture.completedFuture(null);
            },
            List.of(new Recorder()));

    private static Caller from(String address, String user) {
        return new Caller(new ClientAddress(IpAddress.tryParse(address), ClientAddress.Origin.PEER), user, null);
    }

    /** Asks for seven. */
    private static final class Sums implements CaptchaProvider {

        private boolean broken;

        @Override
        public String name() {
            return "sums";
        }

        @Override
        public Puzzle create() {
            return new Puzzle("it is 7", Map.of("sum", "3 + 4"));
        }

        @Override
        public CompletionStage<Boolean> verify(String secret, String answer, String address) {
            return broken
                    ? CompletableFuture.failedFuture(new IllegalStateException("no calculator"))
                    : CompletableFuture.completedFuture(secret.equals("it is " + answer));
        }
    }

    private static final class Riddle implements CaptchaProvider {

        @Override
        public String name() {
            return "riddle";
        }

        @Override
        public Puzzle create() {
            return new Puzzle("the sphinx", Map.of());
        }

        @Override
        public CompletionStage<Boolean> verify(String secret, String answer, String address) {
            throw new IllegalStateException("asks " + address + " for ever");
        }
    }

    private final class Recorder implements CaptchaListener {

        @Override
        public void onCaptchaEvent(CaptchaEvent event) {
            events.add(event.kind() + " " + event.provider() + " " + event.address());
            throw new IllegalStateException("listeners may fail");
        }
    }

    private String issued() {
        return get(captcha.issue(null)).id();
    }

    private Kind answer(String id, String answer) {
        return get(captcha.answer(id, answer, CAROL)).kind();
    }

    @Nested
    class AChallenge {

        @Test
        void showsItsPuzzleAndNotItsSecret() {
            Issued issued = get(captcha.issue(null));

            assertThat(issued.provider()).isEqualTo("sums");
            assertThat(issued.shown()).isEqualTo(Map.of("sum", "3 + 4"));
            assertThat(issued.lifetime()).isEqualTo(Duration.ofMinutes(2));
            assertThat(issued.toString()).doesNotContain("it is");
        }

        @Test
        void isOfAnotherKindWhereThatIsAskedForAndThereIsSuchAKind() {
            assertThat(get(captcha.issue("riddle")).provider()).isEqualTo("riddle");
            assertThat(get(captcha.issue("chess")).provider()).isEqualTo("sums");
        }

        @Test
        void hasAnIdThatNobodyGuesses() {
            assertThat(issued()).matches("[A-Za-z0-9_-]{22}").isNotEqualTo(issued());
        }
    }

    @Nested
    class AnAnswer {

        @Test
        void thatIsRightEarnsAPass() {
            Verdict verdict = get(captcha.answer(issued(), "7", CAROL));

            assertThat(verdict.kind()).isEqualTo(Kind.RIGHT);
            assertThat(verdict.pass()).matches("[A-Za-z0-9_-]{43}");
            assertThat(verdict.toString()).doesNotContain(verdict.pass());
        }

        @Test
        void isGoodOnce() {
            String id = issued();

            assertThat(answer(id, "7")).isEqualTo(Kind.RIGHT);
            assertThat(answer(id, "7")).isEqualTo(Kind.GONE);
        }

        @Test
        void earnsOnePassThoughItIsSentManyTimesAtOnce() throws Exception {
            String id = issued();

            assertThat(atOnce(() -> answer(id, "7")))
                    .filteredOn(kind -> kind == Kind.RIGHT)
                    .hasSize(1);
            assertThat(offenders).as("sending it again is no offence").isEmpty();
        }

        @Test
        void mayBeTriedAsOftenAsTheChallengeHasAttempts() {
            String id = issued();

            assertThat(answer(id, "5")).isEqualTo(Kind.WRONG);
            assertThat(answer(id, "6")).isEqualTo(Kind.WRONG);
            assertThat(answer(id, "7")).isEqualTo(Kind.RIGHT);
        }

        @Test
        void isNotJudgedAfterTheLastAttempt() {
            String id = issued();
            answer(id, "4");
            answer(id, "5");
            answer(id, "6");

            assertThat(answer(id, "7")).isEqualTo(Kind.GONE);
        }

        @Test
        void isJudgedNoMoreOftenThoughManyGuessAtOnce() throws Exception {
            String id = issued();

            assertThat(atOnce(() -> answer(id, "6")))
                    .filteredOn(kind -> kind == Kind.WRONG)
                    .hasSizeBetween(1, 3);
        }

        @Test
        void comesTooLateWhenTheChallengeHasEnded() {
            String id = issued();
            time.advance(Duration.ofMinutes(2));

            assertThat(answer(id, "7")).isEqualTo(Kind.GONE);
        }

        @Test
        void keepsTheTimeOfItsChallengeThoughItIsWrong() {
            String id = issued();
            time.advance(Duration.ofSeconds(119));
            answer(id, "6");
            time.advance(Duration.ofSeconds(1));

            assertThat(answer(id, "7")).isEqualTo(Kind.GONE);
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "x", "../../etc", "AAAAAAAAAAAAAAAAAAAAA}", "AAAAAAAAAAAAAAAAAAAAAA"})
        void toAChallengeThatNeverWasIsNotJudged(String id) {
            assertThat(answer(id, "7")).isEqualTo(Kind.GONE);
        }

        @Test
        void thatIsHugeIsWrong() {
            assertThat(answer(issued(), "7".repeat(Captcha.MAX_ANSWER + 1))).isEqualTo(Kind.WRONG);
        }

        @Test
        void costsNoAttemptIfItCannotBeJudged() {
            String id = issued();
            sums.broken = true;
            for (int i = 0; i < 10; i++) {
                assertThat(answer(id, "7")).isEqualTo(Kind.UNJUDGED);
            }
            sums.broken = false;

            assertThat(answer(id, "7")).isEqualTo(Kind.RIGHT);
        }

        @Test
        void isUnjudgedToo_ifTheProviderThrows() {
            assertThat(answer(get(captcha.issue("riddle")).id(), "man")).isEqualTo(Kind.UNJUDGED);
        }
    }

    @Nested
    class FiveWrongAnswers {

        @Test
        void areOneOffence() {
            for (int i = 0; i < 14; i++) {
                answer(issued(), "6");
            }

            assertThat(offenders).containsExactly(CAROL, CAROL);
        }

        @Test
        void areCountedByAddress() {
            for (int i = 0; i < 4; i++) {
                answer(issued(), "6");
            }
            get(captcha.answer(issued(), "6", BOB));

            assertThat(offenders).isEmpty();
        }

        @Test
        void areAnsweredOnceTheOffenceIsKnown() {
            CompletableFuture<Void> strike = new CompletableFuture<>();
            Captcha strict = new Captcha(
                    List.of(sums),
                    new MemoryCaptchaStore(1_000, time),
                    new CaptchaRules(Duration.ofMinutes(2), 3, Duration.ofHours(1), 3, 1),
                    DIMENSIONS,
                    offender -> strike,
                    List.of());
            String id = get(strict.issue(null)).id();

            CompletableFuture<Verdict> verdict = strict.answer(id, "6", CAROL).toCompletableFuture();
            assertThat(verdict).isNotDone();
            strike.complete(null);

            assertThat(verdict).isCompleted();
        }
    }

    @Nested
    class AnAnswerToWhatIsNotThere {

        @ParameterizedTest
        @ValueSource(strings = {"guessed", "AAAAAAAAAAAAAAAAAAAAAA"})
        void isAWrongOne(String id) {
            for (int i = 0; i < 4; i++) {
                answer(id, "7");
                time.advance(Duration.ofSeconds(1));
            }
            assertThat(offenders).isEmpty();
            answer(issued(), "6");

            assertThat(offenders).containsExactly(CAROL);
        }

        @Test
        void isOneThoughItIsSentManyTimes() {
            for (int i = 0; i < 64; i++) {
                answer("AAAAAAAAAAAAAAAAAAAAAA", "7");
            }

            assertThat(offenders).isEmpty();
        }
    }

    @Test
    void whatAPageFetchesAtOnceIsOneIgnoredChallenge() {
        Subject carol = Subject.of("user", "carol");
        for (int burst = 1; burst < 10; burst++) {
            for (int i = 0; i < 12; i++) {
                assertThat(get(captcha.ignored(carol, CAROL, Duration.ofSeconds(5))))
                        .as("burst %d", burst)
                        .isFalse();
            }
            time.advance(Duration.ofSeconds(5));
        }

        assertThat(get(captcha.ignored(carol, CAROL, Duration.ofSeconds(5)))).isTrue();
    }

    @Test
    void tenIgnoredChallengesAreAnOffence() {
        Subject carol = Subject.of("user", "carol");
        for (int i = 1; i < 10; i++) {
            assertThat(get(captcha.ignored(carol, CAROL, Duration.ZERO)))
                    .as("request %d", i)
                    .isFalse();
        }

        assertThat(get(captcha.ignored(Subject.of("user", "bob"), CAROL, Duration.ZERO)))
                .isFalse();
        assertThat(get(captcha.ignored(carol, CAROL, Duration.ZERO))).isTrue();
    }

    @Nested
    class APass {

        private String earned() {
            return get(captcha.answer(issued(), "7", CAROL)).pass();
        }

        @Test
        void isGoodForWhoShowsIt() {
            assertThat(get(captcha.accepts(earned(), CAROL))).isTrue();
        }

        @Test
        void isGoodForAnHour() {
            String pass = earned();
            time.advance(Duration.ofHours(1).minusNanos(1_000));
            assertThat(get(captcha.accepts(pass, CAROL))).isTrue();

            time.advance(Duration.ofNanos(1_000));

            assertThat(get(captcha.accepts(pass, CAROL))).isFalse();
        }

        @Test
        void isBoundToNetworksAndNotToAddresses() {
            String pass = earned();
            for (String address :
                    List.of("203.0.113.7", "203.0.113.99", "198.51.100.1", "2001:db8::1", "2001:db8::2")) {
                assertThat(get(captcha.accepts(pass, from(address, null))))
                        .as(address)
                        .isTrue();
            }

            assertThat(get(captcha.accepts(pass, from("192.0.2.1", null)))).isFalse();
        }

        @Test
        void isBoundToTheUserWhereThereIsOne() {
            String pass = earned();

            assertThat(get(captcha.accepts(pass, from("203.0.113.7", "carol")))).isTrue();
            assertThat(get(captcha.accepts(pass, from("192.0.2.1", "carol")))).isTrue();
            assertThat(get(captcha.accepts(pass, from("203.0.113.7", "bob")))).isFalse();
        }

        @Test
        void isShownByWhoHasNoAddressToo() {
            assertThat(get(captcha.accepts(earned(), Caller.NONE))).isTrue();
        }

        @Test
        void canBeRevoked() {
            String pass = earned();
            get(captcha.revoke(pass));

            assertThat(get(captcha.accepts(pass, CAROL))).isFalse();
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "x", "{}", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"})
        void cannotBeMadeUp(String pass) {
            assertThat(get(captcha.accepts(pass, CAROL))).isFalse();
            get(captcha.revoke(pass));
        }
    }

    @Test
    void listenersAreToldEverything() {
        String id = issued();
        answer(id, "6");
        String pass = get(captcha.answer(id, "7", CAROL)).pass();
        answer(id, "7");
        get(captcha.accepts(pass, from("203.0.113.7", "carol")));
        get(captcha.accepts(pass, from("203.0.113.8", "bob")));
        get(captcha.ignored(Subject.of("user", "carol"), CAROL, Duration.ZERO));

        assertThat(events)
                .containsExactly(
                        "ISSUED sums null",
                        "WRONG sums ip:203.0.113.7",
                        "SOLVED sums ip:203.0.113.7",
                        "GONE none ip:203.0.113.7",
                        "PASS_ACCEPTED none ip:203.0.113.7",
                        "PASS_REFUSED none ip:203.0.113.8",
                        "IGNORED none ip:203.0.113.7");
    }

    @Test
    void kindsHaveDifferentNames() {
        assertThatThrownBy(() -> new Captcha(
                        List.of(new Sums(), new Sums()),
                        new MemoryCaptchaStore(1, time),
                        RULES,
                        DIMENSIONS,
                        offender -> CompletableFuture.completedFuture(null),
                        List.of()))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("sums");
    }

    @Test
    void aSecretThatIsTooLongToKeepIsAMistakeOfTheProvider() {
        assertThatThrownBy(() -> new Puzzle("x".repeat(513), Map.of())).isInstanceOf(IllegalArgumentException.class);
        assertThat(new Puzzle("x".repeat(512), Map.of()).toString()).doesNotContain("xx");
    }

    @ParameterizedTest
    @CsvSource({
        "lifetime,       PT9S,  3,  PT1H,    3, 5",
        "lifetime,       PT61M, 3,  PT1H,    3, 5",
        "attempts,       PT2M,  0,  PT1H,    3, 5",
        "attempts,       PT2M,  11, PT1H,    3, 5",
        "pass-lifetime,  PT2M,  3,  PT59S,   3, 5",
        "pass-lifetime,  PT2M,  3,  PT721H,  3, 5",
        "networks,       PT2M,  3,  PT1H,    0, 5",
        "networks,       PT2M,  3,  PT1H,    4, 5",
        "wrong-answers,  PT2M,  3,  PT1H,    3, 0",
        "wrong-answers,  PT2M,  3,  PT1H,    3, 1001"
    })
    void rulesOutOfRangeAreRefused(
            String name, Duration lifetime, int attempts, Duration passLifetime, int networks, int wrongAnswers) {
        assertThatThrownBy(() -> new CaptchaRules(lifetime, attempts, passLifetime, networks, wrongAnswers))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("limiter.captcha." + name);
    }
}

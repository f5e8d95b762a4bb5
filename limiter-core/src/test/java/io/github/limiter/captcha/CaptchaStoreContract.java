package io.github.limiter.captcha;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.subject.Subject;
import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What every {@link CaptchaStore} does. A store passes if a subclass passes that creates it. */
public abstract class CaptchaStoreContract {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Subject CAROL = Subject.of("ip", "203.0.113.7");
    private static final Subject BOB = Subject.of("ip", "203.0.113.8");

    final ManualTime time = new ManualTime(Instant.parse("2026-01-01T00:00:00Z"));
    CaptchaStore store;

    /**
     * A store that has nothing of what an earlier one had.
     *
     * @param bound challenges it keeps at most
     * @param time its only clock; what a server expires by its own clock must outlive the test
     * @return the store
     */
    protected abstract CaptchaStore createStore(int bound, ManualTime time);

    @BeforeEach
    void create() {
        store = createStore(2_560, time);
    }

    static <T> T get(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    private static Challenge challenge() {
        return new Challenge(Tokens.newId(), "image", "x7 k4", 3, MINUTE.toNanos() / 1_000);
    }

    private Challenge kept() {
        Challenge challenge = challenge();
        get(store.keep(challenge));
        return challenge;
    }

    /** The same call by 64 threads at once. */
    static <T> List<T> atOnce(Callable<T> call) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(64);
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> result : threads.invokeAll(Collections.nCopies(64, call))) {
                results.add(result.get());
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }

    @Nested
    class AChallenge {

        @Test
        void isHandedOutAsItWasKept() {
            Challenge challenge = kept();

            assertThat(get(store.take(challenge.id()))).contains(challenge);
        }

        @Test
        void isHandedOutOnce() {
            Challenge challenge = kept();
            get(store.take(challenge.id()));

            assertThat(get(store.take(challenge.id()))).isEmpty();
        }

        @Test
        void isHandedOutOnceToManyWhoAskTogether() throws Exception {
            Challenge challenge = kept();

            List<Optional<Challenge>> taken = atOnce(() -> get(store.take(challenge.id())));

            assertThat(taken).hasSize(64).filteredOn(Optional::isPresent).hasSize(1);
        }

        @Test
        void isNotThereUnderAnotherId() {
            kept();

            assertThat(get(store.take(Tokens.newId()))).isEmpty();
        }

        @Test
        void keepsWhatIsLeftOfItsLife() {
            Challenge challenge = kept();
            time.advance(Duration.ofSeconds(59));

            assertThat(get(store.take(challenge.id()))).contains(challenge.lasting(1_000_000));
        }

        @Test
        void endsToTheMicrosecond() {
            Challenge lives = kept();
            Challenge ends = kept();
            time.advanceMicros(MINUTE.toNanos() / 1_000 - 1);
            assertThat(get(store.take(lives.id()))).isPresent();

            time.advanceMicros(1);

            assertThat(get(store.take(ends.id()))).isEmpty();
        }

        @Test
        void mayHaveASecretOfAnyWords() {
            Challenge odd = new Challenge(Tokens.newId(), "own", " a  b\n\u4e2d{} %s ", 1, 1_000_000);
            get(store.keep(odd));

            assertThat(get(store.take(odd.id()))).contains(odd);
        }

        @Test
        void mayBeKeptAgainAfterItWasTaken() {
            Challenge challenge = kept();
            get(store.take(challenge.id()));
            get(store.keep(challenge.withoutAnAttempt()));

            assertThat(get(store.take(challenge.id())))
                    .hasValueSatisfying(again -> assertThat(again.attempts()).isEqualTo(2));
            assertThat(get(store.take(challenge.id()))).isEmpty();
        }

        @Test
        void makesRoomForLaterOnes() {
            List<Challenge> all = new ArrayList<>();
            for (int i = 0; i < 10_000; i++) {
                all.add(kept());
            }

            assertThat(there(all.subList(9_900, 10_000))).as("of the youngest").isEqualTo(100);
            assertThat(there(all.subList(0, 1_000))).as("of the eldest").isZero();
            assertThat(there(all.subList(1_000, 9_900))).as("of the others").isBetween(2_000L, 2_460L);
        }

        private long there(List<Challenge> challenges) {
            return challenges.stream()
                    .filter(challenge -> get(store.take(challenge.id())).isPresent())
                    .count();
        }
    }

    @Nested
    class Missteps {

        private boolean wrong(Subject solver) {
            return get(store.count(solver, Misstep.WRONG_ANSWER, 5, Duration.ofMinutes(10), Duration.ZERO));
        }

        @Test
        void areAnOffenceWhenThereAreSoMany() {
            for (int i = 1; i < 5; i++) {
                assertThat(wrong(CAROL)).as("wrong answer %d", i).isFalse();
            }
            assertThat(wrong(CAROL)).as("wrong answer 5").isTrue();
            assertThat(wrong(CAROL)).as("wrong answer 6").isFalse();
        }

        @Test
        void countForWhoMadeThem() {
            for (int i = 1; i < 5; i++) {
                wrong(CAROL);
            }

            assertThat(wrong(BOB)).isFalse();
        }

        @Test
        void countByTheirKind() {
            for (int i = 1; i < 5; i++) {
                wrong(CAROL);
            }

            assertThat(get(store.count(CAROL, Misstep.IGNORED_CHALLENGE, 5, MINUTE, Duration.ZERO)))
                    .isFalse();
            assertThat(wrong(CAROL)).isTrue();
        }

        @Test
        void areForgottenAfterAWhile() {
            wrong(CAROL);
            time.advance(Duration.ofMinutes(9));
            for (int i = 2; i < 5; i++) {
                wrong(CAROL);
            }
            time.advance(MINUTE);

            assertThat(wrong(CAROL)).isFalse();
        }

        @Test
        void areCountedExactlyThoughTheyComeTogether() throws Exception {
            assertThat(atOnce(() -> wrong(CAROL)).stream().filter(offence -> offence))
                    .hasSize(64 / 5);
        }

        private boolean ignored() {
            return get(store.count(CAROL, Misstep.IGNORED_CHALLENGE, 3, Duration.ofMinutes(10), Duration.ofSeconds(5)));
        }

        @Test
        void areOneWhereTheyComeTogetherAndAreSpaced() throws Exception {
            assertThat(atOnce(this::ignored)).doesNotContain(true);
            time.advance(Duration.ofSeconds(5));
            assertThat(atOnce(this::ignored)).doesNotContain(true);
            time.advance(Duration.ofSeconds(5).minusNanos(1_000));
            assertThat(ignored()).as("a microsecond early").isFalse();
            time.advance(Duration.ofNanos(1_000));

            assertThat(ignored()).isTrue();
        }

        @Test
        void areAnOffenceEachIfOneIsAllowed() {
            assertThat(get(store.count(CAROL, Misstep.WRONG_ANSWER, 1, MINUTE, Duration.ZERO)))
                    .isTrue();
        }
    }

    @Nested
    class APass {

        private final String pass = Tokens.digest(Tokens.newPass());

        @BeforeEach
        void grant() {
            get(store.grant(pass, MINUTE));
        }

        private boolean isGoodFor(String user, int network) {
            return get(store.accept(pass, new Holder(user, "subnet:10.0." + network + ".0/24"), 3));
        }

        @Test
        void isGoodOnThreeNetworks() {
            assertThat(isGoodFor(null, 1)).isTrue();
            assertThat(isGoodFor(null, 2)).isTrue();
            assertThat(isGoodFor(null, 3)).isTrue();
            assertThat(isGoodFor(null, 4)).as("on a fourth").isFalse();
            assertThat(isGoodFor(null, 1)).as("on the first again").isTrue();
        }

        @Test
        void isGoodOnThreeNetworksThoughManyTryTogether() throws Exception {
            var network = new AtomicInteger();

            List<Boolean> accepted = atOnce(() -> isGoodFor(null, network.incrementAndGet()));

            assertThat(accepted.stream().filter(good -> good)).hasSize(3);
        }

        @Test
        void belongsToTheFirstUserWhoShowsIt() {
            assertThat(isGoodFor("user:carol", 1)).isTrue();
            assertThat(isGoodFor("user:bob", 1)).isFalse();
            assertThat(isGoodFor("user:carol", 1)).isTrue();
        }

        @Test
        void belongsToOneOfManyUsersWhoShowItTogether() throws Exception {
            var user = new AtomicInteger();

            List<Boolean> accepted = atOnce(() -> isGoodFor("user:" + user.incrementAndGet(), 1));

            assertThat(accepted.stream().filter(good -> good)).hasSize(1);
        }

        @Test
        void followsItsUserToAllNetworks() {
            for (int network = 1; network <= 9; network++) {
                assertThat(isGoodFor("user:carol", network)).isTrue();
            }
        }

        @Test
        void ofAUserIsGoodOnThreeNetworksWhereHeIsNotLoggedIn() {
            isGoodFor("user:carol", 1);

            assertThat(isGoodFor(null, 1)).isTrue();
            assertThat(isGoodFor(null, 2)).isTrue();
            assertThat(isGoodFor(null, 3)).isTrue();
            assertThat(isGoodFor(null, 4)).isFalse();
        }

        @Test
        void endsToTheMicrosecond() {
            time.advanceMicros(MINUTE.toNanos() / 1_000 - 1);
            assertThat(isGoodFor(null, 1)).isTrue();

            time.advanceMicros(1);

            assertThat(isGoodFor(null, 1)).isFalse();
        }

        @Test
        void isGoodForNobodyOnceItIsRevoked() {
            isGoodFor("user:carol", 1);
            get(store.revoke(pass));

            assertThat(isGoodFor("user:carol", 1)).isFalse();
        }

        @Test
        void isNoneIfItWasNotGranted() {
            assertThat(get(store.accept(Tokens.digest("made up"), new Holder(null, "subnet:10.0.1.0/24"), 3)))
                    .isFalse();
        }
    }
}

package io.github.limiter.ban;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.limiter.annotation.Mode;
import io.github.limiter.ban.AuditEntry.Action;
import io.github.limiter.policy.BanRule;
import io.github.limiter.policy.BanRule.Repeat;
import io.github.limiter.store.Standing;
import io.github.limiter.store.Standing.Change;
import io.github.limiter.store.Standing.State;
import io.github.limiter.subject.Subject;
import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What every {@link BanStore} does. A store passes if a subclass passes that creates it. */
public abstract class BanStoreContract {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Subject ADDRESS = Subject.of("ip", "203.0.113.7");
    private static final Subject USER = Subject.of("user", "mallory");
    private static final BanRule THREE = BanRule.of("limited", 3, Duration.ofMinutes(1), Duration.ofMinutes(5));

    private final ManualTime time = new ManualTime(START);
    private BanStore store;

    /**
     * A store that knows nobody, for one test.
     *
     * @param time the only clock of its decisions
     * @return the store
     */
    protected abstract BanStore createStore(ManualTime time);

    /** Before each test. */
    @BeforeEach
    void openStore() {
        store = createStore(time);
    }

    static <T> T join(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
    }

    private Standing strike(BanRule rule) {
        return join(store.strike(ADDRESS, rule, null));
    }

    private Standing strike(BanRule rule, String item) {
        return join(store.strike(ADDRESS, rule, item));
    }

    private List<Change> strikes(BanRule rule, int number) {
        return IntStream.range(0, number).mapToObj(i -> strike(rule).change()).toList();
    }

    private Standing standing() {
        return join(store.standing(ADDRESS));
    }

    private Ban ban() {
        return join(store.find(ADDRESS)).orElseThrow();
    }

    private static long micros(Duration length) {
        return length.toNanos() / 1_000;
    }

    private static Standing banned(Duration left) {
        return Standing.found(State.BANNED, micros(left));
    }

    /** Thresholds. */
    @Nested
    class Strikes {

        @Test
        void areABanAtTheThreshold() {
            assertThat(strikes(THREE, 3)).containsExactly(Change.STRUCK, Change.STRUCK, Change.BEGAN);
            assertThat(standing()).isEqualTo(banned(Duration.ofMinutes(5)));
            assertThat(ban())
                    .isEqualTo(new Ban(
                            ADDRESS, START, START.plus(Duration.ofMinutes(5)), "limited", "3 strikes", "", false));
        }

        @Test
        void beginTheBanAtTheVeryStrike() {
            strikes(THREE, 2);

            assertThat(strike(THREE))
                    .isEqualTo(new Standing(State.BANNED, micros(Duration.ofMinutes(5)), Change.BEGAN, 0));
        }

        @Test
        void ofWhoIsBannedCountForNothing() {
            strikes(THREE, 3);
            time.advance(Duration.ofMinutes(2));

            assertThat(strikes(THREE, 10)).containsOnly(Change.NONE);
            assertThat(standing()).isEqualTo(banned(Duration.ofMinutes(3)));
        }

        @Test
        void ofWhoIsBannedCountByRulesThatGoOn() {
            BanRule goesOn = BanRule.of("probing", 3, Duration.ofMinutes(1), Duration.ofMinutes(30))
                    .countingWhileBanned();
            strikes(THREE, 3);
            time.advance(Duration.ofMinutes(2));

            assertThat(strikes(goesOn, 2)).containsOnly(Change.STRUCK);
            assertThat(standing()).isEqualTo(banned(Duration.ofMinutes(3)));
            assertThat(strike(goesOn))
                    .isEqualTo(new Standing(State.BANNED, micros(Duration.ofMinutes(30)), Change.BEGAN, 0));
            Instant again = START.plus(Duration.ofMinutes(2));
            assertThat(ban())
                    .isEqualTo(new Ban(
                            ADDRESS,
                            again,
                            again.plus(Duration.ofMinutes(30)),
                            "probing",
                            "3 strikes while banned",
                            "",
                            false));
            time.advance(Duration.ofMinutes(29));
            assertThat(strikes(goesOn, 3)).containsExactly(Change.STRUCK, Change.STRUCK, Change.BEGAN);
            assertThat(standing()).isEqualTo(banned(Duration.ofMinutes(30)));
        }

        @Test
        void ofWhoIsBannedShortenNoBanAndClimbNoLadder() {
            BanRule goesOn = THREE.withBans(List.of(Duration.ofMinutes(5), Duration.ofHours(1)))
                    .countingWhileBanned();
            join(store.ban(ADDRESS, Duration.ofMinutes(6), "by hand", "admin"));

            assertThat(strikes(goesOn, 9)).containsOnly(Change.STRUCK);
            assertThat(ban().reason()).isEqualTo("by hand");
            time.advance(Duration.ofMinutes(2));
            assertThat(strikes(goesOn, 3)).endsWith(Change.BEGAN);
            assertThat(standing()).isEqualTo(banned(Duration.ofMinutes(5)));
            time.advance(Duration.ofMinutes(5));
            strikes(goesOn, 3);
            assertThat(standing()).as("the first of a ladder").isEqualTo(banned(Duration.ofMinutes(5)));
            time.advance(Duration.ofMinutes(5));
            strikes(goesOn, 3);
            assertThat(standing()).isEqualTo(banned(Duration.ofHours(1)));
        }

        @Test
        void ofWhoIsBannedUntilSomebodyLooksChangeNothing() {
            join(store.ban(ADDRESS, null, "by hand", "admin"));

            assertThat(strikes(THREE.countingWhileBanned(), 3)).containsOnly(Change.STRUCK);
            assertThat(standing().isPermanent()).isTrue();
        }

        @Test
        void areForgottenAfterTheirTime() {
            strikes(THREE, 2);
            time.advance(Duration.ofMinutes(1));

            assertThat(strikes(THREE, 2)).containsOnly(Change.STRUCK);
        }

        @Test
        void countAMicrosecondBefore() {
            strikes(THREE, 2);
            time.advanceMicros(micros(Duration.ofMinutes(1)) - 1);

            assertThat(strikes(THREE, 1)).containsOnly(Change.BEGAN);
        }

        @Test
        void areForgottenOneByOne() {
            strike(THREE);
            time.advance(Duration.ofSeconds(40));
            strike(THREE);
            time.advance(Duration.ofSeconds(20));

            assertThat(strikes(THREE, 2)).containsExactly(Change.STRUCK, Change.BEGAN);
        }

        @Test
        void beginAnewAfterABan() {
            strikes(THREE, 3);
            time.advance(Duration.ofMinutes(5));

            assertThat(standing()).isEqualTo(Standing.CLEAR);
            assertThat(strikes(THREE, 2)).containsOnly(Change.STRUCK);
        }

        @Test
        void ofOtherRulesAreCountedApart() {
            strikes(THREE, 2);

            assertThat(strike(BanRule.of("probing", 3, Duration.ofMinutes(1), Duration.ofMinutes(5)))
                            .change())
                    .isEqualTo(Change.STRUCK);
        }

        @Test
        void ofOthersAreCountedApart() {
            strikes(THREE, 2);

            assertThat(join(store.strike(USER, THREE, null)).change()).isEqualTo(Change.STRUCK);
        }

        @Test
        void ofOneAreABanAtOnce() {
            assertThat(strikes(BanRule.HONEYPOT, 1)).containsExactly(Change.BEGAN);
            assertThat(ban().reason()).isEqualTo("1 strike");
        }

        @Test
        void thatCameTogetherAreOne() {
            BanRule spaced = THREE.withSpacing(Duration.ofSeconds(5));
            strike(spaced);
            time.advance(Duration.ofSeconds(2));

            Standing second = strike(spaced);

            assertThat(second).isEqualTo(new Standing(State.CLEAR, 0, Change.NONE, 3_000_000));
            time.advance(Duration.ofSeconds(3));
            assertThat(strike(spaced)).isEqualTo(new Standing(State.CLEAR, 0, Change.STRUCK, 5_000_000));
        }

        @Test
        void ofThoseWhoNeverStopAreSpacedToo() {
            BanRule spaced = THREE.withSpacing(Duration.ofSeconds(5));
            List<Integer> counted = new ArrayList<>();

            for (int second = 0; second <= 10; second++) {
                if (strike(spaced).change() != Change.NONE) {
                    counted.add(second);
                }
                time.advance(Duration.ofSeconds(1));
            }

            assertThat(counted).containsExactly(0, 5, 10);
            assertThat(standing().isBanned()).isTrue();
        }

        @Test
        void onOneItemAreOne() {
            BanRule distinct = THREE.ofDistinctItems();

            assertThat(IntStream.range(0, 10)
                            .mapToObj(i -> strike(distinct, "/missing").change()))
                    .containsExactlyInAnyOrder(
                            Change.STRUCK,
                            Change.NONE,
                            Change.NONE,
                            Change.NONE,
                            Change.NONE,
                            Change.NONE,
                            Change.NONE,
                            Change.NONE,
                            Change.NONE,
                            Change.NONE);
            assertThat(strike(distinct, "/other").change()).isEqualTo(Change.STRUCK);
            assertThat(strike(distinct, "/third").change()).isEqualTo(Change.BEGAN);
        }

        @Test
        void onOneItemCountAsOfTheLastTime() {
            BanRule distinct = THREE.ofDistinctItems();
            strike(distinct, "/missing");
            time.advance(Duration.ofSeconds(50));
            strike(distinct, "/missing");
            strike(distinct, "/other");
            time.advance(Duration.ofSeconds(20));

            assertThat(strike(distinct, "/third").change()).isEqualTo(Change.BEGAN);
        }

        @Test
        void onItemsOfAnyLengthAndContentAreDistinct() {
            BanRule distinct = THREE.ofDistinctItems();
            String longest = "/{\u0000é}".repeat(1_000);

            assertThat(List.of(
                            strike(distinct, longest + "1").change(),
                            strike(distinct, longest + "1").change(),
                            strike(distinct, longest + "2").change(),
                            strike(distinct, "").change()))
                    .containsExactly(Change.STRUCK, Change.NONE, Change.STRUCK, Change.BEGAN);
        }

        @Test
        void inShadowSayWhatTheyWouldHaveDone() {
            BanRule shadow = THREE.withMode(Mode.SHADOW);

            assertThat(strikes(shadow, 4))
                    .containsExactly(Change.STRUCK, Change.STRUCK, Change.WOULD_HAVE_BEGUN, Change.STRUCK);
            assertThat(standing()).isEqualTo(Standing.CLEAR);
        }

        @Test
        void challengeWhomTheyMustNotBan() {
            BanRule lenient = THREE.challengingOnly();
            strikes(lenient, 2);

            assertThat(strike(lenient))
                    .isEqualTo(new Standing(State.CHALLENGED, micros(BanStore.CHALLENGE_LASTS), Change.BEGAN, 0));
            assertThat(join(store.find(ADDRESS))).isEmpty();
        }

        @Test
        void banForAMinuteWhomTheyMustNotBanAndCannotChallenge() {
            BanRule lenient = THREE.challengingOnly().withoutChallenges();
            strikes(lenient, 2);

            assertThat(strike(lenient)).isEqualTo(new Standing(State.BANNED, 60_000_000, Change.BEGAN, 0));
        }

        @Test
        void askForAChallengeOnTheWay() {
            BanRule challenging = THREE.withStrikes(4).withChallengeAt(2);

            assertThat(strikes(challenging, 4))
                    .containsExactly(Change.STRUCK, Change.BEGAN, Change.STRUCK, Change.BEGAN);
            assertThat(standing().isBanned()).isTrue();
        }
    }

    /** Again and again. */
    @Nested
    class TheLadder {

        private final BanRule ladder = THREE.withStrikes(1)
                .withBans(List.of(Duration.ofMinutes(1), Duration.ofMinutes(10)))
                .withRepeat(new Repeat(4, Duration.ofHours(24)));

        @Test
        void climbsByEarlierBansAndEndsInAReview() {
            List<@Nullable Duration> lengths = new ArrayList<>();

            for (int i = 0; i < 4; i++) {
                strike(ladder);
                Ban ban = ban();
                Instant until = ban.until();
                lengths.add(until == null ? null : Duration.between(ban.start(), until));
                assertThat(ban.needsReview()).isEqualTo(until == null);
                time.advance(Duration.ofMinutes(10));
            }

            assertThat(lengths)
                    .containsExactly(Duration.ofMinutes(1), Duration.ofMinutes(10), Duration.ofMinutes(10), null);
            assertThat(standing().isPermanent()).isTrue();
        }

        @Test
        void countsBansOfAllRules() {
            strike(ladder);
            time.advance(Duration.ofMinutes(10));
            strikes(THREE, 3);
            assertThat(Duration.between(START.plus(Duration.ofMinutes(10)), ban().until()))
                    .isEqualTo(Duration.ofMinutes(5));
            time.advance(Duration.ofMinutes(10));

            strikes(THREE, 3);

            assertThat(ban().needsReview()).isTrue();
        }

        @Test
        void fallsWithTime() {
            strike(ladder);
            time.advance(Duration.ofHours(24));

            strike(ladder);

            assertThat(standing()).isEqualTo(banned(Duration.ofMinutes(1)));
        }

        @Test
        void hasNoEndWhereNothingIsRepeated() {
            BanRule never = ladder.withRepeat(Repeat.NEVER);

            for (int i = 0; i < 6; i++) {
                strike(never);
                assertThat(ban().isPermanent()).isFalse();
                time.advance(Duration.ofMinutes(10));
            }
        }

        @Test
        void mayBeginWithAReview() {
            strike(ladder.withBans(List.of()));

            assertThat(standing()).isEqualTo(Standing.found(State.BANNED, Standing.PERMANENT));
            assertThat(ban().needsReview()).isTrue();
        }

        @Test
        void isClimbedByThoseWhoWereLiftedToo() {
            strike(ladder);
            join(store.lift(ADDRESS, "admin"));
            time.advance(Duration.ofMinutes(1));

            strike(ladder);

            assertThat(standing()).isEqualTo(banned(Duration.ofMinutes(10)));
        }
    }

    /** Nobody looks. */
    @Nested
    class APermanentBanThatNobodyConfirms {

        private final BanRule endless = THREE.withStrikes(1).withBans(List.of());

        @Test
        void ofAnAddressLapsesAfterThirtyDays() {
            strike(endless);
            time.advanceMicros(micros(Ban.UNCONFIRMED_LASTS) - 1);
            assertThat(standing().isPermanent()).isTrue();
            time.advanceMicros(1);

            assertThat(standing()).isEqualTo(Standing.CLEAR);
            assertThat(join(store.find(ADDRESS))).isEmpty();
            assertThat(join(store.list(null, 10, false)).bans()).isEmpty();
        }

        @Test
        void ofAUserStays() {
            join(store.strike(USER, endless, null));
            time.advance(Ban.UNCONFIRMED_LASTS.multipliedBy(2));

            assertThat(join(store.standing(USER)).isPermanent()).isTrue();
        }

        @Test
        void staysOnceItIsConfirmed() {
            strike(endless);

            Optional<Ban> confirmed = join(store.confirm(ADDRESS, "admin"));

            assertThat(confirmed).hasValueSatisfying(ban -> {
                assertThat(ban.needsReview()).isFalse();
                assertThat(ban.by()).isEqualTo("admin");
                assertThat(ban.rule()).isEqualTo("limited");
            });
            assertThat(ban()).isEqualTo(confirmed.orElseThrow());
            time.advance(Ban.UNCONFIRMED_LASTS.multipliedBy(2));
            assertThat(standing().isPermanent()).isTrue();
        }

        @Test
        void isConfirmedOnce() {
            strike(endless);
            join(store.confirm(ADDRESS, "admin"));

            assertThat(join(store.confirm(ADDRESS, "admin"))).isEmpty();
            assertThat(join(store.audit(10))).extracting(AuditEntry::action).containsExactly(Action.CONFIRM);
        }
    }

    /** Operators. */
    @Nested
    class ByHand {

        @Test
        void aBanLastsAsLongAsItIsSaid() {
            Ban ban = join(store.ban(ADDRESS, Duration.ofHours(1), "scraping", "admin"));

            assertThat(ban)
                    .isEqualTo(new Ban(
                            ADDRESS, START, START.plus(Duration.ofHours(1)), Ban.MANUAL, "scraping", "admin", false));
            assertThat(ban()).isEqualTo(ban);
            assertThat(standing()).isEqualTo(banned(Duration.ofHours(1)));
        }

        @Test
        void aBanWithoutAnEndNeedsNoReview() {
            join(store.ban(ADDRESS, null, "scraping", "admin"));
            time.advance(Duration.ofDays(400));

            assertThat(ban().isPermanent()).isTrue();
            assertThat(ban().needsReview()).isFalse();
        }

        @Test
        void aBanTakesThePlaceOfAnother() {
            strikes(THREE, 3);

            join(store.ban(ADDRESS, Duration.ofMinutes(1), "shorter", "admin"));

            assertThat(standing()).isEqualTo(banned(Duration.ofMinutes(1)));
        }

        @Test
        void whatPeopleWriteIsKeptAsText() {
            Subject odd = Subject.of("user", "Zoë {admin} \t|" + "x".repeat(300));

            Ban ban = join(store.ban(odd, Duration.ofHours(1), "a\tb\nc \"q\" 'é' | ;", "a\tb:c;d"));

            assertThat(ban.reason()).isEqualTo("a b c \"q\" 'é' | ;");
            assertThat(ban.by()).isEqualTo("a b:c;d");
            assertThat(join(store.find(odd))).contains(ban);
            assertThat(join(store.find(odd)).orElseThrow().subject().value().replace('\t', ' '))
                    .isEqualTo(odd.value().replace('\t', ' '));
            assertThat(join(store.list(null, 10, false)).bans()).containsExactly(ban);
        }

        @Test
        void aLiftEndsTheBanAndClearsStrikes() {
            BanRule other = BanRule.of("other", 2, Duration.ofMinutes(1), Duration.ofMinutes(5));
            strike(other);
            strikes(THREE, 3);
            Ban ban = ban();

            assertThat(join(store.lift(ADDRESS, "admin"))).contains(ban);

            assertThat(standing()).isEqualTo(Standing.CLEAR);
            assertThat(join(store.find(ADDRESS))).isEmpty();
            assertThat(strike(other).change()).isEqualTo(Change.STRUCK);
            assertThat(strikes(THREE, 2)).containsOnly(Change.STRUCK);
        }

        @Test
        void aLiftEndsAChallenge() {
            join(store.challenge(ADDRESS));

            assertThat(join(store.lift(ADDRESS, "admin"))).isEmpty();

            assertThat(standing()).isEqualTo(Standing.CLEAR);
        }

        @Test
        void everythingIsNotedDown() {
            join(store.ban(ADDRESS, Duration.ofHours(1), "scraping", "alice"));
            time.advance(Duration.ofMinutes(1));
            join(store.lift(ADDRESS, "bob"));

            assertThat(join(store.audit(10)))
                    .containsExactly(
                            new AuditEntry(START.plusSeconds(60), Action.LIFT, ADDRESS, "bob", ""),
                            new AuditEntry(START, Action.BAN, ADDRESS, "alice", "scraping"));
            assertThat(join(store.audit(1))).hasSize(1);
        }

        @Test
        void whatElseTheyDoIsNotedOnOneLine() {
            Subject all = Subject.ofText("global", null);
            join(store.note(Action.LOAD, all, "al\tice", "PEAK\nfor 1h"));

            assertThat(join(store.audit(10)))
                    .containsExactly(new AuditEntry(START, Action.LOAD, all, "al ice", "PEAK for 1h"));
        }
    }

    /** CAPTCHAs. */
    @Nested
    class AChallenge {

        @Test
        void lastsTenMinutes() {
            assertThat(join(store.challenge(ADDRESS)))
                    .isEqualTo(Standing.found(State.CHALLENGED, micros(Duration.ofMinutes(10))));
            time.advance(Duration.ofMinutes(9));
            assertThat(standing()).isEqualTo(Standing.found(State.CHALLENGED, micros(Duration.ofMinutes(1))));
            time.advance(Duration.ofMinutes(1));
            assertThat(standing()).isEqualTo(Standing.CLEAR);
        }

        @Test
        void isEndedByItsSolutionWhichClearsStrikesForLimitedRequests() {
            strikes(THREE, 2);
            join(store.challenge(ADDRESS));

            assertThat(join(store.pardon(ADDRESS))).isEqualTo(Standing.CLEAR);

            assertThat(standing()).isEqualTo(Standing.CLEAR);
            assertThat(strikes(THREE, 2)).containsOnly(Change.STRUCK);
        }

        @Test
        void clearsNoOtherStrikes() {
            BanRule probing = BanRule.of("probing", 3, Duration.ofMinutes(1), Duration.ofMinutes(5));
            strikes(probing, 2);

            join(store.pardon(ADDRESS));

            assertThat(strike(probing).change()).isEqualTo(Change.BEGAN);
        }

        @Test
        void clearsStrikesThreeTimesAnHour() {
            for (int i = 0; i < BanStore.PARDONS; i++) {
                strikes(THREE, 2);
                join(store.pardon(ADDRESS));
            }
            strikes(THREE, 2);
            join(store.pardon(ADDRESS));
            assertThat(strike(THREE).change()).isEqualTo(Change.BEGAN);
            join(store.lift(ADDRESS, "admin"));
            time.advance(Duration.ofHours(1));

            strikes(THREE, 2);
            join(store.pardon(ADDRESS));

            assertThat(strikes(THREE, 2)).containsOnly(Change.STRUCK);
        }

        @Test
        void isNoWayOutOfABan() {
            strikes(THREE, 3);

            assertThat(join(store.challenge(ADDRESS)).isBanned()).isTrue();
            assertThat(join(store.pardon(ADDRESS)).isBanned()).isTrue();
            assertThat(standing()).isEqualTo(banned(Duration.ofMinutes(5)));
        }

        @Test
        void isListedForNodesThatBegin() {
            join(store.challenge(USER));
            time.advance(Duration.ofMinutes(4));

            assertThat(join(store.challenged(10)))
                    .containsExactly(new BanStore.Challenged(USER, micros(Duration.ofMinutes(6))));
            join(store.pardon(USER));
            assertThat(join(store.challenged(10))).isEmpty();
        }
    }

    /** For nodes that begin. */
    @Nested
    class TheListOfChallenges {

        private void challengeMany(int number) {
            List<CompletionStage<Standing>> all = IntStream.range(0, number)
                    .mapToObj(i -> store.challenge(Subject.of("user", "u" + i)))
                    .toList();
            all.forEach(BanStoreContract::join);
        }

        @Test
        void hasAllOfThem() {
            challengeMany(2_100);

            assertThat(join(store.challenged(100_000)))
                    .extracting(BanStore.Challenged::subject)
                    .doesNotHaveDuplicates()
                    .hasSize(2_100);
        }

        @Test
        void isAsLongAsThereIsRoomFor() {
            challengeMany(30);

            assertThat(join(store.challenged(20))).hasSize(20);
        }
    }

    /** All of them. */
    @Nested
    class TheList {

        private void banMany(int number) {
            for (int i = 0; i < number; i++) {
                join(store.ban(
                        Subject.of("user", "u" + i), i % 5 == 0 ? null : Duration.ofMinutes(1 + i % 7), "r", "admin"));
            }
        }

        private List<Ban> all(int size, boolean reviewOnly) {
            List<Ban> all = new ArrayList<>();
            String cursor = null;
            do {
                BanPage page = join(store.list(cursor, size, reviewOnly));
                assertThat(page.bans().size()).isLessThanOrEqualTo(size);
                all.addAll(page.bans());
                cursor = page.next();
            } while (cursor != null);
            return all;
        }

        @Test
        void hasEachBanOnceInTheOrderOfTheirEnds() {
            banMany(40);

            List<Ban> all = all(7, false);

            assertThat(all).extracting(Ban::subject).doesNotHaveDuplicates().hasSize(40);
            assertThat(all)
                    .isSortedAccordingTo(
                            Comparator.comparing(Ban::until, Comparator.nullsLast(Comparator.naturalOrder())));
        }

        @Test
        void isTheSameInPagesOfAnySize() {
            banMany(20);

            assertThat(all(3, false)).isEqualTo(all(1_000, false));
        }

        @Test
        void leavesOutWhatIsOver() {
            banMany(8);
            time.advance(Duration.ofMinutes(4));

            assertThat(all(3, false)).hasSize(4);
        }

        @Test
        void leavesOutWhatWasLifted() {
            banMany(3);
            join(store.lift(Subject.of("user", "u1"), "admin"));

            assertThat(all(10, false))
                    .extracting(ban -> ban.subject().text())
                    .containsExactlyInAnyOrder("user:u0", "user:u2");
        }

        @Test
        void ofWhatNeedsReviewHasNothingElse() {
            banMany(5);
            strike(THREE.withStrikes(1).withBans(List.of()));

            assertThat(all(2, true)).extracting(Ban::subject).containsExactly(ADDRESS);
            join(store.confirm(ADDRESS, "admin"));
            assertThat(all(2, true)).isEmpty();
        }

        @Test
        void isReadAsOfAMoment() {
            assertThat(join(store.list(null, 1, false)).asOf()).isEqualTo(START);
        }

        @Test
        void refusesCursorsAndSizesThatAreNone() {
            assertThatIllegalArgumentException().isThrownBy(() -> store.list("x", 1, false));
            assertThatIllegalArgumentException().isThrownBy(() -> store.list(null, 0, false));
            assertThatIllegalArgumentException().isThrownBy(() -> store.list(null, 1_001, false));
        }
    }

    /** What was seen. */
    @Nested
    class TheEvidence {

        private Offence offence(int number) {
            return new Offence(
                    START.plusSeconds(number),
                    number % 2 == 0 ? "limited" : "probing",
                    "GET",
                    "/p/" + number,
                    429,
                    "curl/8 \"x\" é");
        }

        @Test
        void isTheFirstOffencesAndTheLast() {
            for (int i = 0; i < 40; i++) {
                join(store.keep(ADDRESS, offence(i), Duration.ofDays(1)));
            }

            Evidence evidence = join(store.evidence(ADDRESS));

            assertThat(evidence.strikes())
                    .containsOnlyKeys("limited", "probing")
                    .containsEntry("limited", 20L);
            assertThat(evidence.offences())
                    .isEqualTo(IntStream.range(0, 40)
                            .filter(i -> i < Evidence.FIRST || i >= 40 - Evidence.MOST + Evidence.FIRST)
                            .mapToObj(this::offence)
                            .toList());
        }

        @Test
        void isNoneAboutWhomNothingIsKnown() {
            assertThat(join(store.evidence(USER))).isEqualTo(Evidence.NONE);
        }

        @Test
        void outlivesALift() {
            join(store.keep(ADDRESS, offence(1), Duration.ofDays(1)));
            join(store.lift(ADDRESS, "admin"));

            assertThat(join(store.evidence(ADDRESS)).offences()).containsExactly(offence(1));
        }
    }

    /** People who share it. */
    @Nested
    class AnAddressOfManyUsers {

        private void meet(int users) {
            IntStream.range(0, users).forEach(i -> join(store.met(ADDRESS, Subject.of("user", "u" + i), false)));
        }

        @Test
        void isChallengedInsteadOfBanned() {
            meet(BanStore.GOOD_USERS);
            time.advance(Duration.ofHours(1));
            meet(BanStore.GOOD_USERS);

            strikes(THREE, 2);

            assertThat(strike(THREE)).isEqualTo(new Standing(State.CHALLENGED, 600_000_000, Change.BEGAN, 0));
        }

        @Test
        void isBannedIfTheyAreTooFew() {
            meet(BanStore.GOOD_USERS - 1);
            time.advance(Duration.ofHours(1));

            assertThat(strikes(THREE, 3)).endsWith(Change.BEGAN);
            assertThat(standing().isBanned()).isTrue();
        }

        @Test
        void isBannedIfTheyAreNew() {
            meet(BanStore.GOOD_USERS);
            time.advanceMicros(micros(Duration.ofHours(1)) - 1);

            strikes(THREE, 3);

            assertThat(standing().isBanned()).isTrue();
        }

        @Test
        void isBannedIfOneOfThemWasStruckWithinADay() {
            meet(BanStore.GOOD_USERS);
            time.advance(Duration.ofHours(1));
            join(store.met(ADDRESS, Subject.of("user", "u0"), true));
            time.advanceMicros(micros(Duration.ofDays(1)) - 1);
            strikes(THREE, 2);
            assertThat(strike(THREE).state()).isEqualTo(State.BANNED);
        }

        @Test
        void isSparedAgainADayLater() {
            meet(BanStore.GOOD_USERS);
            join(store.met(ADDRESS, Subject.of("user", "u0"), true));
            time.advance(Duration.ofDays(1));
            strikes(THREE, 2);

            assertThat(strike(THREE).state()).isEqualTo(State.CHALLENGED);
        }

        private void share() {
            meet(BanStore.GOOD_USERS);
            time.advance(Duration.ofHours(1));
        }

        @Test
        void isOnlyChallengedHoweverOftenLimitsRefuseIt() {
            share();

            for (int i = 0; i < 5; i++) {
                assertThat(strikes(THREE, 3)).doesNotContain(Change.NONE);
                assertThat(standing().state()).isEqualTo(State.CHALLENGED);
            }
        }

        @Test
        void isBannedForAMinuteIfItGoesOnWithWhatNoChallengeHinders() {
            share();

            assertThat(strike(BanRule.HONEYPOT))
                    .isEqualTo(new Standing(State.CHALLENGED, 600_000_000, Change.BEGAN, 0));
            assertThat(strike(BanRule.HONEYPOT)).isEqualTo(new Standing(State.BANNED, 60_000_000, Change.BEGAN, 0));

            Instant now = START.plus(Duration.ofHours(1));
            assertThat(ban())
                    .isEqualTo(new Ban(
                            ADDRESS, now, now.plusSeconds(60), "honeypot", "1 strike; spared a longer ban", "", false));
        }

        @Test
        void isBannedEvenIfSomebodyThereHasSolvedTheChallenge() {
            share();
            strike(BanRule.HONEYPOT);
            join(store.pardon(ADDRESS));

            assertThat(strike(BanRule.HONEYPOT).isBanned()).isTrue();
        }

        @Test
        void isBannedForAMinuteAgainAndAgainAndNeverForLonger() {
            share();
            strike(BanRule.HONEYPOT);

            for (int i = 0; i < 5; i++) {
                assertThat(strike(BanRule.HONEYPOT).left()).isEqualTo(60_000_000);
                time.advance(Duration.ofMinutes(1));
            }
            assertThat(join(store.list(null, 10, true)).bans()).isEmpty();
        }

        @Test
        void isOnlyChallengedAgainTenMinutesLater() {
            share();
            strike(BanRule.HONEYPOT);
            time.advanceMicros(micros(Duration.ofMinutes(10)) - 1);
            assertThat(strike(BanRule.HONEYPOT).isBanned()).isTrue();
            time.advance(Duration.ofMinutes(10));

            assertThat(strike(BanRule.HONEYPOT).state()).isEqualTo(State.CHALLENGED);
        }

        @Test
        void isOnlyChallengedAgainAfterALift() {
            share();
            strike(BanRule.HONEYPOT);
            join(store.lift(ADDRESS, "admin"));

            assertThat(strike(BanRule.HONEYPOT).state()).isEqualTo(State.CHALLENGED);
        }

        @Test
        void isBannedForAMinuteWhereNobodyAsksForCaptchas() {
            share();
            BanRule unasked = THREE.withoutChallenges();

            assertThat(strikes(unasked, 3)).endsWith(Change.BEGAN);

            assertThat(standing()).isEqualTo(banned(Duration.ofMinutes(1)));
        }

        @Test
        void isNotBannedForLongerThanAnybodyElse() {
            share();
            BanRule brief = THREE.withStrikes(1).withoutChallenges().withBans(List.of(Duration.ofSeconds(20)));

            strike(brief);

            assertThat(standing()).isEqualTo(banned(Duration.ofSeconds(20)));
        }

        @Test
        void canBeBannedByHandAllTheSame() {
            meet(BanStore.GOOD_USERS);
            time.advance(Duration.ofHours(1));

            join(store.ban(ADDRESS, null, "r", "admin"));

            assertThat(standing().isBanned()).isTrue();
        }

        @Test
        void isOneHoweverManyThereAre() {
            meet(200);
            time.advance(Duration.ofHours(1));
            strikes(THREE, 2);

            assertThat(strike(THREE).state()).isEqualTo(State.CHALLENGED);
        }
    }

    /** Many at once. */
    @Nested
    class UnderContention {

        private static final int THREADS = 64;

        private <T> List<T> together(int each, Supplier<T> call) {
            CyclicBarrier start = new CyclicBarrier(THREADS);
            List<CompletableFuture<List<T>>> callers = Stream.generate(() -> CompletableFuture.supplyAsync(
                            () -> {
                                await(start);
                                return Stream.generate(call).limit(each).toList();
                            },
                            task -> new Thread(task).start()))
                    .limit(THREADS)
                    .toList();
            return callers.stream().flatMap(caller -> join(caller).stream()).toList();
        }

        private static void await(CyclicBarrier barrier) {
            try {
                barrier.await(20, TimeUnit.SECONDS);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        @Test
        void exactlyOneStrikeBeginsTheBan() {
            BanRule rule = THREE.withStrikes(THREADS / 2);

            List<Change> changes = together(1, () -> strike(rule).change());

            assertThat(changes.stream().collect(Collectors.groupingBy(change -> change, Collectors.counting())))
                    .isEqualTo(
                            Map.of(Change.STRUCK, THREADS / 2 - 1L, Change.BEGAN, 1L, Change.NONE, (long) THREADS / 2));
        }

        @Test
        void betweenStrikesAndLiftsNoBanIsLostOrLeftOver() {
            BanRule rule = THREE.withStrikes(1).withRepeat(Repeat.NEVER);
            AtomicLong lifted = new AtomicLong();

            long begun = together(20, () -> {
                        Change change = strike(rule).change();
                        join(store.lift(ADDRESS, "admin")).ifPresent(ban -> lifted.incrementAndGet());
                        return change;
                    })
                    .stream()
                    .filter(change -> change == Change.BEGAN)
                    .count();

            assertThat(begun).isPositive().isEqualTo(lifted.get());
            assertThat(standing()).isEqualTo(Standing.CLEAR);
            assertThat(join(store.list(null, 10, false)).bans()).isEmpty();
        }
    }
}

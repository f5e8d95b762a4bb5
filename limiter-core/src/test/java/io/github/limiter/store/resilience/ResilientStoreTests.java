package io.github.limiter.store.resilience;

import static io.github.limiter.store.resilience.Checks.TEN_A_MINUTE;
import static io.github.limiter.store.resilience.FakeStore.admission;
import static io.github.limiter.store.resilience.FakeStore.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.annotation.FailureMode;
import io.github.limiter.annotation.Tier;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Quota;
import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.LimitResult.Basis;
import io.github.limiter.store.MemoryStore;
import io.github.limiter.store.UndecidedException;
import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResilientStoreTests {

    private static final Duration DEADLINE = Duration.ofMillis(50);
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Duration MICRO = Duration.ofNanos(1_000);

    private static final LimitCheck OPEN = limit("open", FailureMode.OPEN);
    private static final LimitCheck LOCAL = limit("local", FailureMode.LOCAL);
    private static final LimitCheck CLOSED = limit("closed", FailureMode.CLOSED);

    private final ManualTime time = new ManualTime(1_700_000_000_000_000L);
    private final ManualAlarm alarm = new ManualAlarm(time, DEADLINE);
    private final FakeStore store = new FakeStore();
    private final MemoryStore node = new MemoryStore(1_000, time);
    private final AtomicLong liveNodes = new AtomicLong(4);
    private final ResilientStore resilient = resilient(DEADLINE, alarm);

    private ResilientStore resilient(Duration deadline, ManualAlarm alarm) {
        return new ResilientStore(store, deadline, node, liveNodes::get, alarm, () -> time.micros() * 1_000);
    }

    private static LimitCheck limit(String name, FailureMode failureMode) {
        return Checks.check(Checks.policy(name, Algorithms.SLIDING_WINDOW, TEN_A_MINUTE, Tier.P0, failureMode));
    }

    private CompletableFuture<List<LimitResult>> send(LimitCheck... checks) {
        return resilient.decide(List.of(checks)).toCompletableFuture();
    }

    /** For a call that is decided at once. */
    private List<LimitResult> decide(LimitCheck... checks) {
        return send(checks).getNow(List.of());
    }

    private int admitted(LimitCheck check, int calls) {
        int admitted = 0;
        for (int i = 0; i < calls; i++) {
            admitted += decide(check).get(0).charged() ? 1 : 0;
        }
        return admitted;
    }

    /** The store fails until it is left alone; nothing has been charged then. */
    private void outage() {
        store.fails(new IllegalStateException("connection reset"));
        while (!resilient.isDegraded()) {
            decide(CLOSED);
        }
        store.asked.clear();
    }

    private void recovery() {
        store.admits();
        alarm.advance(PAUSE);
        decide(CLOSED);
        assertThat(resilient.isDegraded()).isFalse();
    }

    @Nested
    class AStoreThatAnswers {

        @Test
        void isAllThatCounts() {
            LimitCheck check = limit("any", FailureMode.LOCAL);
            store.answers(asked -> refusal(asked, 7_000_000));

            assertThat(decide(OPEN, check)).containsExactly(refusal(OPEN, 7_000_000), refusal(check, 7_000_000));
            assertThat(resilient.degradedDecisions()).isZero();
            assertThat(resilient.failures()).isZero();
        }

        @Test
        void inTimeLeavesNoAlarmBehind() {
            store.isSilent();
            CompletableFuture<List<LimitResult>> answer = send(OPEN);
            assertThat(alarm.pending()).isEqualTo(1);
            alarm.advance(DEADLINE.minus(MICRO));
            store.answerNow(admission(OPEN));

            assertThat(answer).isCompletedWithValue(List.of(admission(OPEN)));
            assertThat(alarm.pending()).isZero();
        }

        @Test
        void takesItsUnitsBack() {
            List<LimitResult> results = decide(OPEN);
            assertThat(resilient.giveBack(results).toCompletableFuture()).isCompleted();
            assertThat(store.givenBack).containsExactly(results);
        }
    }

    @Nested
    class AStoreThatDoesNotAnswerByTheDeadline {

        @Test
        void isWaitedForUntilThenAndNoLonger() {
            store.isSilent();
            CompletableFuture<List<LimitResult>> answer = send(OPEN);

            alarm.advance(DEADLINE.minus(MICRO));
            assertThat(answer).isNotDone();
            alarm.advance(MICRO);
            assertThat(answer.getNow(List.of())).singleElement().satisfies(result -> {
                assertThat(result.charged()).isTrue();
                assertThat(result.isDegraded()).isTrue();
                assertThat(result.remaining()).isEqualTo(9);
            });
            assertThat(resilient.failures()).isEqualTo(1);
            assertThat(resilient.degradedDecisions()).isEqualTo(1);
        }

        @Test
        void isWaitedForByNoMoreThanTheBound() {
            store.isSilent();
            for (int i = 0; i < ResilientStore.MAX_WAITING; i++) {
                send(OPEN);
            }

            assertThat(decide(CLOSED).get(0).isUnavailable()).isTrue();
            assertThat(store.open()).isEqualTo(ResilientStore.MAX_WAITING);
            assertThat(resilient.isDegraded()).as("no failure of the store's").isFalse();

            store.answerNow(admission(OPEN));
            assertThat(send(OPEN)).isNotDone();
        }

        @Test
        void isNotAskedAgainSinceItMayHaveCharged() {
            store.isSilent();
            send(OPEN);
            alarm.advance(Duration.ofMinutes(1));

            assertThat(store.asked).hasSize(1);
        }

        @Test
        void isNotHeardAnyMore() {
            store.isSilent();
            CompletableFuture<List<LimitResult>> answer = send(OPEN);
            alarm.advance(DEADLINE);
            List<LimitResult> decided = answer.join();
            store.answerNow(refusal(OPEN, 5_000_000));

            assertThat(answer).isCompletedWithValue(decided);
            assertThat(decide(OPEN)).as("the next call is on its way").isEmpty();
        }

        @Test
        void learnsThatNobodyWaits() {
            CompletableFuture<List<LimitResult>> reply = new CompletableFuture<>();
            store.replies(reply);
            send(OPEN);
            alarm.advance(DEADLINE.minus(MICRO));
            assertThat(reply).isNotDone();
            alarm.advance(MICRO);
            assertThat(reply).isCancelled();
        }

        @Test
        void withUnitsToTakeBackIsNotWaitedForEither() {
            List<LimitResult> taken = decide(OPEN);
            store.takesNothingBack();
            CompletableFuture<Void> given = resilient.giveBack(taken).toCompletableFuture();

            alarm.advance(DEADLINE);
            assertThat(given).isCompletedWithValue(null);
            assertThat(resilient.failures()).isEqualTo(1);
        }
    }

    @Nested
    class ACallThatFails {

        @ParameterizedTest(name = "at once: {0}")
        @ValueSource(booleans = {true, false})
        void isDecidedByThisNodeAndNotRepeated(boolean atOnce) {
            if (atOnce) {
                store.throwsAtOnce(new IllegalStateException("not connected"));
            } else {
                store.fails(new IllegalStateException("connection reset"));
            }
            assertThat(decide(OPEN).get(0).basis()).isEqualTo(Basis.NODE);
            assertThat(store.asked).hasSize(1);
        }

        @Test
        void afterTheAlarmWasClosedIsDecidedByThisNodeToo() {
            ResilientStore real = new ResilientStore(store, DEADLINE, node, liveNodes::get);
            real.close();
            store.isSilent();

            assertThat(real.decide(List.of(OPEN)).toCompletableFuture().getNow(List.of()))
                    .singleElement()
                    .matches(LimitResult::isDegraded);
        }
    }

    @Nested
    class WithoutTheStore {

        @ParameterizedTest(name = "{0} of tier {1}: {2} of 10 units, or none for want of the store: {3}")
        @CsvSource({
            "OPEN,    P0, 10, false",
            "OPEN,    P2, 10, false",
            "LOCAL,   P0,  2, false",
            "LOCAL,   P2,  2, false",
            "CLOSED,  P0,  0, true",
            "CLOSED,  P2,  0, true",
            "BY_TIER, P0, 10, false",
            "BY_TIER, P1,  2, false",
            "BY_TIER, P2,  0, true",
        })
        void aNodeAdmits(FailureMode mode, Tier tier, int units, boolean unavailable) {
            outage();
            LimitCheck check = Checks.check(Checks.policy("any", Algorithms.SLIDING_WINDOW, TEN_A_MINUTE, tier, mode));

            assertThat(admitted(check, units)).isEqualTo(units);
            LimitResult next = decide(check).get(0);
            assertThat(next.refuses()).isTrue();
            assertThat(next.isDegraded()).isTrue();
            assertThat(next.isUnavailable()).isEqualTo(unavailable);
            assertThat(store.asked).isEmpty();
        }

        @ParameterizedTest(name = "{0} per minute, burst {1}, {2} nodes: {3}")
        @CsvSource({
            "10, 10,  3, 3",
            "10, 10, 10, 1",
            "10, 10, 99, 1",
            "10, 10,  1, 10",
            "10, 10,  0, 10",
            "10,  5,  2, 2",
            "10, 40,  4, 10",
        })
        void aShareIsRoundedDownAndAtLeastOne(long limit, long burst, long nodes, int share) {
            Quota quota = Quota.of(limit, Duration.ofMinutes(1)).withBurst(burst);
            LimitCheck check =
                    Checks.check(Checks.policy("any", Algorithms.TOKEN_BUCKET, quota, Tier.P1, FailureMode.LOCAL));
            outage();
            liveNodes.set(nodes);

            assertThat(admitted(check, share + 5)).isEqualTo(share);
        }

        @Test
        void aShareIsToldAsTheQuotaThatWasEnforced() {
            outage();
            assertThat(decide(LOCAL).get(0).check().quota()).isEqualTo(Quota.of(2, TEN_A_MINUTE.window()));
        }

        @Test
        void aShareFollowsTheNodesThatWereSeen() {
            outage();
            assertThat(admitted(LOCAL, 5)).isEqualTo(2);
            liveNodes.set(2);
            assertThat(admitted(LOCAL, 5)).isEqualTo(3);
        }

        @Test
        void aCallThatCostsMoreThanAShareIsUnavailableNotLimited() {
            outage();
            assertThat(decide(Checks.costing(LOCAL, 2)).get(0).charged()).isTrue();
            assertThat(decide(Checks.costing(LOCAL, 3)).get(0).isUnavailable()).isTrue();
        }

        @Test
        void aRefusalSaysWhenThisNodeHasRoomAgain() {
            outage();
            admitted(OPEN, 10);
            alarm.advance(Duration.ofSeconds(20));

            assertThat(decide(OPEN).get(0).retryAfter()).isEqualTo(40_000_000);
        }

        @Test
        void anUnavailableCallMayComeBackWhenTheStoreIsAskedAgain() {
            outage();
            alarm.advance(Duration.ofMillis(200));
            assertThat(decide(CLOSED).get(0).retryAfter()).isEqualTo(300_000);
        }

        @Test
        void anUnavailableCallMayComeBackAtOnceIfTheStoreIsNotLeftAlone() {
            store.fails(new IllegalStateException("once"));
            assertThat(decide(CLOSED).get(0).retryAfter()).isEqualTo(1);
        }

        @Test
        void unitsAreGivenBackToThisNode() {
            outage();
            admitted(OPEN, 9);
            List<LimitResult> last = decide(OPEN);
            assertThat(admitted(OPEN, 1)).isZero();

            resilient.giveBack(last);

            assertThat(admitted(OPEN, 2)).isEqualTo(1);
            assertThat(store.givenBack).isEmpty();
        }

        @Test
        void unitsThatTheStoreHasGivenAreLost() {
            List<LimitResult> taken = decide(LOCAL);
            outage();

            assertThat(resilient.giveBack(taken).toCompletableFuture()).isCompleted();
            assertThat(store.givenBack).isEmpty();
        }

        @Test
        void memoryIsBoundedHoweverManyCallers() {
            LimitCheck local = limit("bounded", FailureMode.OPEN);
            for (int i = 0; i < 200_000; i++) {
                decide(ofUser(local, i));
                store.asked.clear();
            }
            outage();
            for (int i = 0; i < 800_000; i++) {
                decide(ofUser(local, i));
            }
            assertThat(node.size()).isEqualTo(1_000);
        }

        private static LimitCheck ofUser(LimitCheck check, int user) {
            return Checks.keyed(check, Checks.of("user" + user).key());
        }
    }

    @Nested
    class ACallWithSeveralLimits {

        @Test
        void isChargedOnAllOrNoneByANodeToo() {
            outage();
            assertThat(admitted(LOCAL, 2)).isEqualTo(2);

            assertThat(decide(OPEN, LOCAL)).extracting(LimitResult::charged).containsExactly(false, false);
            assertThat(admitted(OPEN, 20)).isEqualTo(10);
        }

        @Test
        void isUnavailableAsAWholeIfOneIsClosedAndThenChargedNowhere() {
            outage();

            assertThat(decide(OPEN, CLOSED, LOCAL))
                    .containsExactly(
                            LimitResult.unknown(OPEN),
                            LimitResult.unavailable(CLOSED, 500_000),
                            LimitResult.unknown(LOCAL));
            assertThat(admitted(OPEN, 20)).isEqualTo(10);
        }

        @Test
        void isDecidedWithoutAClosedLimitInShadow() {
            outage();
            LimitCheck shadow = Checks.shadow(CLOSED);

            List<LimitResult> results = decide(OPEN, shadow, LOCAL);

            assertThat(results.get(1)).isEqualTo(LimitResult.unknown(shadow));
            assertThat(results).extracting(LimitResult::charged).containsExactly(true, false, true);
            assertThat(results).extracting(LimitResult::basis).containsExactly(Basis.NODE, Basis.NONE, Basis.NODE);
        }

        @Test
        void ofWhichNoneCanBeDecidedAndNoneIsEnforcedMayGoOn() {
            outage();
            LimitCheck shadow = Checks.shadow(CLOSED);
            assertThat(decide(shadow)).containsExactly(LimitResult.unknown(shadow));
        }
    }

    @Nested
    class WhatTheStoreAdmittedBefore {

        @Test
        void countsForALimitThatStaysOpen() {
            assertThat(admitted(OPEN, 7)).isEqualTo(7);
            outage();
            assertThat(admitted(OPEN, 10)).isEqualTo(3);
        }

        @Test
        void doesNotCountForALocalOneWhoseShareBeginsAtZero() {
            assertThat(admitted(LOCAL, 7)).isEqualTo(7);
            outage();
            assertThat(admitted(LOCAL, 10)).isEqualTo(2);
        }

        @Test
        void doesNotCountIfItWasRefused() {
            store.refuses(5_000_000);
            admitted(OPEN, 7);
            outage();
            assertThat(admitted(OPEN, 20)).isEqualTo(10);
        }

        @Test
        void countsInTheNextOutageWithWhatTheNodeAdmittedInTheLast() {
            outage();
            admitted(OPEN, 4);
            recovery();
            admitted(OPEN, 3);
            outage();
            assertThat(admitted(OPEN, 10)).isEqualTo(3);
        }
    }

    @Nested
    class AStoreThatGoesOnFailing {

        @Test
        void isLeftAloneAfterFiveFailures() {
            store.fails(new IllegalStateException("down"));
            for (int i = 0; i < 5; i++) {
                assertThat(resilient.isDegraded()).isFalse();
                decide(OPEN);
            }
            assertThat(resilient.isDegraded()).isTrue();
            decide(OPEN);
            assertThat(store.asked).hasSize(5);
        }

        @Test
        void isAskedByOneCallEachPauseWhileOthersAreDecidedAtOnce() {
            outage();
            store.isSilent();
            alarm.advance(PAUSE.minus(MICRO));
            decide(OPEN);
            assertThat(store.asked).isEmpty();

            alarm.advance(MICRO);
            CompletableFuture<List<LimitResult>> probe = send(OPEN);
            assertThat(probe).isNotDone();
            assertThat(decide(OPEN)).hasSize(1);
            assertThat(store.asked).hasSize(1);

            alarm.advance(DEADLINE);
            assertThat(probe.join()).singleElement().matches(LimitResult::isDegraded);
            decide(OPEN);
            assertThat(store.asked).hasSize(1);
            alarm.advance(PAUSE.minus(DEADLINE));
            send(OPEN);
            assertThat(store.asked).hasSize(2);
        }

        @Test
        void isNotBegunByCallsThatTheStoreCouldNotDecide() {
            store.fails(new UndecidedException("user_script:12: attempt to index a nil value"));
            for (int i = 0; i < 100; i++) {
                assertThat(decide(LOCAL)).allMatch(LimitResult::isDegraded);
            }

            assertThat(resilient.isDegraded()).isFalse();
            assertThat(resilient.failures()).isEqualTo(100);
        }

        @Test
        void hasOneProbeAtATimeHoweverLongTheDeadline() {
            Duration deadline = Duration.ofSeconds(3);
            ManualAlarm alarm = new ManualAlarm(time, deadline);
            ResilientStore patient = resilient(deadline, alarm);
            store.fails(new IllegalStateException("down"));
            for (int i = 0; i < 5; i++) {
                patient.decide(List.of(OPEN));
            }
            store.asked.clear();
            store.isSilent();

            alarm.advance(Duration.ofSeconds(6).minus(MICRO));
            patient.decide(List.of(OPEN));
            assertThat(store.asked).isEmpty();
            alarm.advance(MICRO);
            for (int i = 0; i < 3; i++) {
                patient.decide(List.of(OPEN));
                alarm.advance(Duration.ofSeconds(1));
            }
            assertThat(store.asked).hasSize(1);
        }

        @Test
        void isCountedOnAgainWithTheFirstAnswer() {
            outage();
            store.isSilent();
            alarm.advance(PAUSE);
            CompletableFuture<List<LimitResult>> probe = send(OPEN);
            store.answerNow(refusal(OPEN, 3_000_000));

            assertThat(probe).isCompletedWithValue(List.of(refusal(OPEN, 3_000_000)));
            assertThat(resilient.isDegraded()).isFalse();
            store.admits();
            assertThat(decide(OPEN)).containsExactly(admission(OPEN));
        }

        @Test
        void isNotCountedOnAgainForAnAnswerThatComesTooLate() {
            outage();
            store.isSilent();
            alarm.advance(PAUSE);
            send(OPEN);
            alarm.advance(DEADLINE);
            store.answerNow(admission(OPEN));

            assertThat(resilient.isDegraded()).isTrue();
        }

        @Test
        void refusesNothingAfterItsRecovery() {
            outage();
            admitted(OPEN, 11);
            admitted(LOCAL, 3);
            recovery();

            assertThat(admitted(OPEN, 5)).isEqualTo(5);
            assertThat(admitted(LOCAL, 5)).isEqualTo(5);
            assertThat(decide(CLOSED)).containsExactly(admission(CLOSED));
        }
    }

    @Nested
    class BehindTheCache {

        private final DenialCache cache =
                new DenialCache(resilient, 100, Long.MAX_VALUE, check -> false, () -> time.micros() * 1_000);

        private LimitResult cached(LimitCheck check) {
            return cache.decide(List.of(check)).toCompletableFuture().join().get(0);
        }

        @Test
        void knownRefusalsHoldWhileTheStoreIsDown() {
            store.refuses(10_000_000);
            cached(CLOSED);
            outage();
            alarm.advance(Duration.ofSeconds(4));

            LimitResult result = cached(CLOSED);
            assertThat(result.refuses()).isTrue();
            assertThat(result.isUnavailable()).isFalse();
            assertThat(result.isDegraded()).isFalse();
            assertThat(result.retryAfter()).isEqualTo(6_000_000);
        }

        @Test
        void whatANodeRefusesAloneIsForgottenWithTheRecovery() {
            outage();
            for (int i = 0; i < 11; i++) {
                cached(OPEN);
            }
            assertThat(cached(OPEN).refuses()).isTrue();
            assertThat(cached(CLOSED).isUnavailable()).isTrue();
            recovery();

            assertThat(cached(OPEN).charged()).isTrue();
            assertThat(cached(CLOSED).charged()).isTrue();
        }
    }

    /** Leases of a concurrency limit: they are not over with time, but when they are given back. */
    @Nested
    class WhatIsLent {

        private static final LimitCheck LEASE =
                Checks.check(Checks.policy("lease", Algorithms.CONCURRENCY, TEN_A_MINUTE, Tier.P0, FailureMode.OPEN));

        private static LimitResult lease(long departure) {
            return new LimitResult(LEASE, true, true, 3, 0, 60_000_000, 0, departure);
        }

        private List<LimitResult> givenBack() {
            return store.givenBack.stream().flatMap(List::stream).toList();
        }

        /** So many calls under way that the store has admitted. */
        private List<List<LimitResult>> leases(int number) {
            List<List<LimitResult>> taken = new ArrayList<>();
            for (int i = 0; i < number; i++) {
                long departure = i;
                store.answers(check -> lease(departure));
                taken.add(decide(LEASE));
            }
            return taken;
        }

        @Test
        void byAnAnswerThatComesTooLateIsGivenBack() {
            store.isSilent();
            CompletableFuture<List<LimitResult>> call = send(LEASE);
            alarm.advance(DEADLINE);
            assertThat(call.join().get(0).basis()).isEqualTo(Basis.NODE);
            assertThat(givenBack()).isEmpty();

            store.answerNow(lease(1));

            assertThat(givenBack()).containsExactly(lease(1));
            assertThat(resilient.isDegraded()).isFalse();
        }

        @Test
        void isAskedForThoughNobodyWaits() {
            CompletableFuture<List<LimitResult>> reply = new CompletableFuture<>();
            store.replies(reply);
            send(OPEN, LEASE);
            alarm.advance(DEADLINE);
            assertThat(reply).isNotDone();

            reply.complete(List.of(admission(OPEN), lease(1)));

            assertThat(givenBack()).as("the rest stays charged").containsExactly(lease(1));
        }

        @Test
        void isNothingToGiveBackIfTheLateAnswerRefuses() {
            store.isSilent();
            send(LEASE);
            alarm.advance(DEADLINE);
            store.answerNow(refusal(LEASE, 5_000_000));

            assertThat(store.givenBack).isEmpty();
            assertThat(alarm.pending()).isZero();
        }

        @Test
        void byLateAnswersOfAnOutageIsGivenBackWithoutAnotherCall() {
            store.isSilent();
            for (int i = 0; i < 5; i++) {
                send(LEASE);
            }
            alarm.advance(DEADLINE);
            assertThat(resilient.isDegraded()).isTrue();
            List<LimitResult> late = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                late.add(lease(i));
                store.answerNow(lease(i));
            }
            assertThat(givenBack()).as("it is left alone").isEmpty();

            alarm.advance(PAUSE);

            assertThat(givenBack()).containsExactlyElementsOf(late);
            assertThat(resilient.isDegraded()).as("it has answered").isFalse();
            assertThat(alarm.pending()).isZero();
        }

        @Test
        void whileTheStoreIsLeftAloneIsGivenBackBeforeItIsAsked() {
            List<List<LimitResult>> taken = leases(5);
            outage();
            taken.forEach(resilient::giveBack);
            assertThat(store.givenBack).isEmpty();
            store.admits();
            time.moveTo(time.micros() + PAUSE.toNanos() / 1_000);

            assertThat(decide(LEASE).get(0).basis())
                    .as("who finds that the store answers")
                    .isEqualTo(Basis.NODE);

            assertThat(givenBack())
                    .containsExactlyElementsOf(
                            taken.stream().flatMap(List::stream).toList());
            assertThat(store.asked).isEmpty();
            assertThat(resilient.isDegraded()).isFalse();
            assertThat(decide(LEASE)).containsExactly(admission(LEASE));
        }

        @Test
        void andNotConfirmedToBeBackIsGivenBackOnceMore() {
            List<LimitResult> taken = decide(LEASE);
            store.takesNothingBack();
            assertThat(resilient.giveBack(taken).toCompletableFuture()).isNotDone();
            alarm.advance(DEADLINE);
            assertThat(givenBack()).hasSize(1);
            store.takesBackAgain();

            alarm.advance(DEADLINE);
            assertThat(givenBack()).containsExactly(taken.get(0), taken.get(0));

            alarm.advance(Duration.ofMinutes(1));
            assertThat(givenBack()).as("confirmed").hasSize(2);
            assertThat(alarm.pending()).isZero();
        }

        @Test
        void toPartOfTheStoreThatIsAwayHoldsUpNoOtherCalls() {
            List<LimitResult> taken = decide(LEASE);
            outage();
            resilient.giveBack(taken);
            store.takesNothingBack();
            store.admits();
            time.moveTo(time.micros() + PAUSE.toNanos() / 1_000);
            assertThat(decide(OPEN).get(0).basis()).as("it is tried first").isEqualTo(Basis.NODE);
            alarm.advance(DEADLINE);
            time.moveTo(time.micros() + PAUSE.toNanos() / 1_000);

            assertThat(decide(OPEN)).containsExactly(admission(OPEN));
            assertThat(resilient.isDegraded()).isFalse();
        }

        @Test
        void isForgottenWhenItHasEndedAnyway() {
            List<LimitResult> taken = decide(LEASE);
            store.takesNothingBack();
            resilient.giveBack(taken);
            alarm.advance(Duration.ofSeconds(59));
            assertThat(alarm.pending()).isPositive();

            alarm.advance(Duration.ofSeconds(2));

            assertThat(alarm.pending()).isZero();
        }

        @Test
        void isKeptForAsLongAsTheStoreDoesNotAnswer() {
            List<LimitResult> taken = decide(LEASE);
            outage();
            resilient.giveBack(taken);
            store.takesNothingBack();
            alarm.advance(Duration.ofSeconds(10));
            assertThat(givenBack()).as("one try a pause").hasSizeBetween(15, 20).containsOnly(taken.get(0));
            store.givenBack.clear();
            store.takesBackAgain();

            alarm.advance(PAUSE.plus(DEADLINE));

            assertThat(givenBack()).containsExactly(taken.get(0));
            assertThat(resilient.isDegraded()).isFalse();
        }

        @Test
        void isKeptIfAGiveBackFails() {
            List<LimitResult> taken = decide(LEASE);
            store.failsToTakeBack(new IllegalStateException("connection reset"));
            resilient.giveBack(taken);
            store.takesBackAgain();

            alarm.advance(DEADLINE);

            assertThat(givenBack()).containsExactly(taken.get(0), taken.get(0));
        }

        @ParameterizedTest(name = "while the store was left alone: {0}")
        @ValueSource(booleans = {true, false})
        void isNotKeptIfTheStoreWouldFailOnItAgain(boolean leftAlone) {
            List<LimitResult> taken = decide(LEASE);
            if (leftAlone) {
                outage();
            }
            store.failsToTakeBack(new UndecidedException("its algorithm has a fault"));
            resilient.giveBack(taken);

            alarm.advance(Duration.ofMinutes(1));

            assertThat(givenBack()).hasSize(1);
            assertThat(resilient.isDegraded()).isFalse();
            assertThat(alarm.pending()).isZero();
        }

        @Test
        void isKeptUpToABoundTheLatestFirst() {
            List<List<LimitResult>> taken = leases(ResilientStore.MAX_OWED + 7);
            outage();
            taken.forEach(resilient::giveBack);

            alarm.advance(PAUSE);

            assertThat(givenBack())
                    .containsExactlyElementsOf(
                            taken.stream().skip(7).flatMap(List::stream).toList());
            assertThat(store.givenBack)
                    .allSatisfy(some -> assertThat(some).hasSizeLessThanOrEqualTo(OwedUnits.TOGETHER));
        }

        @Test
        void isAllThatIsKept() {
            List<LimitResult> taken = decide(OPEN, LEASE);
            outage();
            resilient.giveBack(taken);

            alarm.advance(PAUSE);

            assertThat(givenBack()).containsExactly(taken.get(1));
        }

        @Test
        void byThisNodeGoesBackToThisNode() {
            outage();
            List<LimitResult> taken = decide(LEASE);
            assertThat(admitted(LEASE, 10)).isEqualTo(9);

            resilient.giveBack(taken);

            assertThat(admitted(LEASE, 10)).isEqualTo(1);
            alarm.advance(PAUSE);
            assertThat(store.givenBack).isEmpty();
        }

        @Test
        void endsByItselfIfItIsOwedWhenTheStoreIsClosed() {
            ResilientStore real = new ResilientStore(store, DEADLINE, node, liveNodes::get);
            List<LimitResult> taken =
                    real.decide(List.of(LEASE)).toCompletableFuture().join();
            store.takesNothingBack();
            real.close();

            assertThat(real.giveBack(taken).toCompletableFuture()).isCompleted();
        }
    }

    @Nested
    class UnderManyThreads {

        @Test
        void anOutageCostsAFewCallsAndOneEachPauseAndTheNodeAdmitsItsQuota() throws Exception {
            int threads = 64;
            AtomicInteger admitted = new AtomicInteger();
            store.fails(new IllegalStateException("down"));
            for (int pause = 0; pause < 10; pause++) {
                InParallel.run(threads, thread -> {
                    for (int i = 0; i < 20; i++) {
                        admitted.addAndGet(decide(OPEN).get(0).charged() ? 1 : 0);
                    }
                });
                assertThat(store.calls())
                        .as("five failures, and what was on its way meanwhile; then one a pause")
                        .isBetween(5 + pause, 5 + threads + pause);
                if (pause > 0) {
                    assertThat(store.calls()).isEqualTo(callsBefore + 1);
                }
                callsBefore = store.calls();
                alarm.advance(PAUSE);
            }
            assertThat(admitted).hasValue(10);
        }

        private int callsBefore;

        @Test
        void everyCallIsAnsweredOnceThoughRepliesAndDeadlinesRace() throws Exception {
            int threads = 16;
            for (int round = 0; round < 50; round++) {
                store.isSilent();
                List<CompletableFuture<List<LimitResult>>> calls = new ArrayList<>();
                for (int i = 0; i < threads; i++) {
                    calls.add(send(OPEN));
                }
                int sent = store.open();
                InParallel.run(threads + 1, thread -> {
                    if (thread == threads) {
                        alarm.advance(DEADLINE);
                    } else if (thread < sent) {
                        store.answerNow(admission(OPEN));
                    }
                });
                assertThat(calls).allSatisfy(call -> assertThat(call).isCompleted());
                assertThat(alarm.pending()).isZero();
                alarm.advance(PAUSE);
            }
        }
    }

    @Test
    void aDeadlineMustBePositive() {
        for (Duration none : List.of(Duration.ZERO, Duration.ofMillis(-1))) {
            assertThatThrownBy(() -> resilient(none, alarm))
                    .isInstanceOf(InvalidConfigurationException.class)
                    .hasMessageContaining("deadline");
        }
    }

    @Test
    void closesItsStoreAndItsAlarm() {
        resilient.close();
        assertThat(store.closed).isTrue();
        assertThat(alarm.closed).isTrue();
    }
}

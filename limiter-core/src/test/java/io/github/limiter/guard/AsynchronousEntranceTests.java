package io.github.limiter.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.limiter.algorithm.AlgorithmRegistry;
import io.github.limiter.annotation.Algorithms;
import io.github.limiter.annotation.Dimensions;
import io.github.limiter.annotation.FailureMode;
import io.github.limiter.annotation.Mode;
import io.github.limiter.annotation.Tier;
import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.policy.Quota;
import io.github.limiter.policy.RatePolicy;
import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.LimiterStore;
import io.github.limiter.store.MemoryStore;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.subject.MissingUser;
import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Callers that hold no thread: ten orders a second may leave, and wait up to five seconds for it. */
class AsynchronousEntranceTests {

    private final ManualTime time = new ManualTime(Instant.parse("2026-11-01T12:00:00Z"));
    private final Policies policies = new Policies(
            "shop", new AlgorithmRegistry(List.of()), new DimensionRegistry(64, MissingUser.IP, List.of()));
    private final Limit orders = limit(
            "orders",
            Algorithms.LEAKY_BUCKET,
            Quota.of(10, Duration.ofSeconds(1)).withMaxWait(Duration.ofSeconds(5)));
    private final LateStore store = new LateStore(new MemoryStore(100, time));
    private final Guard guard = new Guard(AllowList.of(List.of()), store, new WaitingRoom(time, 0), List.of());

    @Nested
    class Departure {

        @Test
        void firstCallerLeavesAtOnceAndTheNextAtItsTime() {
            CompletableFuture<Decision> first = enter();
            CompletableFuture<Decision> second = enter();

            assertThat(first).isCompletedWithValueMatching(Decision::isAllowed);
            time.advanceMicros(99_999);
            assertThat(second).isNotDone();
            time.advanceMicros(1);
            assertThat(second).isCompletedWithValueMatching(Decision::isAllowed);
        }

        @Test
        void refusedCallerDoesNotWait() {
            List<CompletableFuture<Decision>> callers = enter(52);

            assertThat(callers.get(50)).isNotDone();
            assertThat(callers.get(51)).isCompletedWithValueMatching(decision -> !decision.isAllowed());
            assertThat(time.delays()).isEqualTo(50);
        }

        @Test
        void seatsOfBlockedCallersAreNotTaken() {
            assertThat(enter(3)).filteredOn(CompletableFuture::isDone).hasSize(1);
            assertThat(time.sleepers()).isZero();
        }

        @Test
        void decisionOfSomebodyElseIsWaitedForInTheSameWay() {
            enter();
            CompletableFuture<Decision> departed = guard.depart(guard.decide(request()));

            assertThat(departed).isNotDone();
            time.advance(Duration.ofMillis(100));
            assertThat(departed).isCompleted();
        }

        @Test
        void failureOfTheStoreIsToldAsItIs() {
            store.failure = new IllegalStateException("gone");

            assertThatThrownBy(() -> enter().join()).cause().isSameAs(store.failure);
        }
    }

    @Nested
    class Cancellation {

        @Test
        void waiterThatLeavesGivesItsPlaceBackAndFreesItsTimer() {
            enter();
            CompletableFuture<Decision> waiter = enter();

            waiter.cancel(false);

            assertThat(time.delays()).isZero();
            CompletableFuture<Decision> next = enter();
            time.advance(Duration.ofMillis(100));
            assertThat(next).as("has the place of who left").isCompleted();
        }

        @Test
        void whoeverIsThroughGivesNothingBack() {
            CompletableFuture<Decision> first = enter();

            first.cancel(false);

            assertThat(store.givenBack).isEmpty();
            assertThat(enter()).isNotDone();
        }

        @Test
        void callThatIsCancelledWhileTheStoreStillDecidesIsGivenBackOnceItHasDecided() {
            store.late = true;
            CompletableFuture<Decision> caller = enter();
            caller.cancel(false);
            assertThat(store.givenBack).isEmpty();

            store.answer();

            assertThat(store.givenBack).hasSize(1);
            assertThat(enter()).isCompleted();
        }

        @Test
        void refusedCallThatWasCancelledTookNothing() {
            enter(51);
            store.late = true;
            CompletableFuture<Decision> caller = enter();
            caller.cancel(false);

            store.answer();

            assertThat(store.givenBack).isEmpty();
        }

        @Test
        void everyCancelledWaiterOfTenThousandIsGone() {
            Limit exports = limit(
                    "exports",
                    Algorithms.LEAKY_BUCKET,
                    Quota.of(100, Duration.ofSeconds(1)).withMaxWait(Duration.ofMinutes(5)));
            List<CompletableFuture<Decision>> callers = new ArrayList<>();
            for (int i = 0; i < 10_000; i++) {
                callers.add(
                        guard.enterAsync(new GuardRequest(Caller.NONE, List.of(new Charge(exports, null, 1)), true)));
            }
            assertThat(time.delays()).isEqualTo(9_999);

            for (int i = callers.size() - 1; i >= 0; i--) {
                callers.get(i).cancel(false);
            }

            assertThat(time.delays()).isZero();
            assertThat(store.givenBack).hasSize(9_999);
        }
    }

    @Nested
    class GivingBack {

        @Test
        void refusedDecisionGivesNothingBack() {
            enter(51);

            guard.giveBack(guard.decide(request()));

            assertThat(store.givenBack).isEmpty();
        }
    }

    private Limit limit(String name, String algorithm, Quota quota) {
        return policies.define(new RatePolicy(
                name, algorithm, quota, Dimensions.GLOBAL, Tier.P1, Mode.ENFORCE, FailureMode.BY_TIER, false));
    }

    private GuardRequest request() {
        return new GuardRequest(Caller.NONE, List.of(new Charge(orders, null, 1)), true);
    }

    private CompletableFuture<Decision> enter() {
        return guard.enterAsync(request());
    }

    private List<CompletableFuture<Decision>> enter(int count) {
        List<CompletableFuture<Decision>> callers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            callers.add(enter());
        }
        return callers;
    }

    /** A store in memory that can be made to answer late, as one over the network does, or not at all. */
    private static final class LateStore implements LimiterStore {

        private final LimiterStore delegate;
        private final List<List<LimitResult>> givenBack = new ArrayList<>();
        private final List<Runnable> answers = new ArrayList<>();
        private boolean late;
        private RuntimeException failure;

        LateStore(LimiterStore delegate) {
            this.delegate = delegate;
        }

        @Override
        public CompletionStage<List<LimitResult>> decide(List<LimitCheck> checks) {
            if (failure != null) {
                return CompletableFuture.failedFuture(failure);
            }
            if (!late) {
                return delegate.decide(checks);
            }
            CompletableFuture<List<LimitResult>> answer = new CompletableFuture<>();
            answers.add(() -> delegate.decide(checks).thenAccept(answer::complete));
            return answer;
        }

        void answer() {
            late = false;
            answers.forEach(Runnable::run);
            answers.clear();
        }

        @Override
        public CompletionStage<Void> giveBack(List<LimitResult> results) {
            givenBack.add(results);
            return delegate.giveBack(results);
        }
    }
}

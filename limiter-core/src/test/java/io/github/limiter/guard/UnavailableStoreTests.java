package io.github.limiter.guard;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.subject.MissingUser;
import io.github.limiter.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** "Limited" and "the store does not answer" are different outcomes. */
class UnavailableStoreTests {

    private enum Answer {
        ROOM(check -> new LimitResult(check, true, true, 1, 0, 0, 0, 0)),
        FULL(check -> new LimitResult(check, false, false, 0, 3_000_000, 3_000_000, 0, 0)),
        ROOM_HERE(ROOM.results.andThen(LimitResult::onNode)),
        FULL_HERE(FULL.results.andThen(LimitResult::onNode)),
        NO_ANSWER(check -> LimitResult.unavailable(check, 500_000)),
        NOT_LOOKED_AT(LimitResult::unknown);

        private final Function<LimitCheck, LimitResult> results;

        Answer(Function<LimitCheck, LimitResult> results) {
            this.results = results;
        }
    }

    private final Policies policies = new Policies(
            "shop", new AlgorithmRegistry(List.of()), new DimensionRegistry(64, MissingUser.IP, List.of()));

    @Test
    void limitWithoutAnswerMakesTheCallUnavailableAndTellsWhenTheStoreIsAskedAgain() {
        Decision decision = decide(Mode.ENFORCE, Answer.NOT_LOOKED_AT, Answer.NO_ANSWER);

        assertThat(decision.outcome()).isEqualTo(Outcome.UNAVAILABLE);
        assertThat(decision.isAllowed()).isFalse();
        assertThat(decision.isDegraded()).isTrue();
        assertThat(decision.reason()).isEqualTo("the store does not answer for limit-1");
        assertThat(decision.retryAfter()).isEqualTo(Duration.ofMillis(500));
    }

    @Test
    void unavailableWinsOverLimitedSinceNobodyKnowsWhenTheCallCouldPass() {
        assertThat(decide(Mode.ENFORCE, Answer.FULL_HERE, Answer.NO_ANSWER).outcome())
                .isEqualTo(Outcome.UNAVAILABLE);
    }

    @Test
    void limitThatThisNodeRefusesAloneIsLimitedAndDegraded() {
        Decision decision = decide(Mode.ENFORCE, Answer.ROOM_HERE, Answer.FULL_HERE);

        assertThat(decision.outcome()).isEqualTo(Outcome.LIMITED);
        assertThat(decision.isDegraded()).isTrue();
    }

    @Test
    void limitThatThisNodeAdmitsAloneIsAllowedAndDegraded() {
        Decision decision = decide(Mode.ENFORCE, Answer.ROOM_HERE);

        assertThat(decision.outcome()).isEqualTo(Outcome.ALLOWED);
        assertThat(decision.isDegraded()).isTrue();
    }

    @Test
    void answersOfTheStoreAreNotDegraded() {
        assertThat(decide(Mode.ENFORCE, Answer.ROOM, Answer.FULL).isDegraded()).isFalse();
        assertThat(decide(Mode.ENFORCE, Answer.ROOM, Answer.ROOM).isDegraded()).isFalse();
        assertThat(decide(Mode.ENFORCE, Answer.NOT_LOOKED_AT, Answer.FULL).isDegraded())
                .as("another limit that was not looked at")
                .isFalse();
    }

    @Test
    void shadowNeverMakesACallUnavailable() {
        Decision decision = decide(Mode.SHADOW, Answer.NO_ANSWER);

        assertThat(decision.outcome()).isEqualTo(Outcome.ALLOWED);
        assertThat(decision.isDegraded()).isFalse();
    }

    private Decision decide(Mode mode, Answer... answers) {
        List<Charge> charges = new ArrayList<>();
        for (int i = 0; i < answers.length; i++) {
            charges.add(new Charge(policies.define(policy("limit-" + i, mode)), null, 1));
        }
        Guard guard = new Guard(
                AllowList.EMPTY, new Answering(List.of(answers)), new WaitingRoom(TimeSource.system(), 0), List.of());
        return guard.decide(new GuardRequest(Caller.NONE, charges, false));
    }

    private static RatePolicy policy(String name, Mode mode) {
        return new RatePolicy(
                name,
                Algorithms.SLIDING_WINDOW,
                Quota.of(10, Duration.ofMinutes(1)),
                Dimensions.GLOBAL,
                Tier.P1,
                mode,
                FailureMode.CLOSED,
                false);
    }

    /** Gives each check its answer, whatever was counted. */
    private record Answering(List<Answer> answers) implements LimiterStore {

        @Override
        public CompletionStage<List<LimitResult>> decide(List<LimitCheck> checks) {
            List<LimitResult> results = new ArrayList<>();
            for (int i = 0; i < checks.size(); i++) {
                results.add(answers.get(i).results.apply(checks.get(i)));
            }
            return CompletableFuture.completedFuture(results);
        }

        @Override
        public CompletionStage<Void> giveBack(List<LimitResult> results) {
            return CompletableFuture.completedFuture(null);
        }
    }
}

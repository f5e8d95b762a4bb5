package io.github.limiter.guard;

import io.github.limiter.policy.RiskAction;
import io.github.limiter.risk.Assessment;
import io.github.limiter.risk.RiskEvent;
import io.github.limiter.risk.RiskGuard;
import io.github.limiter.store.Standing;
import io.github.limiter.subject.Caller;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What risk control has to do with a decision: what a scene makes of an event, and what a pass is worth then. */
final class RiskStep {

    private final @Nullable Challenges challenges;
    private final UnaryOperator<Decision> listeners;

    /**
     * A step.
     *
     * @param challenges what a challenge means; null: nothing
     * @param listeners are told decisions
     */
    RiskStep(@Nullable Challenges challenges, UnaryOperator<Decision> listeners) {
        this.challenges = challenges;
        this.listeners = listeners;
    }

    CompletionStage<Decision> decide(RiskGuard risk, String scene, RiskEvent event) {
        return risk.assess(scene, event).thenCompose(assessment -> {
            Caller caller = event.caller();
            if (assessment == null || assessment.action() == RiskAction.ALLOW) {
                return CompletableFuture.completedFuture(unsuspected(caller, assessment));
            }
            if (assessment.admits()) {
                return told(unsuspected(caller, assessment));
            }
            // What gave it away is for the decision's readers, not for who made the call.
            return assessment.action() == RiskAction.CHALLENGE
                    ? unlessPassed(risk, decision(Outcome.CHALLENGED, "a CAPTCHA is asked for", caller, assessment))
                    : told(decision(Outcome.BLOCKED, "looks like abuse", caller, assessment));
        });
    }

    /** Who has solved a CAPTCHA already is not asked again, and is less suspicious for it. */
    private CompletionStage<Decision> unlessPassed(RiskGuard risk, Decision decision) {
        Caller caller = decision.caller();
        GuardRequest request = new GuardRequest(caller, List.of(), false);
        if (challenges == null || !Challenges.isAsked(request)) {
            return told(decision);
        }
        return challenges.admit(request, List.of()).thenApply(admitted -> {
            if (!admitted) {
                return listeners.apply(decision);
            }
            risk.relieve(caller);
            return decision(Outcome.ALLOWED, "has solved a CAPTCHA", caller, decision.assessment());
        });
    }

    private CompletionStage<Decision> told(Decision decision) {
        return CompletableFuture.completedFuture(listeners.apply(decision));
    }

    static Decision unsuspected(Caller caller, @Nullable Assessment assessment) {
        return decision(Outcome.ALLOWED, "nothing is held against it", caller, assessment);
    }

    private static Decision decision(Outcome outcome, String reason, Caller caller, @Nullable Assessment assessment) {
        return new Decision(
                ThreadLocalRandom.current().nextLong(),
                outcome,
                reason,
                caller,
                List.of(),
                Duration.ZERO,
                Standing.CLEAR,
                assessment);
    }
}

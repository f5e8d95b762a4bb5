package io.github.limiter.guard;

import io.github.limiter.ban.Bans;
import io.github.limiter.policy.BanRule;
import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.Standing;
import io.github.limiter.subject.Subject;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What bans have to do with a decision: who is refused at once, whose refusals count, and what came of it. */
final class BanStep {

    private static final CompletionStage<Standing> CLEAR = CompletableFuture.completedFuture(Standing.CLEAR);

    private final Bans bans;
    private final boolean everywhere;

    BanStep(Bans bans, boolean everywhere) {
        this.bans = bans;
        this.everywhere = everywhere;
    }

    private boolean isEnforcedOn(GuardRequest request) {
        return everywhere || request.rule() != null;
    }

    /** As far as this node knows. */
    Standing find(GuardRequest request) {
        return isEnforcedOn(request) ? bans.find(request.caller()) : Standing.CLEAR;
    }

    /** Whether what {@link #find} says is all there is to say. */
    boolean isCertain(GuardRequest request) {
        return !isEnforcedOn(request) || bans.isCertain();
    }

    CompletionStage<Standing> ask(GuardRequest request) {
        return isEnforcedOn(request) ? bans.standing(request.caller()) : CLEAR;
    }

    /** The check, counting refusals if they are to be counted. */
    LimitCheck counting(GuardRequest request, LimitCheck check) {
        BanRule rule = request.rule();
        BanRule applied = rule == null || !check.enforced()
                ? null
                : bans.ruleFor(request.caller(), check.key().subject(), rule);
        return applied == null ? check : check.counting(applied);
    }

    /** A ban of those whom limits count, as far as this node knows: they need not be the caller's usual ones. */
    Standing find(List<LimitCheck> checks) {
        Standing worst = Standing.CLEAR;
        for (int i = 0; i < checks.size(); i++) {
            LimitCheck check = checks.get(i);
            if (check.rule() != null) {
                worst = worst.worse(bans.find(check.key().subject()));
            }
        }
        return worst;
    }

    /** Those whom limits count and who are challenged, as far as this node knows. */
    List<Subject> challenged(List<LimitCheck> checks) {
        return checks.stream()
                .filter(check -> check.rule() != null)
                .map(check -> check.key().subject())
                .distinct()
                .filter(subject -> bans.find(subject).state() == Standing.State.CHALLENGED)
                .toList();
    }

    /** When the store is asked, for what its answer says of bans; a clock that nobody will look at is not read. */
    long askedAt(List<LimitCheck> checks) {
        for (int i = 0; i < checks.size(); i++) {
            if (checks.get(i).rule() != null) {
                return bans.ticks();
            }
        }
        return 0;
    }

    /** Notes what a decision did to its subjects; answers the worst standing. */
    Standing note(GuardRequest request, List<LimitResult> results, long askedAt) {
        Standing worst = Standing.CLEAR;
        for (int i = 0; i < results.size(); i++) {
            LimitResult result = results.get(i);
            BanRule rule = result.check().rule();
            if (rule != null && !isNothing(result.standing())) {
                worst = worst.worse(result.standing());
                if (earlierOfSubject(results, i) == null) {
                    Subject subject = result.check().key().subject();
                    bans.decided(request.caller(), subject, rule.name(), result.standing(), askedAt);
                }
            }
        }
        if (worst.isClear() && request.caller().user() != null && areAdmitted(results)) {
            bans.met(request.caller());
        }
        return worst;
    }

    private static boolean areAdmitted(List<LimitResult> results) {
        for (int i = 0; i < results.size(); i++) {
            if (results.get(i).refuses()) {
                return false;
            }
        }
        return true;
    }

    private static boolean isNothing(Standing standing) {
        return standing.isClear() && standing.change() == Standing.Change.NONE;
    }

    private static @Nullable LimitResult earlierOfSubject(List<LimitResult> results, int index) {
        Subject subject = results.get(index).check().key().subject();
        for (int i = 0; i < index; i++) {
            LimitResult earlier = results.get(i);
            if (!isNothing(earlier.standing())
                    && earlier.check().key().subject().equals(subject)) {
                return earlier;
            }
        }
        return null;
    }
}

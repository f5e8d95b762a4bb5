package io.github.limiter.spring.interceptor;

import io.github.limiter.guard.Decision;
import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.policy.BanRule;
import io.github.limiter.store.LimitResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that guards one method, made once.
 *
 * @param limits decided together
 * @param style how its calls wait
 * @param rule what refused calls count as; null for nothing
 */
record GuardedMethod(
        List<GuardedLimit> limits,
        CallStyle style,
        @Nullable BanRule rule) {

    GuardedMethod {
        limits = List.copyOf(limits);
    }

    /** Adds what a call is charged. */
    void addCharges(Call call, List<Charge> charges) {
        for (GuardedLimit limit : limits) {
            Charge charge = limit.charge(call);
            if (charge != null) {
                charges.add(charge);
            }
        }
    }

    /** What every call is charged, if that is known before it is made; else nothing. */
    List<Charge> chargesAhead() {
        return style == CallStyle.AHEAD
                ? limits.stream().map(GuardedLimit::chargeAhead).toList()
                : List.of();
    }

    /** What refused calls count as, if they are decided before they are made. */
    @Nullable
    BanRule ruleAhead() {
        return style == CallStyle.AHEAD ? rule : null;
    }

    /** The fallback of the first limit that refused the call and has one. */
    @Nullable
    Fallback fallback(Decision decision) {
        for (GuardedLimit limit : limits) {
            if (limit.fallback() != null && refused(limit, decision)) {
                return limit.fallback();
            }
        }
        return null;
    }

    private static boolean refused(GuardedLimit limit, Decision decision) {
        if (decision.limits().isEmpty()) {
            return true;
        }
        for (LimitResult result : decision.limits()) {
            if (result.refuses()
                    && result.check()
                            .policy()
                            .name()
                            .equals(limit.limit().policy().name())) {
                return true;
            }
        }
        return false;
    }
}

package io.github.limiter.spring.interceptor;

import io.github.limiter.guard.Decision;
import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.policy.BanRule;
import io.github.limiter.store.LimitResult;
import java.util.ArrayList;
import java.util.List;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/**
 * All that guards one method, made once.
 *
 * @param limits decided together
 * @param fixedCharges what every call is charged; null if that depends on the call
 * @param style how its calls wait
 * @param rule what refused calls count as; null for nothing
 */
record GuardedMethod(
        List<GuardedLimit> limits,
        @Nullable List<Charge> fixedCharges,
        CallStyle style,
        @Nullable BanRule rule) {

    static GuardedMethod of(List<GuardedLimit> limits, CallStyle style, @Nullable BanRule rule) {
        boolean fixed = limits.stream().allMatch(GuardedLimit::isFixed);
        return new GuardedMethod(
                List.copyOf(limits),
                fixed ? limits.stream().map(GuardedLimit::fixedCharge).toList() : null,
                style,
                rule);
    }

    /** What a call is charged. */
    List<Charge> charges(MethodInvocation invocation) {
        if (fixedCharges != null) {
            return fixedCharges;
        }
        Call call = new Call(invocation);
        List<Charge> charges = new ArrayList<>(limits.size());
        for (GuardedLimit limit : limits) {
            Charge charge = limit.charge(call);
            if (charge != null) {
                charges.add(charge);
            }
        }
        return charges;
    }

    /**
     * The limits that every call is subject to, as charges of one unit; null if that depends on the call, or if a fallback
     * answers calls that are refused.
     */
    @Nullable
    List<Charge> certainCharges() {
        for (GuardedLimit limit : limits) {
            if (limit.condition() != null || limit.fallback() != null) {
                return null;
            }
        }
        return limits.stream().map(limit -> new Charge(limit.limit(), null, 1)).toList();
    }

    /** What its invoker charges every call; nothing if the calls are decided as they are made. */
    List<Charge> chargesAhead() {
        return style == CallStyle.AHEAD && fixedCharges != null ? fixedCharges : List.of();
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

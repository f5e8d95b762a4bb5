package io.github.limiter.guard;

import io.github.limiter.annotation.Tier;
import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.load.Load;
import io.github.limiter.load.LoadRules;
import io.github.limiter.load.LoadState;
import io.github.limiter.policy.RatePolicy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the load means for calls, by their tier. The tier of a call is that of the most important policy that is enforced on
 * it, the one over everything and those that are not {@linkplain Charge#tiered tiered} aside; a call that has no other
 * one is P1, and one whose policies are all in shadow is left alone. Thread-safe.
 *
 * <ul>
 *   <li>P0 is never shed, nor does it lose any of its quotas; from a level on, a share of the limit over everything is its
 *       own.
 *   <li>P1 has a share of its quotas, at least one unit, or as many as one call costs. While it has less than all, its
 *       refusals strike nobody.
 *   <li>P2 is shed at each level above normal.
 *   <li>What is discarded by name is shed at any level; the one over everything cannot be, all calls would.
 * </ul>
 */
public final class Shedding {

    /** Nothing is ever shed. */
    public static final Shedding NONE = new Shedding(null, null, null);

    private final @Nullable Load load;
    private final @Nullable Limit global;
    private final @Nullable Limit unreserved;

    /**
     * By a load.
     *
     * @param load what holds, and what it means
     * @param global the limit over everything; null if there is none
     * @param unreserved what calls that are not P0 may take of it together, while P0 has a share for itself; null if it has
     *     none
     */
    public Shedding(@Nullable Load load, @Nullable Limit global, @Nullable Limit unreserved) {
        this.load = load;
        this.global = global;
        this.unreserved = unreserved;
    }

    /** Whether anything may be shed at this moment. */
    boolean isOn() {
        return load != null && !load.state().isCalm();
    }

    Treatment treatmentOf(GuardRequest request) {
        if (load == null || request.charges().isEmpty()) {
            return Treatment.USUAL;
        }
        LoadState state = load.state();
        LoadRules rules = load.rules();
        boolean reserved = unreserved != null && rules.reserves(state.level());
        if (state.isCalm() && !reserved) {
            return Treatment.USUAL;
        }
        Tier tier = tierOf(request);
        if (tier == Tier.P0) {
            return Treatment.USUAL;
        }
        String why = whyShed(request, tier, state);
        if (why != null) {
            return new Treatment(why, load.retryAfter(state), 1, null, null);
        }
        Limit beside = reserved && charges(request, global) ? unreserved : null;
        return new Treatment(null, Duration.ZERO, rules.share(tier, state.level()), global, beside);
    }

    /** P0 where nothing is to be done about a call. */
    private Tier tierOf(GuardRequest request) {
        Tier tier = null;
        boolean enforced = false;
        for (Charge charge : request.charges()) {
            RatePolicy policy = charge.limit().policy();
            if (!policy.isShadow()) {
                enforced = true;
                boolean says = charge.tiered() && charge.limit() != global;
                if (says && (tier == null || policy.tier().compareTo(tier) < 0)) {
                    tier = policy.tier();
                }
            }
        }
        if (!enforced) {
            return Tier.P0;
        }
        return tier == null ? Tier.P1 : tier;
    }

    private @Nullable String whyShed(GuardRequest request, Tier tier, LoadState state) {
        if (state.drops(tier)) {
            return "load level " + state.level() + " has no room for " + tier;
        }
        if (!state.policies().isEmpty()) {
            for (Charge charge : request.charges()) {
                RatePolicy policy = charge.limit().policy();
                if (charge.limit() != global
                        && !policy.isShadow()
                        && state.policies().contains(policy.name())) {
                    return policy.name() + " is switched off at the moment";
                }
            }
        }
        return null;
    }

    private static boolean charges(GuardRequest request, @Nullable Limit limit) {
        for (Charge charge : request.charges()) {
            if (charge.limit() == limit) {
                return true;
            }
        }
        return false;
    }
}

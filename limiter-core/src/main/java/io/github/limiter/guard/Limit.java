package io.github.limiter.guard;

import io.github.limiter.algorithm.RateLimitAlgorithm;
import io.github.limiter.policy.Quota;
import io.github.limiter.policy.RatePolicy;
import io.github.limiter.store.CounterKey;
import io.github.limiter.store.LimitCheck;
import io.github.limiter.subject.DimensionResolver;
import io.github.limiter.subject.KeyText;
import io.github.limiter.subject.Subject;
import io.github.limiter.subject.SubjectRequiredException;
import org.jspecify.annotations.Nullable;

/**
 * A policy ready for use: its names resolved, its key prefix written. Made by {@link Policies}; its policy can be
 * exchanged while calls are decided. Thread-safe.
 */
public final class Limit {

    private volatile Bound bound;

    Limit(Bound bound) {
        this.bound = bound;
    }

    void change(Bound bound) {
        this.bound = bound;
    }

    /**
     * The policy in force.
     *
     * @return the policy
     */
    public RatePolicy policy() {
        return bound.policy;
    }

    /**
     * Largest cost that one call can be admitted with.
     *
     * @return units, at least 1
     */
    public long capacity() {
        Bound now = bound;
        return now.algorithm.capacity(now.policy.quota());
    }

    /** Resolves who is counted, by that share of the quota; null if the policy says nothing about the caller. */
    @Nullable
    LimitCheck check(GuardRequest request, @Nullable String key, long cost, double share) {
        Bound now = bound;
        try {
            return check(now, request, key, cost, share);
        } catch (SubjectRequiredException | CostException e) {
            if (now.policy.isShadow()) {
                return null;
            }
            throw e;
        }
    }

    private static @Nullable LimitCheck check(
            Bound now, GuardRequest request, @Nullable String key, long cost, double share) {
        Subject subject = now.dimension.resolve(request.caller(), now.policy.name());
        if (subject == null) {
            return null;
        }
        Quota quota = now.quotas.quota(request.caller(), request.mayWait());
        CostException.check(now.policy.name(), cost, now.algorithm.capacity(quota));
        if (share < 1) {
            quota = now.quotas.part(request.caller(), request.mayWait(), share, cost);
        }
        return new LimitCheck(
                now.policy,
                new CounterKey(subject, now.scope, key == null ? null : KeyText.of(key)),
                now.algorithm,
                quota,
                cost);
    }

    /** What a call is checked by, exchanged as one. */
    record Bound(
            String scope,
            RatePolicy policy,
            RateLimitAlgorithm algorithm,
            DimensionResolver dimension,
            CallerQuotas quotas) {}
}

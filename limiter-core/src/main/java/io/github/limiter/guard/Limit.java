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
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A policy ready for use: its names resolved, its key prefix written. Made by {@link Policies}; its policy can be
 * exchanged while calls are decided. Thread-safe.
 */
public final class Limit {

    private volatile Bound bound;

    Limit(String scope, RatePolicy policy, RateLimitAlgorithm algorithm, DimensionResolver dimension) {
        this.bound = new Bound(scope, policy, algorithm, dimension);
    }

    void change(String scope, RatePolicy policy, RateLimitAlgorithm algorithm, DimensionResolver dimension) {
        bound = new Bound(scope, policy, algorithm, dimension);
    }

    /**
     * The policy in force.
     *
     * @return the policy
     */
    public RatePolicy policy() {
        return bound.policy;
    }

    /** Resolves who is counted; null if the policy says nothing about the caller. */
    @Nullable
    LimitCheck check(GuardRequest request, @Nullable String key, long cost) {
        Bound now = bound;
        try {
            return check(now, request, key, cost);
        } catch (SubjectRequiredException | CostException e) {
            if (now.policy.isShadow()) {
                return null;
            }
            throw e;
        }
    }

    private static @Nullable LimitCheck check(Bound now, GuardRequest request, @Nullable String key, long cost) {
        Subject subject = now.dimension.resolve(request.caller(), now.policy.name());
        if (subject == null) {
            return null;
        }
        Quota quota = request.mayWait() ? now.policy.quota() : now.withoutWaiting;
        CostException.check(now.policy.name(), cost, now.algorithm.capacity(quota));
        return new LimitCheck(
                now.policy,
                new CounterKey(subject, now.scope, key == null ? null : KeyText.of(key)),
                now.algorithm,
                quota,
                cost);
    }

    private static final class Bound {

        private final String scope;
        private final RatePolicy policy;
        private final Quota withoutWaiting;
        private final RateLimitAlgorithm algorithm;
        private final DimensionResolver dimension;

        Bound(String scope, RatePolicy policy, RateLimitAlgorithm algorithm, DimensionResolver dimension) {
            this.scope = scope;
            this.policy = policy;
            this.withoutWaiting = policy.quota().withMaxWait(Duration.ZERO);
            this.algorithm = algorithm;
            this.dimension = dimension;
        }
    }
}

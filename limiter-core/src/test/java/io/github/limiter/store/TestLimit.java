package io.github.limiter.store;

import io.github.limiter.algorithm.AlgorithmRegistry;
import io.github.limiter.algorithm.RateLimitAlgorithm;
import io.github.limiter.annotation.FailureMode;
import io.github.limiter.annotation.Mode;
import io.github.limiter.annotation.Tier;
import io.github.limiter.policy.Quota;
import io.github.limiter.policy.RatePolicy;
import io.github.limiter.subject.Subject;
import java.util.List;

/**
 * A limit as tests speak of it: a policy of user carol unless said otherwise. Immutable; each method gives another one.
 *
 * @param policy what is enforced
 * @param subject who is counted
 * @param refinement key text, null for none
 */
public record TestLimit(RatePolicy policy, Subject subject, String refinement) {

    private static final AlgorithmRegistry ALGORITHMS = new AlgorithmRegistry(List.of());

    /** Refuses a quota that its algorithm refuses: no test may rest on what cannot be configured. */
    public TestLimit {
        algorithm(policy).validate(policy.quota());
    }

    private static RateLimitAlgorithm algorithm(RatePolicy policy) {
        return ALGORITHMS.get(policy.algorithm());
    }

    /**
     * A limit named {@code limit} on user carol.
     *
     * @param algorithm name of a built-in algorithm
     * @param quota how much is admitted
     * @return the limit
     */
    public static TestLimit of(String algorithm, Quota quota) {
        RatePolicy policy =
                new RatePolicy("limit", algorithm, quota, "user", Tier.P1, Mode.ENFORCE, FailureMode.BY_TIER, false);
        return new TestLimit(policy, Subject.of("user", "carol"), null);
    }

    /**
     * The same by another name, so another count.
     *
     * @param name of the policy
     * @return the limit
     */
    public TestLimit named(String name) {
        return new TestLimit(
                new RatePolicy(
                        name,
                        policy.algorithm(),
                        policy.quota(),
                        policy.dimension(),
                        policy.tier(),
                        policy.mode(),
                        policy.failureMode(),
                        policy.shared()),
                subject,
                refinement);
    }

    /**
     * The same, counted otherwise: the policy has changed.
     *
     * @param algorithm name of a built-in algorithm
     * @param quota how much is admitted
     * @return the limit
     */
    public TestLimit changedTo(String algorithm, Quota quota) {
        return new TestLimit(of(algorithm, quota).named(policy.name()).policy, subject, refinement);
    }

    /**
     * The same with another quota: the policy has changed.
     *
     * @param quota how much is admitted
     * @return the limit
     */
    public TestLimit changedTo(Quota quota) {
        return new TestLimit(policy.withQuota(quota), subject, refinement);
    }

    /**
     * The same in another tier, so with another failure mode.
     *
     * @param tier of the policy
     * @return the limit
     */
    public TestLimit in(Tier tier) {
        return new TestLimit(
                new RatePolicy(
                        policy.name(),
                        policy.algorithm(),
                        policy.quota(),
                        policy.dimension(),
                        tier,
                        policy.mode(),
                        policy.failureMode(),
                        policy.shared()),
                subject,
                refinement);
    }

    /**
     * The same, only reporting.
     *
     * @return the limit
     */
    public TestLimit inShadow() {
        return new TestLimit(policy.withMode(Mode.SHADOW), subject, refinement);
    }

    /**
     * The same for somebody else.
     *
     * @param subject who is counted
     * @return the limit
     */
    public TestLimit on(Subject subject) {
        return new TestLimit(policy, subject, refinement);
    }

    /**
     * The same for a part of what the subject does.
     *
     * @param refinement key text
     * @return the limit
     */
    public TestLimit refinedBy(String refinement) {
        return new TestLimit(policy, subject, refinement);
    }

    /**
     * The largest cost that can ever pass.
     *
     * @return units
     */
    public long capacity() {
        return algorithm(policy).capacity(policy.quota());
    }

    /**
     * A call.
     *
     * @param cost units
     * @return what a store is asked
     */
    public LimitCheck cost(long cost) {
        CounterKey key = new CounterKey(subject, "test:" + policy.name(), refinement);
        return new LimitCheck(policy, key, algorithm(policy), policy.quota(), cost);
    }
}

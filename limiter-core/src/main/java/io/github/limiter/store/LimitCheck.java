package io.github.limiter.store;

import io.github.limiter.algorithm.RateLimitAlgorithm;
import io.github.limiter.policy.Quota;
import io.github.limiter.policy.RatePolicy;

/**
 * One limit that a call is to be checked against.
 *
 * @param policy what is enforced, and what holds if the store fails
 * @param key the count
 * @param algorithm how it counts
 * @param quota how much it admits to this caller; the policy's, or one chosen for the call
 * @param cost units asked for, 1 to the algorithm's capacity
 */
public record LimitCheck(RatePolicy policy, CounterKey key, RateLimitAlgorithm algorithm, Quota quota, long cost) {

    /**
     * Whether a refusal counts.
     *
     * @return false in shadow
     */
    public boolean enforced() {
        return !policy.isShadow();
    }
}

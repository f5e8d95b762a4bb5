package io.github.limiter.store;

import io.github.limiter.algorithm.RateLimitAlgorithm;
import io.github.limiter.policy.Quota;

/**
 * One limit that a call is to be checked against.
 *
 * @param policy name of the policy
 * @param key the count
 * @param algorithm how it counts
 * @param quota how much it admits
 * @param cost units asked for, 1 to the algorithm's capacity
 * @param enforced false: in shadow, its refusal refuses nothing
 */
public record LimitCheck(
        String policy, CounterKey key, RateLimitAlgorithm algorithm, Quota quota, long cost, boolean enforced) {}

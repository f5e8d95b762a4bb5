package io.github.limiter.store;

import io.github.limiter.algorithm.RateLimitAlgorithm;
import io.github.limiter.policy.BanRule;
import io.github.limiter.policy.Quota;
import io.github.limiter.policy.RatePolicy;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * One limit that a call is to be checked against, once.
 *
 * @param policy what is enforced, and what holds if the store fails
 * @param key the count
 * @param algorithm how it counts
 * @param quota how much it admits to this caller; the policy's, or one chosen for the call
 * @param cost units asked for, 1 to the algorithm's capacity
 * @param rule what a refusal counts as against its subject, which is refused while it is banned; null: the store knows of
 *     no bans here. All checks of a call on one subject have one rule, or none; a limit in shadow has none
 * @param lease names what the call is lent, so that it can be given back though no answer came: a random number; 0 if the
 *     algorithm lends nothing
 */
public record LimitCheck(
        RatePolicy policy,
        CounterKey key,
        RateLimitAlgorithm algorithm,
        Quota quota,
        long cost,
        @Nullable BanRule rule,
        long lease) {

    /**
     * A limit whose refusals count as nothing.
     *
     * @param policy what is enforced, and what holds if the store fails
     * @param key the count
     * @param algorithm how it counts
     * @param quota how much it admits to this caller
     * @param cost units asked for, 1 to the algorithm's capacity
     */
    public LimitCheck(RatePolicy policy, CounterKey key, RateLimitAlgorithm algorithm, Quota quota, long cost) {
        this(policy, key, algorithm, quota, cost, null, algorithm.lends() ? newLease() : 0);
    }

    private static long newLease() {
        return ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
    }

    /**
     * The same, counting refusals.
     *
     * @param rule what a refusal counts as
     * @return the check
     */
    public LimitCheck counting(BanRule rule) {
        return new LimitCheck(policy, key, algorithm, quota, cost, rule, lease);
    }

    /**
     * Whether a refusal counts.
     *
     * @return false in shadow
     */
    public boolean enforced() {
        return !policy.isShadow();
    }
}

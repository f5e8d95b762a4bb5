package io.github.limiter.algorithm;

import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Quota;

/**
 * A way of counting, named in a policy. The built-in ones and a user's own are the same to the library: the application
 * offers its own as a Spring bean, or to {@link AlgorithmRegistry}. Stateless and thread-safe; the state of one key is
 * its {@link Counter}.
 */
public interface RateLimitAlgorithm {

    /**
     * The name that policies use.
     *
     * @return lower case, {@code -} between words
     */
    String name();

    /**
     * Refuses a quota that this algorithm cannot honour exactly. Called when a policy is made.
     *
     * @param quota what a policy asks for
     * @throws InvalidConfigurationException if it cannot be honoured
     */
    default void validate(Quota quota) {}

    /**
     * Largest cost that one call can ever be admitted with.
     *
     * @param quota the quota in force
     * @return units, at least 1
     */
    default long capacity(Quota quota) {
        return quota.limit();
    }

    /**
     * State of a key that was never used.
     *
     * @return a new counter
     */
    Counter newCounter();
}

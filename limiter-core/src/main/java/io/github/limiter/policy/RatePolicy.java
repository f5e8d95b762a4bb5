package io.github.limiter.policy;

import io.github.limiter.annotation.FailureMode;
import io.github.limiter.annotation.Mode;
import io.github.limiter.annotation.Tier;
import java.util.regex.Pattern;

/**
 * One limit, whole: who is counted, how, and what is done about it. Immutable.
 *
 * @param name in answers, metrics, keys and properties; 1 to 64 of {@code A-Z a-z 0-9 . _ -}
 * @param algorithm name of the algorithm
 * @param quota how much is admitted
 * @param dimension name of the dimension
 * @param tier how much the business depends on it
 * @param mode whether it acts or only reports
 * @param failureMode what holds without the shared store
 * @param shared whether applications on one store share the count
 */
public record RatePolicy(
        String name,
        String algorithm,
        Quota quota,
        String dimension,
        Tier tier,
        Mode mode,
        FailureMode failureMode,
        boolean shared) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    /**
     * Validates the name and brings algorithm and dimension into their one spelling.
     *
     * @param name in answers, metrics, keys and properties; 1 to 64 of {@code A-Z a-z 0-9 . _ -}
     * @param algorithm name of the algorithm
     * @param quota how much is admitted
     * @param dimension name of the dimension
     * @param tier how much the business depends on it
     * @param mode whether it acts or only reports
     * @param failureMode what holds without the shared store
     * @param shared whether applications on one store share the count
     */
    public RatePolicy {
        if (!NAME.matcher(name).matches()) {
            throw new InvalidConfigurationException(
                    "name", name, "is not a policy name", "Use 1 to 64 of A-Z a-z 0-9 . _ -");
        }
        algorithm = Names.canonical(algorithm);
        dimension = Names.canonical(dimension);
    }

    /**
     * The same with another quota.
     *
     * @param quota how much is admitted
     * @return the policy
     */
    public RatePolicy withQuota(Quota quota) {
        return new RatePolicy(name, algorithm, quota, dimension, tier, mode, failureMode, shared);
    }

    /**
     * The same in another mode.
     *
     * @param mode whether it acts or only reports
     * @return the policy
     */
    public RatePolicy withMode(Mode mode) {
        return new RatePolicy(name, algorithm, quota, dimension, tier, mode, failureMode, shared);
    }

    /**
     * Whether the policy only reports.
     *
     * @return true in {@link Mode#SHADOW}
     */
    public boolean isShadow() {
        return mode == Mode.SHADOW;
    }
}

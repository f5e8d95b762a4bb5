package io.github.limiter.load;

import io.github.limiter.policy.InvalidConfigurationException;

/**
 * When a node takes itself for overloaded. Immutable.
 *
 * @param peakRatio latency, as a multiple of what was learnt in quiet times, from which on it is {@link LoadLevel#PEAK};
 *     more than 1
 * @param criticalRatio the same for {@link LoadLevel#CRITICAL}; more than {@code peakRatio}
 * @param minInFlight requests under way, on average of a second, below which nothing is taken for load; at least 1
 */
public record AdaptiveRules(double peakRatio, double criticalRatio, int minInFlight) {

    /** Twice, four times, 8 requests. */
    public static final AdaptiveRules DEFAULT = new AdaptiveRules(2, 4, 8);

    /**
     * Refuses what is out of range.
     *
     * @param peakRatio latency as a multiple of what was learnt, for peak
     * @param criticalRatio the same for critical
     * @param minInFlight requests under way below which nothing is load
     * @throws InvalidConfigurationException naming the component
     */
    public AdaptiveRules {
        if (!(peakRatio > 1 && peakRatio <= 100)) {
            throw new InvalidConfigurationException(
                    "peakRatio", peakRatio, "is out of range", "Set more than 1 and at most 100, such as 2");
        }
        if (!(criticalRatio > peakRatio && criticalRatio <= 1_000)) {
            throw new InvalidConfigurationException(
                    "criticalRatio",
                    criticalRatio,
                    "is not above the ratio for peak, " + peakRatio,
                    "Set more than that and at most 1000, such as 4");
        }
        if (minInFlight < 1) {
            throw new InvalidConfigurationException(
                    "minInFlight", minInFlight, "is not a positive number of requests", "Set 1 or more, such as 8");
        }
    }
}

package io.github.limiter.load;

import io.github.limiter.annotation.Tier;
import io.github.limiter.policy.InvalidConfigurationException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/**
 * What a level means. Immutable.
 *
 * @param p1AtPeak share of their quotas that P1 calls have at {@link LoadLevel#PEAK}; more than 0, at most 1
 * @param p1AtCritical the same at {@link LoadLevel#CRITICAL}; at most that at peak
 * @param reserved share of what all tiers have together that is P0's alone; 0 to below 1
 * @param reservedFrom the level from which on it is reserved
 * @param retryAfter when a caller that was shed may come back if nobody knows; 1 s to 1 h
 */
public record LoadRules(
        double p1AtPeak, double p1AtCritical, double reserved, LoadLevel reservedFrom, Duration retryAfter) {

    /** Half, a fifth, a tenth from peak on, half a minute. */
    public static final LoadRules DEFAULT = new LoadRules(0.5, 0.2, 0.1, LoadLevel.PEAK, Duration.ofSeconds(30));

    /**
     * Refuses what is out of range.
     *
     * @param p1AtPeak share of their quotas that P1 calls have at peak
     * @param p1AtCritical the same at critical
     * @param reserved share that is P0's alone
     * @param reservedFrom the level from which on it is reserved
     * @param retryAfter when a caller that was shed may come back
     * @throws InvalidConfigurationException naming the component
     */
    public LoadRules {
        requireShare("p1AtPeak", p1AtPeak);
        requireShare("p1AtCritical", p1AtCritical);
        if (p1AtCritical > p1AtPeak) {
            throw new InvalidConfigurationException(
                    "p1AtCritical",
                    p1AtCritical,
                    "is more than the share at peak, " + p1AtPeak,
                    "Set the same share or a smaller one");
        }
        if (!(reserved >= 0 && reserved < 1)) {
            throw new InvalidConfigurationException(
                    "reserved", reserved, "is no share that leaves something", "Set 0 to below 1, such as 0.1");
        }
        if (retryAfter.compareTo(Duration.ofSeconds(1)) < 0 || retryAfter.compareTo(Duration.ofHours(1)) > 0) {
            throw new InvalidConfigurationException(
                    "retryAfter", retryAfter, "is out of range", "Set a duration from 1s to 1h");
        }
    }

    private static void requireShare(String element, double share) {
        if (!(share > 0 && share <= 1)) {
            throw new InvalidConfigurationException(element, share, "is no share", "Set more than 0 and at most 1");
        }
    }

    /**
     * Share of their quotas that calls of a tier have.
     *
     * @param tier the tier of the calls
     * @param level the level that holds
     * @return more than 0; 1 for P0, and for all at {@link LoadLevel#NORMAL}
     */
    public double share(Tier tier, LoadLevel level) {
        if (tier == Tier.P0) {
            return 1;
        }
        return switch (level) {
            case NORMAL -> 1;
            case PEAK -> p1AtPeak;
            case CRITICAL -> p1AtCritical;
        };
    }

    /**
     * Whether P0 has its share for itself.
     *
     * @param level the level that holds
     * @return true from {@link #reservedFrom()} on
     */
    public boolean reserves(LoadLevel level) {
        return reserved > 0 && level.compareTo(reservedFrom) >= 0;
    }

    /** When a call that was shed may be made again. What a schedule ends is known; all else may end sooner than it says. */
    Duration retryAfter(LoadState state, long now) {
        if (state.until() == LoadState.OPEN) {
            return retryAfter;
        }
        Duration rest = Duration.of(Math.max(1, state.until() - now), ChronoUnit.MICROS);
        return state.source() == LoadSource.SCHEDULE || rest.compareTo(retryAfter) < 0 ? rest : retryAfter;
    }
}

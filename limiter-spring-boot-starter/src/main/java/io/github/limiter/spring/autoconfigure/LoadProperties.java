package io.github.limiter.spring.autoconfigure;

import io.github.limiter.annotation.Tier;
import io.github.limiter.load.LoadLevel;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;

/**
 * Load levels: what they mean, and who sets them besides an operator.
 *
 * @param p1AtPeak Share of their quotas that P1 calls have at peak.
 * @param p1AtCritical Share of their quotas that P1 calls have at critical.
 * @param reserved Share of the global limit that is P0's alone.
 * @param reservedFrom Level from which on it is reserved.
 * @param retryAfter When a caller that was shed may come back, if nobody knows when it is over.
 * @param schedule Levels and what is discarded by the time of day, by any name.
 * @param adaptive Levels by the load of this node.
 */
public record LoadProperties(
        @DefaultValue("0.5") double p1AtPeak,
        @DefaultValue("0.2") double p1AtCritical,
        @DefaultValue("0.1") double reserved,
        @DefaultValue("peak") LoadLevel reservedFrom,

        @DefaultValue("30s") @DurationUnit(ChronoUnit.SECONDS)
        Duration retryAfter,

        @DefaultValue Map<String, Schedule> schedule,
        @DefaultValue Adaptive adaptive) {

    /**
     * What holds at some time of the day.
     *
     * @param cron When it begins: second, minute, hour, day of the month, month, day of the week.
     * @param duration How long it lasts, by the clocks of the zone.
     * @param zone Time zone of both. By default UTC.
     * @param level The level meanwhile. None: that of the other sources.
     * @param tiers Tiers that are discarded meanwhile: P1, P2.
     * @param policies Names of policies whose calls are discarded meanwhile.
     */
    public record Schedule(
            @Nullable String cron,
            @DurationUnit(ChronoUnit.SECONDS) @Nullable Duration duration,
            @Nullable String zone,
            @Nullable LoadLevel level,
            @DefaultValue Set<Tier> tiers,
            @DefaultValue Set<String> policies) {}

    /**
     * Levels by the load of this node.
     *
     * @param enabled Whether they are.
     * @param peakRatio Latency, as a multiple of what was learnt in quiet times, that is peak.
     * @param criticalRatio Latency, as a multiple of what was learnt in quiet times, that is critical.
     * @param minInFlight Requests under way below which nothing is taken for load.
     */
    public record Adaptive(
            @DefaultValue("false") boolean enabled,
            @DefaultValue("2") double peakRatio,
            @DefaultValue("4") double criticalRatio,
            @DefaultValue("8") int minInFlight) {}
}

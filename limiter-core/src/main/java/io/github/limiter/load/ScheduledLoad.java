package io.github.limiter.load;

import io.github.limiter.policy.InvalidConfigurationException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An order that comes back by the clock on the wall: from each beginning for a duration, both as the clocks of a zone show
 * it. From 22:00 for 8 hours it ends at 06:00, also in nights in which clocks are changed; a beginning that falls into an
 * hour that clocks leave out holds from the end of that hour, as far as it lasts.
 *
 * @param name for people
 * @param next the first beginning after a local time; null if there is none any more. Thread-safe
 * @param duration 1 minute to 7 days
 * @param zone whose clocks
 * @param order what is wanted meanwhile
 */
public record ScheduledLoad(
        String name,
        Function<LocalDateTime, @Nullable LocalDateTime> next,
        Duration duration,
        ZoneId zone,
        LoadOrder order) {

    private static final Duration SHORTEST = Duration.ofMinutes(1);
    private static final Duration LONGEST = Duration.ofDays(7);

    /**
     * Refuses a duration that is out of range.
     *
     * @param name for people
     * @param next the first beginning after a local time
     * @param duration 1 minute to 7 days
     * @param zone whose clocks
     * @param order what is wanted meanwhile
     * @throws InvalidConfigurationException if it is
     */
    public ScheduledLoad {
        if (duration.compareTo(SHORTEST) < 0 || duration.compareTo(LONGEST) > 0) {
            throw new InvalidConfigurationException(
                    "duration", duration, "is out of range", "Set a duration from 1m to 7d, such as 8h");
        }
    }

    /**
     * Whether it holds, and until when.
     *
     * @param holds whether it does
     * @param change when that changes, in microseconds since the epoch; {@link LoadState#OPEN} for never
     * @param known when to ask again; that, or sooner, where clocks are changed
     */
    record Phase(boolean holds, long change, long known) {}

    Phase at(long micros) {
        Instant now = Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
        LocalDateTime local = now.atZone(zone).toLocalDateTime();
        LocalDateTime begin = next.apply(local.minus(duration));
        boolean holds = begin != null && !begin.isAfter(local);
        // If it has begun again meanwhile, it is found to hold on then.
        LocalDateTime change = holds && begin != null ? begin.plus(duration) : begin;
        if (change == null) {
            return new Phase(holds, LoadState.OPEN, LoadState.OPEN);
        }
        ZonedDateTime shown = change.atZone(zone);
        // Clocks may skip that time, or show it twice.
        long then = micros((shown.toInstant().isAfter(now) ? shown : shown.withLaterOffsetAtOverlap()).toInstant());
        ZoneOffsetTransition transition = zone.getRules().nextTransition(now);
        return new Phase(holds, then, transition == null ? then : Math.min(then, micros(transition.getInstant())));
    }

    private static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }
}

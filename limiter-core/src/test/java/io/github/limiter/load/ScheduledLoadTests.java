package io.github.limiter.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.limiter.annotation.Tier;
import io.github.limiter.policy.InvalidConfigurationException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An order by the clock on the wall. Berlin sets it forward on 2026-03-29 at 02:00 and back on 2026-10-25 at 03:00. */
class ScheduledLoadTests {

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final LoadOrder ORDER = new LoadOrder(null, Set.of(Tier.P2), Set.of());

    private static ScheduledLoad daily(String time, String duration) {
        LocalTime at = LocalTime.parse(time);
        return new ScheduledLoad("night", after -> next(after, at), Duration.parse(duration), BERLIN, ORDER);
    }

    private static LocalDateTime next(LocalDateTime after, LocalTime at) {
        LocalDateTime sameDay = after.toLocalDate().atTime(at);
        return sameDay.isAfter(after) ? sameDay : sameDay.plusDays(1);
    }

    private static long micros(String instant) {
        return ChronoUnit.MICROS.between(
                Instant.EPOCH, ZonedDateTime.parse(instant).toInstant());
    }

    @ParameterizedTest(name = "at {0}: {1}, until {2}")
    @CsvSource(textBlock = """
            # at,                      holds, changes
            2026-06-10T21:59:59+02:00, false, 2026-06-10T22:00:00+02:00
            2026-06-10T22:00:00+02:00, true,  2026-06-11T06:00:00+02:00
            2026-06-11T00:00:00+02:00, true,  2026-06-11T06:00:00+02:00
            2026-06-11T05:59:59+02:00, true,  2026-06-11T06:00:00+02:00
            2026-06-11T06:00:00+02:00, false, 2026-06-11T22:00:00+02:00
            2026-06-11T12:00:00+02:00, false, 2026-06-11T22:00:00+02:00
            # the night that is an hour shorter
            2026-03-28T22:00:00+01:00, true,  2026-03-29T06:00:00+02:00
            2026-03-29T01:59:59+01:00, true,  2026-03-29T06:00:00+02:00
            2026-03-29T03:00:00+02:00, true,  2026-03-29T06:00:00+02:00
            2026-03-29T05:59:59+02:00, true,  2026-03-29T06:00:00+02:00
            2026-03-29T06:00:00+02:00, false, 2026-03-29T22:00:00+02:00
            # the night that is an hour longer
            2026-10-24T21:59:59+02:00, false, 2026-10-24T22:00:00+02:00
            2026-10-25T02:30:00+02:00, true,  2026-10-25T06:00:00+01:00
            2026-10-25T02:30:00+01:00, true,  2026-10-25T06:00:00+01:00
            2026-10-25T05:59:59+01:00, true,  2026-10-25T06:00:00+01:00
            2026-10-25T06:00:00+01:00, false, 2026-10-25T22:00:00+01:00
            """)
    void fromTenAtNightUntilSixInTheMorning(String at, boolean holds, String changes) {
        ScheduledLoad.Phase phase = daily("22:00", "PT8H").at(micros(at));

        assertThat(phase.holds()).isEqualTo(holds);
        assertThat(phase.change()).isEqualTo(micros(changes));
        assertThat(phase.known()).isGreaterThan(micros(at)).isLessThanOrEqualTo(phase.change());
    }

    /** Walked through in small steps, asking only when a phase says so: it is at each time what it is if asked anew. */
    @ParameterizedTest
    @ValueSource(strings = {"2026-03-28T12:00:00+01:00", "2026-10-24T12:00:00+02:00"})
    void aPhaseHoldsUntilItSaysToAskAgain(String from) {
        for (ScheduledLoad schedule : new ScheduledLoad[] {
            daily("22:00", "PT8H"), daily("02:30", "PT20M"), daily("02:30", "PT2H"), daily("03:00", "PT1M")
        }) {
            long now = micros(from);
            ScheduledLoad.Phase phase = schedule.at(now);
            for (int minute = 0; minute < 48 * 60; minute++) {
                now += 60_000_000;
                if (now >= phase.known()) {
                    phase = schedule.at(now);
                }
                ScheduledLoad.Phase anew = schedule.at(now);
                assertThat(phase.holds()).as("%s at %s", schedule, now).isEqualTo(anew.holds());
                assertThat(Math.min(anew.change(), anew.known()))
                        .as("%s at %s: what is told is to come", schedule, now)
                        .isGreaterThan(now);
            }
        }
    }

    @Test
    void oneThatBeginsAgainBeforeItEndsGoesOn() {
        ScheduledLoad always = daily("22:00", "PT30H");

        assertThat(always.at(micros("2026-06-10T21:00:00+02:00")).holds()).isTrue();
        assertThat(always.at(micros("2026-06-11T04:00:00+02:00")).holds()).isTrue();
    }

    @Test
    void oneWithoutAnyBeginningNeverHolds() {
        ScheduledLoad never = new ScheduledLoad("never", after -> null, Duration.ofHours(8), BERLIN, ORDER);

        assertThat(never.at(micros("2026-06-10T21:00:00+02:00")))
                .isEqualTo(new ScheduledLoad.Phase(false, LoadState.OPEN, LoadState.OPEN));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT59S", "-PT8H", "P8D"})
    void aDurationOutOfRangeIsRefused(String duration) {
        assertThatThrownBy(() -> daily("22:00", duration))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith("duration: '")
                .hasMessageEndingWith("is out of range. Set a duration from 1m to 7d, such as 8h.");
    }
}

package io.github.limiter.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuotaTests {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Quota quota = Quota.of(10, MINUTE);

    @Test
    void withoutMoreSaidTheBurstIsTheLimitNobodyWaitsAndDaysAreInUtc() {
        assertThat(quota.limit()).isEqualTo(10);
        assertThat(quota.window()).isEqualTo(MINUTE);
        assertThat(quota.burst()).isEqualTo(10);
        assertThat(quota.maxWait()).isZero();
        assertThat(quota.zone()).isEqualTo(ZoneOffset.UTC);
    }

    @Test
    void eachWithChangesOneThing() {
        Quota other = quota.withBurst(3).withMaxWait(Duration.ofSeconds(2)).withZone(ZoneId.of("Asia/Shanghai"));

        assertThat(other.limit()).isEqualTo(10);
        assertThat(other.window()).isEqualTo(MINUTE);
        assertThat(other.burst()).isEqualTo(3);
        assertThat(other.maxWait()).isEqualTo(Duration.ofSeconds(2));
        assertThat(other.zone()).isEqualTo(ZoneId.of("Asia/Shanghai"));
        assertThat(quota).isEqualTo(Quota.of(10, MINUTE));
    }

    static Stream<Arguments> outOfRange() {
        Quota quota = Quota.of(10, MINUTE);
        return Stream.of(
                refused(
                        () -> Quota.of(0, MINUTE),
                        "limit: '0' is not a positive number of units. Set a limit of 1 or more."),
                refused(
                        () -> Quota.of(-5, MINUTE),
                        "limit: '-5' is not a positive number of units. Set a limit of 1 or more."),
                refused(
                        () -> Quota.of(1, Duration.ZERO),
                        "window: 'PT0S' is not a positive length of time. Set a window such as 1s, 1m or 1h (at least 1 microsecond)."),
                refused(
                        () -> Quota.of(1, Duration.ofNanos(999)),
                        "window: 'PT0.000000999S' is not a positive length of time. Set a window such as 1s, 1m or 1h (at least 1 microsecond)."),
                refused(
                        () -> Quota.of(1, Duration.ofSeconds(-1)),
                        "window: 'PT-1S' is not a positive length of time. Set a window such as 1s, 1m or 1h (at least 1 microsecond)."),
                refused(
                        () -> Quota.of(1, Duration.ofDays(366).plusNanos(1)),
                        "window: 'PT8784H0.000000001S' is longer than 366 days. Set a window of at most 366d."),
                refused(
                        () -> quota.withBurst(0),
                        "burst: '0' is not a positive number of units. Set a burst of 1 or more."),
                refused(
                        () -> quota.withMaxWait(Duration.ofSeconds(-2)),
                        "maxWait: 'PT-2S' is neither a length of time up to one day nor -1. Set a duration such as 2s, 0 for no waiting, or -1 to wait without bound."),
                refused(
                        () -> quota.withMaxWait(Duration.ofDays(1).plusNanos(1)),
                        "maxWait: 'PT24H0.000000001S' is neither a length of time up to one day nor -1. Set a duration such as 2s, 0 for no waiting, or -1 to wait without bound."));
    }

    private static Arguments refused(ThrowingCallable what, String message) {
        return Arguments.argumentSet(message, what, message);
    }

    @ParameterizedTest
    @MethodSource("outOfRange")
    void whatIsOutOfRangeIsToldWithElementValueAndFix(ThrowingCallable what, String message) {
        assertThatThrownBy(what)
                .isInstanceOf(InvalidConfigurationException.class)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void theEdgesOfTheRangesAreAllowed() {
        assertThat(Quota.of(1, Duration.ofNanos(1_000)).windowMicros()).isEqualTo(1);
        assertThat(Quota.of(1, Quota.MAX_WINDOW).windowMicros()).isEqualTo(366L * 86_400_000_000L);
        assertThat(Quota.of(Long.MAX_VALUE, MINUTE).limit()).isEqualTo(Long.MAX_VALUE);
        assertThat(quota.withBurst(1).burst()).isEqualTo(1);
        assertThat(quota.withMaxWait(Duration.ofDays(1)).maxWaitMicros()).isEqualTo(86_400_000_000L);
        assertThat(quota.withMaxWait(Quota.UNLIMITED_WAIT).maxWaitMicros()).isEqualTo(Long.MAX_VALUE);
    }

    @Nested
    class TheIncrement {

        @ParameterizedTest
        @CsvSource({
            // limit, window in µs, µs a unit
            "1, 1000000, 1000000",
            "10, 1000000, 100000",
            "3, 1000000, 333334",
            "7, 1000000, 142858",
            "1000000, 1000000, 1",
            "999999, 1000000, 2",
            "1000001, 1000000, 1",
            "9223372036854775807, 1000000, 1",
            "2, 1, 1"
        })
        void isTheWindowByTheLimitRoundedUp(long limit, long window, long increment) {
            assertThat(Quota.of(limit, Duration.ofNanos(window * 1_000)).incrementMicros())
                    .isEqualTo(increment);
        }

        @Test
        void losesWhatIsRoundedUp() {
            assertThat(Quota.of(10, Duration.ofSeconds(1)).roundingLoss()).isZero();
            assertThat(Quota.of(3, Duration.ofSeconds(1)).roundingLoss()).isCloseTo(0.000002, within(1e-9));
            assertThat(Quota.of(999_999, Duration.ofSeconds(1)).roundingLoss()).isCloseTo(0.5, within(1e-6));
        }
    }

    @Test
    void quotasAreEqualIfAllIs() {
        Quota same = Quota.of(10, Duration.ofSeconds(60));

        assertThat(quota).isEqualTo(same).hasSameHashCodeAs(same);
        assertThat(quota)
                .isNotEqualTo(Quota.of(11, MINUTE))
                .isNotEqualTo(Quota.of(10, Duration.ofSeconds(61)))
                .isNotEqualTo(quota.withBurst(9))
                .isNotEqualTo(quota.withMaxWait(Duration.ofSeconds(1)))
                .isNotEqualTo(quota.withZone(ZoneId.of("Asia/Shanghai")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTC", "Z", "Etc/UTC", "GMT", "UTC+0", "+00:00"})
    void everyNameOfUtcIsUtc(String zone) {
        assertThat(quota.withZone(ZoneId.of(zone))).isEqualTo(quota);
    }

    @Test
    void aQuotaReadsLikeASentence() {
        assertThat(quota).hasToString("10 per PT1M");
        assertThat(quota.withBurst(3).withMaxWait(Duration.ofSeconds(2)))
                .hasToString("10 per PT1M burst 3 waiting up to PT2S");
    }
}

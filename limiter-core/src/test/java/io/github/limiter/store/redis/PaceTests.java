package io.github.limiter.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaceTests {

    /** Near the end of what a clock of nanoseconds can count, as it may well be. */
    private long nanos = Long.MAX_VALUE - 1_000;

    private final Pace pace = new Pace(() -> nanos);

    private void answerAfter(Duration time) {
        long sentAt = pace.sent();
        nanos += time.toNanos();
        pace.answered(sentAt);
    }

    private static Duration micros(long micros) {
        return Duration.ofNanos(micros * 1_000);
    }

    @Nested
    class CallsOnTheirWay {

        @Test
        void areOneUntilMoreIsKnown() {
            assertThat(pace.allowed()).isEqualTo(1);
        }

        @ParameterizedTest(name = "{0} µs: {1}")
        @CsvSource({"60, 1", "499, 1", "500, 2", "1000, 4", "20000, 80"})
        void growWithTheTimeOfAnAnswer(long micros, int allowed) {
            answerAfter(micros(micros));

            assertThat(pace.allowed()).isEqualTo(allowed);
        }

        @Test
        void areThoseOfTheQuickestAnswer() {
            answerAfter(micros(900));
            answerAfter(micros(100));
            answerAfter(micros(20_000));

            assertThat(pace.allowed()).isEqualTo(1);
        }

        @Test
        void growOnceTheServerIsFurtherAway() {
            answerAfter(micros(100));
            answerAfter(Duration.ofMillis(1_001));
            answerAfter(micros(2_000));
            assertThat(pace.allowed()).as("in the second after").isEqualTo(1);

            nanos += Duration.ofMillis(1_001).toNanos();
            answerAfter(micros(2_000));

            assertThat(pace.allowed()).isEqualTo(8);
        }
    }

    @Nested
    class Stuck {

        @Test
        void afterFiveMillisecondsWithoutAnAnswer() {
            pace.sent();
            nanos += 5_000_000;
            assertThat(pace.isStuck()).isFalse();

            nanos += 1;

            assertThat(pace.isStuck()).isTrue();
        }

        @Test
        void noMoreOnceOneHasCome() {
            answerAfter(Duration.ofMillis(6));

            assertThat(pace.isStuck()).isFalse();
        }
    }
}

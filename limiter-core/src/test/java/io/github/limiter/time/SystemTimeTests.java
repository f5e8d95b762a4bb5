package io.github.limiter.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 30, unit = TimeUnit.SECONDS)
class SystemTimeTests {

    private final TimeSource time = TimeSource.system();

    @Test
    void tellsTheTimeOfTheMachine() {
        long machine = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());

        assertThat(Math.abs(time.micros() - machine)).isLessThan(TimeUnit.SECONDS.toMicros(10));
    }

    @Test
    void neverRunsBackwards() {
        long before = time.micros();
        for (int i = 0; i < 100_000; i++) {
            long now = time.micros();
            assertThat(now >= before).isTrue();
            before = now;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 50, 999, 1_000, 1_500, 20_001})
    void neverSleepsLessThanAsked(long micros) throws InterruptedException {
        long start = System.nanoTime();

        time.sleep(micros);

        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(micros * 1_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void doesNotSleepForNoTime(long micros) throws InterruptedException {
        Thread.currentThread().interrupt();

        time.sleep(micros);

        assertThat(Thread.interrupted()).as("still to be noticed").isTrue();
    }

    @Test
    void doesNotSleepWhenInterrupted() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> time.sleep(TimeUnit.HOURS.toMicros(1))).isInstanceOf(InterruptedException.class);
    }

    @Test
    void delayEndsNoEarlierThanItShould() {
        long start = System.nanoTime();

        time.delay(20_000).join();

        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(20_000_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void delayOfNoTimeIsOver(long micros) {
        assertThat(time.delay(micros)).isCompleted();
    }
}

package io.github.limiter.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ManualTimeTests {

    private final ManualTime time = new ManualTime(Instant.ofEpochSecond(1_000));

    @Test
    void standsStillUntilItIsMoved() {
        assertThat(time.micros()).isEqualTo(1_000_000_000L).isEqualTo(time.micros());

        time.advance(Duration.ofNanos(2_500));
        time.advanceMicros(1);
        assertThat(time.micros()).isEqualTo(1_000_000_003L);
    }

    @Test
    void neverRunsBackwards() {
        assertThatIllegalArgumentException().isThrownBy(() -> time.advance(Duration.ofSeconds(-1)));
        assertThatIllegalArgumentException().isThrownBy(() -> time.moveTo(999_999_999));
        assertThat(time.micros()).isEqualTo(1_000_000_000L);
    }

    @Nested
    class Sleepers {

        @Test
        void areHeldUntilTheClockWasMovedFarEnough() throws Exception {
            CompletableFuture<Long> woken = CompletableFuture.supplyAsync(() -> sleptUntil(60));
            time.awaitSleepers(1);
            time.advanceMicros(59);
            assertThat(time.sleepers()).isEqualTo(1);
            assertThat(woken).isNotDone();

            time.advanceMicros(1);
            assertThat(woken.get(20, TimeUnit.SECONDS)).isEqualTo(1_000_000_060L);
            assertThat(time.sleepers()).isZero();
        }

        @Test
        void areNoLongerThereWhenInterrupted() throws Exception {
            Thread sleeper =
                    new Thread(() -> assertThatThrownBy(() -> time.sleep(60)).isInstanceOf(InterruptedException.class));
            sleeper.start();
            time.awaitSleepers(1);

            sleeper.interrupt();

            time.awaitSleepers(0);
            sleeper.join();
        }

        @Test
        void moveTheClockIfTheyMay() {
            time.letSleepersMoveIt(true);
            assertThat(sleptUntil(60)).isEqualTo(1_000_000_060L);
            assertThat(sleptUntil(-5)).isEqualTo(1_000_000_060L);
        }

        @Test
        void moveTheClockTogether() {
            time.letSleepersMoveIt(true);
            CompletableFuture<?>[] sleepers = new CompletableFuture<?>[4];
            for (int i = 0; i < sleepers.length; i++) {
                int length = i + 1;
                sleepers[i] = CompletableFuture.runAsync(() -> {
                    for (int sleep = 0; sleep < 10_000; sleep++) {
                        sleptUntil(length);
                    }
                });
            }
            CompletableFuture.allOf(sleepers).orTimeout(20, TimeUnit.SECONDS).join();
            assertThat(time.micros()).isEqualTo(1_000_100_000L);
        }

        private long sleptUntil(long micros) {
            try {
                time.sleep(micros);
                return time.micros();
            } catch (InterruptedException e) {
                throw new CompletionException(e);
            }
        }
    }
}

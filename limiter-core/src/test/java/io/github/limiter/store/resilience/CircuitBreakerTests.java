package io.github.limiter.store.resilience;

import static io.github.limiter.store.resilience.CircuitBreaker.Permit.NONE;
import static io.github.limiter.store.resilience.CircuitBreaker.Permit.PASS;
import static io.github.limiter.store.resilience.CircuitBreaker.Permit.PROBE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.store.resilience.CircuitBreaker.Permit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CircuitBreakerTests {

    private static final long PAUSE = 500;

    private final CircuitBreaker breaker = new CircuitBreaker(PAUSE);
    private long now = Long.MAX_VALUE - 100;

    private void open() {
        for (int i = 0; i < 5; i++) {
            breaker.failed(PASS, now);
        }
        assertThat(breaker.isOpen()).isTrue();
    }

    @Nested
    class Opens {

        @ParameterizedTest(name = "after {0}: {1}")
        @CsvSource({
            "ffff, false",
            "fffff, true",
            "ffffs, false",
            "ffffsf, false",
            "ffffsff, true",
            "ffffssssssssssssffff, false",
            "sssssssssssssssssssssssssfffff, true",
            "sfsfsfsfsfsfsfsf, true",
            "ssfssfssfssfssfssfssfssfssfssfssfssfssfssfssf, true",
            "sssfsssfsssfsssfsssfsssfsssfsssfsssfsssfsssfsssfsssfsssfsssfsssf, false",
        })
        void afterFiveFailuresInARowOrMoreThanOneInFourForAWhile(String outcomes, boolean open) {
            for (char outcome : outcomes.toCharArray()) {
                if (outcome == 'f') {
                    breaker.failed(PASS, now);
                } else {
                    breaker.succeeded(PASS);
                }
            }
            assertThat(breaker.isOpen()).isEqualTo(open);
        }

        @Test
        void andSaysSoOnce() {
            for (int i = 0; i < 4; i++) {
                assertThat(breaker.failed(PASS, now)).isFalse();
            }
            assertThat(breaker.failed(PASS, now)).isTrue();
            assertThat(breaker.failed(PASS, now)).isFalse();
        }
    }

    @Nested
    class WhenOpen {

        @Test
        void letsNothingPassForAPause() {
            open();
            assertThat(breaker.permit(now)).isEqualTo(NONE);
            assertThat(breaker.untilNextCall(now)).isEqualTo(PAUSE);
            now += PAUSE - 1;
            assertThat(breaker.permit(now)).isEqualTo(NONE);
            assertThat(breaker.untilNextCall(now)).isEqualTo(1);
        }

        @Test
        void thenLetsOneProbePassWhileTheOthersDoWithout() {
            open();
            now += PAUSE;
            assertThat(breaker.untilNextCall(now)).isZero();
            assertThat(breaker.permit(now)).isEqualTo(PROBE);
            assertThat(breaker.permit(now)).isEqualTo(NONE);
            assertThat(breaker.untilNextCall(now)).isEqualTo(PAUSE);
        }

        @Test
        void stillDoesAfterAProbeThatFails() {
            open();
            now += PAUSE;
            breaker.permit(now);
            assertThat(breaker.failed(PROBE, now)).isFalse();

            assertThat(breaker.permit(now)).isEqualTo(NONE);
            now += PAUSE;
            assertThat(breaker.permit(now)).isEqualTo(PROBE);
        }

        @Test
        void sendsTheNextProbeEvenIfNothingIsHeardOfTheLast() {
            open();
            now += PAUSE;
            breaker.permit(now);
            now += PAUSE;
            assertThat(breaker.permit(now)).isEqualTo(PROBE);
        }

        @Test
        void closesWithTheFirstProbeThatSucceedsAndForgetsTheFailures() {
            open();
            now += PAUSE;
            breaker.permit(now);

            assertThat(breaker.succeeded(PROBE)).isTrue();
            assertThat(breaker.permit(now)).isEqualTo(PASS);
            assertThat(breaker.untilNextCall(now)).isZero();
            for (int i = 0; i < 4; i++) {
                breaker.failed(PASS, now);
            }
            assertThat(breaker.isOpen()).isFalse();
        }

        @Test
        void ignoresWhatWasSentBefore() {
            open();
            assertThat(breaker.succeeded(PASS)).isFalse();
            assertThat(breaker.failed(PASS, now + PAUSE - 1)).isFalse();

            assertThat(breaker.isOpen()).isTrue();
            assertThat(breaker.permit(now + PAUSE)).isEqualTo(PROBE);
        }
    }

    @Nested
    class UnderManyThreads {

        @Test
        void letsExactlyOneProbePassEachPause() throws Exception {
            open();
            AtomicInteger probes = new AtomicInteger();
            AtomicLong clock = new AtomicLong(now);
            for (int pause = 1; pause <= 20; pause++) {
                clock.addAndGet(PAUSE);
                InParallel.run(64, thread -> {
                    for (int i = 0; i < 100; i++) {
                        Permit permit = breaker.permit(clock.get());
                        assertThat(permit).isNotEqualTo(PASS);
                        if (permit == PROBE) {
                            probes.incrementAndGet();
                        }
                    }
                });
                assertThat(probes).hasValue(pause);
            }
        }

        @Test
        void opensAndClosesOnceAnOutage() throws Exception {
            AtomicLong clock = new AtomicLong(now);
            for (int outage = 0; outage < 20; outage++) {
                AtomicInteger opened = new AtomicInteger();
                InParallel.run(64, thread -> {
                    for (int i = 0; i < 50; i++) {
                        if (breaker.failed(breaker.permit(clock.get()), clock.get())) {
                            opened.incrementAndGet();
                        }
                    }
                });
                assertThat(opened).hasValue(1);

                clock.addAndGet(PAUSE);
                AtomicInteger closed = new AtomicInteger();
                InParallel.run(64, thread -> {
                    for (int i = 0; i < 50; i++) {
                        Permit permit = breaker.permit(clock.get());
                        if (permit != NONE && breaker.succeeded(permit)) {
                            closed.incrementAndGet();
                        }
                    }
                });
                assertThat(closed).hasValue(1);
                assertThat(breaker.isOpen()).isFalse();
            }
        }
    }
}

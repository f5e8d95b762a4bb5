package io.github.limiter.spring.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.guard.RejectedException;
import io.github.limiter.spring.Applications;
import io.github.limiter.time.ManualTime;
import io.github.limiter.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** One call at a time: the next one passes as soon as the one before has ended, however it ended. The clock stands still. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ConcurrentCallTests {

    static class Reports {

        @RateLimit(dimension = "global", algorithm = "concurrency", limit = 1, window = "30s")
        public String returning() {
            return "done";
        }

        @RateLimit(
                name = "reports-returning",
                dimension = "global",
                algorithm = "concurrency",
                limit = 1,
                window = "30s")
        public String during(Runnable work) {
            work.run();
            return "done";
        }

        @RateLimit(dimension = "global", algorithm = "concurrency", limit = 1, window = "30s")
        public String throwing() {
            throw new IllegalStateException("broken");
        }

        @RateLimit(dimension = "global", algorithm = "concurrency", limit = 1, window = "30s")
        public CompletableFuture<String> future(CompletableFuture<String> answer) {
            return answer;
        }

        @RateLimit(dimension = "global", algorithm = "concurrency", limit = 1, window = "30s")
        public CompletableFuture<String> futureThrowing() {
            throw new IllegalStateException("broken");
        }

        @RateLimit(dimension = "global", algorithm = "concurrency", limit = 1, window = "30s")
        public Mono<String> mono(Mono<String> answer) {
            return answer;
        }

        @RateLimit(dimension = "global", algorithm = "concurrency", limit = 1, window = "30s")
        public Flux<Integer> flux(Flux<Integer> answer) {
            return answer;
        }

        @RateLimit(dimension = "global", algorithm = "concurrency", limit = 1, window = "30s", fallback = "cached")
        public String withFallback(Runnable work) {
            work.run();
            return "fresh";
        }

        String cached(Runnable work) {
            return "cached";
        }
    }

    @Test
    void oneThatReturns() {
        run((reports, time) -> {
            for (int i = 0; i < 3; i++) {
                assertThat(reports.returning()).isEqualTo("done");
            }
        });
    }

    @Test
    void oneThatThrows() {
        run((reports, time) -> {
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(reports::throwing).isInstanceOf(IllegalStateException.class);
            }
        });
    }

    @Test
    void anotherIsRefusedMeanwhileAndToldToComeBackSoon() {
        run((reports, time) -> {
            reports.during(() -> assertThatThrownBy(reports::returning)
                    .isInstanceOfSatisfying(
                            RejectedException.class,
                            refusal ->
                                    assertThat(refusal.decision().retryAfter()).isEqualTo(Duration.ofSeconds(1))));
            assertThat(reports.returning()).isEqualTo("done");
        });
    }

    @Test
    void aRefusedOneThatAFallbackAnswersFreesNothing() {
        run((reports, time) -> reports.withFallback(() -> {
            assertThat(reports.withFallback(() -> {})).isEqualTo("cached");
            assertThat(reports.withFallback(() -> {})).isEqualTo("cached");
        }));
    }

    @Test
    void aFutureEndsWhenItIsComplete() {
        run((reports, time) -> {
            CompletableFuture<String> answer = new CompletableFuture<>();
            CompletableFuture<String> first = reports.future(answer);
            assertThat(reports.future(new CompletableFuture<>())).isCompletedExceptionally();

            answer.complete("done");

            assertThat(first).isCompletedWithValue("done");
            assertThat(reports.future(CompletableFuture.completedFuture("next")))
                    .isCompletedWithValue("next");
        });
    }

    @Test
    void aFutureEndsWhenItFailsOrIsCancelledOrIsNeverMade() {
        run((reports, time) -> {
            reports.future(CompletableFuture.failedFuture(new IllegalStateException()));
            CompletableFuture<String> cancelled = new CompletableFuture<>();
            reports.future(cancelled);
            cancelled.cancel(false);

            assertThat(reports.future(CompletableFuture.completedFuture("next")))
                    .isCompletedWithValue("next");
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(reports::futureThrowing).isInstanceOf(IllegalStateException.class);
            }
        });
    }

    @Test
    void aSubscriptionEndsByItsLastSignal() {
        run((reports, time) -> {
            Sinks.One<String> answer = Sinks.one();
            reports.mono(answer.asMono()).subscribe();
            assertThatThrownBy(() -> reports.mono(Mono.just("other")).block()).isInstanceOf(RejectedException.class);

            answer.tryEmitValue("done");

            assertThat(reports.mono(Mono.just("next")).block()).isEqualTo("next");
            assertThat(reports.mono(Mono.empty()).block()).isNull();
            assertThatThrownBy(() -> reports.mono(Mono.error(new IllegalStateException()))
                            .block())
                    .isInstanceOf(IllegalStateException.class);
            assertThat(reports.mono(Mono.just("last")).block()).isEqualTo("last");
        });
    }

    @Test
    void aSubscriptionEndsByBeingCancelled() {
        run((reports, time) -> {
            Disposable mono = reports.mono(Mono.never()).subscribe();
            mono.dispose();
            Disposable flux = reports.flux(Flux.never()).subscribe();
            flux.dispose();

            assertThat(reports.mono(Mono.just("next")).block()).isEqualTo("next");
            assertThat(reports.flux(Flux.just(1, 2, 3)).take(1).blockLast()).isEqualTo(1);
            assertThat(reports.flux(Flux.just(1, 2, 3)).collectList().block()).containsExactly(1, 2, 3);
        });
    }

    @Test
    void oneThatNobodyEndsEndsAfterItsWindow() {
        run((reports, time) -> {
            reports.future(new CompletableFuture<>());
            time.advance(Duration.ofSeconds(30).minusNanos(1_000));
            assertThat(reports.future(new CompletableFuture<>())).isCompletedExceptionally();

            time.advanceMicros(1);

            assertThat(reports.future(CompletableFuture.completedFuture("next")))
                    .isCompletedWithValue("next");
        });
    }

    private static void run(BiConsumer<Reports, ManualTime> test) {
        Applications.with(Reports.class)
                .run(context ->
                        test.accept(context.getBean(Reports.class), (ManualTime) context.getBean(TimeSource.class)));
    }
}

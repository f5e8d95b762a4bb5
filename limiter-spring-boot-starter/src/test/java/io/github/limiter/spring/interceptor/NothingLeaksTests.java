package io.github.limiter.spring.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.spring.Applications;
import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ApplicationContext;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Whoever goes before his departure takes nothing with him: neither a place, nor a waiter, nor a permit, nor a lease. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class NothingLeaksTests {

    private static final int ROUNDS = 500;
    private static final Duration STEP = Duration.ofMillis(100);

    /** Ten departures a second, and no more calls under way than the largest crowd. */
    @RateLimit(
            name = "exports",
            dimension = "global",
            algorithm = "leaky-bucket",
            limit = 10,
            window = "1s",
            maxWait = "10m")
    @RateLimit(name = "exporting", dimension = "global", algorithm = "concurrency", limit = ROUNDS, window = "10m")
    static class Exports {

        public Mono<String> mono() {
            return Mono.just("done");
        }

        public Flux<String> flux() {
            return Flux.just("done");
        }

        public CompletableFuture<String> future() {
            return CompletableFuture.completedFuture("done");
        }

        public String blocking() {
            return "done";
        }
    }

    /** Begins to wait; what is answered ends that. */
    private static Runnable waiter(Exports exports, String kind) {
        return switch (kind) {
            case "mono" -> exports.mono().subscribe()::dispose;
            case "flux" -> exports.flux().subscribe()::dispose;
            default -> {
                CompletableFuture<String> answer = exports.future();
                yield () -> answer.cancel(true);
            }
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"mono", "flux", "future"})
    void whoCancels(String kind) {
        Applications.with(Exports.class).run(context -> {
            Exports exports = context.getBean(Exports.class);
            assertThat(exports.blocking()).isEqualTo("done");
            for (int round = 0; round < ROUNDS; round++) {
                Runnable cancel = waiter(exports, kind);
                assertThat(time(context).delays()).isEqualTo(1);
                cancel.run();
            }
            assertNothingIsLeft(context);
        });
    }

    @Test
    void crowdThatCancelsFromItsEnd() {
        Applications.with(Exports.class).run(context -> {
            Exports exports = context.getBean(Exports.class);
            exports.blocking();
            List<Disposable> crowd = new ArrayList<>();
            for (int i = 0; i < ROUNDS; i++) {
                crowd.add(exports.mono().subscribe());
            }
            assertThat(time(context).delays()).isEqualTo(ROUNDS);
            for (int i = ROUNDS - 1; i >= 0; i--) {
                crowd.get(i).dispose();
            }
            assertNothingIsLeft(context);
        });
    }

    @Test
    void whoRunsOutOfTime() {
        Applications.with(Exports.class).run(context -> {
            Exports exports = context.getBean(Exports.class);
            exports.blocking();
            for (int round = 0; round < 50; round++) {
                assertThat(exports.mono()
                                .timeout(Duration.ofMillis(1))
                                .onErrorReturn("late")
                                .block())
                        .isEqualTo("late");
            }
            assertNothingIsLeft(context);
        });
    }

    @Test
    void whoIsInterrupted() {
        Applications.with(Exports.class).run(context -> {
            Exports exports = context.getBean(Exports.class);
            exports.blocking();
            for (int round = 0; round < 50; round++) {
                Thread caller = new Thread(exports::blocking);
                caller.setUncaughtExceptionHandler((thread, cancelled) -> {});
                caller.start();
                time(context).awaitSleepers(1);
                caller.interrupt();
                caller.join();
            }
            assertNothingIsLeft(context);
        });
    }

    /** The next one departs as if nobody had waited, and all leases are free. */
    private static void assertNothingIsLeft(ApplicationContext context) {
        assertThat(time(context).delays()).isZero();
        assertThat(time(context).sleepers()).isZero();
        CompletableFuture<String> next = context.getBean(Exports.class).mono().toFuture();
        assertThat(next).isNotDone();
        time(context).advance(STEP);
        assertThat(next).succeedsWithin(Duration.ofSeconds(20)).isEqualTo("done");
        Exports exports = context.getBean(Exports.class);
        List<Disposable> crowd =
                Stream.generate(() -> exports.mono().subscribe()).limit(ROUNDS).toList();
        assertThat(time(context).delays()).isEqualTo(ROUNDS);
        crowd.forEach(Disposable::dispose);
    }

    private static ManualTime time(ApplicationContext context) {
        return context.getBean(ManualTime.class);
    }
}

package io.github.limiter.spring.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.guard.RejectedException;
import io.github.limiter.spring.Applications;
import io.github.limiter.spring.BlockingWatch;
import io.github.limiter.spring.LateStore;
import io.github.limiter.spring.autoconfigure.LimiterAutoConfiguration;
import io.github.limiter.store.LimiterStore;
import io.github.limiter.store.MemoryStore;
import io.github.limiter.store.redis.TestRedis;
import io.github.limiter.time.TimeSource;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import reactor.blockhound.BlockingOperationError;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Calls on threads that must not block, watched by an agent that fails those that do; on the real clock. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class NonBlockingCallTests {

    /** Where the counts are. */
    enum Counts {
        IN_MEMORY {
            @Override
            ApplicationContextRunner in(ApplicationContextRunner application) {
                return application;
            }
        },
        FAR_AWAY {
            @Override
            ApplicationContextRunner in(ApplicationContextRunner application) {
                return application.withUserConfiguration(FarAway.class);
            }
        },
        ON_REDIS {
            @Override
            ApplicationContextRunner in(ApplicationContextRunner application) {
                return application
                        .withConfiguration(AutoConfigurations.of(Applications.bootsRedis()))
                        .withPropertyValues(
                                "spring.data.redis.url=" + TestRedis.uri(),
                                "limiter.redis.key-prefix=" + TestRedis.newPrefix(),
                                "limiter.redis.deadline=5s");
            }
        };

        abstract ApplicationContextRunner in(ApplicationContextRunner application);
    }

    static class FarAway {

        @Bean
        LimiterStore store(TimeSource time) {
            return new LateStore(new MemoryStore(100, time));
        }
    }

    static class Offers {

        @RateLimit(dimension = "global", limit = 2, window = "24h")
        public Mono<String> best() {
            return Mono.fromSupplier(() -> Thread.currentThread().getName());
        }

        @RateLimit(dimension = "global", limit = 2, window = "24h", fallback = "cached")
        public Mono<String> fresh() {
            return Mono.just("fresh");
        }

        Mono<String> cached() {
            return Mono.just("cached");
        }

        @RateLimit(dimension = "global", algorithm = "leaky-bucket", limit = 200, window = "1s", maxWait = "20s")
        public Mono<String> slow() {
            return Mono.fromSupplier(() -> Thread.currentThread().getName());
        }

        @RateLimit(dimension = "global", limit = 2, window = "24h")
        public Mono<String> blocking() {
            return Mono.fromCallable(() -> {
                Thread.sleep(1);
                return "slept";
            });
        }
    }

    @BeforeAll
    static void watch() {
        BlockingWatch.begin();
    }

    @ParameterizedTest
    @EnumSource
    void watchNoticesAMethodThatBlocks(Counts counts) {
        run(
                counts,
                offers -> assertThatThrownBy(onAThreadThatMustNotBlock(offers::blocking)::block)
                        .hasCauseInstanceOf(BlockingOperationError.class));
    }

    @ParameterizedTest
    @EnumSource
    void admittedAndRefusedCallsDoNotBlock(Counts counts) {
        run(counts, offers -> {
            Mono<String> best = onAThreadThatMustNotBlock(offers::best);
            assertThat(best.block()).startsWith("parallel");
            assertThat(best.block()).startsWith("parallel");
            assertThatThrownBy(best::block).isInstanceOf(RejectedException.class);
        });
    }

    @ParameterizedTest
    @EnumSource
    void callsThatAFallbackAnswersDoNotBlock(Counts counts) {
        run(
                counts,
                offers -> assertThat(onAThreadThatMustNotBlock(offers::fresh)
                                .repeat(2)
                                .collectList()
                                .block())
                        .containsExactly("fresh", "fresh", "cached"));
    }

    @ParameterizedTest
    @EnumSource
    void crowdThatWaitsForItsDepartureDoesNotBlock(Counts counts) {
        run(counts, offers -> {
            long start = System.nanoTime();
            assertThat(Flux.range(0, 41)
                            .flatMap(i -> onAThreadThatMustNotBlock(offers::slow), 41)
                            .collectList()
                            .block())
                    .hasSize(41)
                    .allMatch(thread -> thread.startsWith("parallel"));
            assertThat(System.nanoTime() - start).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(150));
        });
    }

    private static Mono<String> onAThreadThatMustNotBlock(Supplier<Mono<String>> call) {
        return Mono.defer(call).subscribeOn(Schedulers.parallel());
    }

    private static void run(Counts counts, Consumer<Offers> test) {
        counts.in(new ApplicationContextRunner())
                .withConfiguration(AutoConfigurations.of(LimiterAutoConfiguration.class))
                .withBean(Offers.class)
                .run(context -> test.accept(context.getBean(Offers.class)));
    }
}

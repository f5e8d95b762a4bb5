package io.github.limiter.spring.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.guard.Decision;
import io.github.limiter.guard.RejectedException;
import io.github.limiter.spring.Applications;
import io.github.limiter.spring.LateStore;
import io.github.limiter.spring.Observed;
import io.github.limiter.store.LimiterStore;
import io.github.limiter.store.MemoryStore;
import io.github.limiter.time.ManualTime;
import io.github.limiter.time.TimeSource;
import io.micrometer.observation.Observation;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactivestreams.Publisher;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.EnableAspectJAutoProxy;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

/** Methods that answer with a publisher: two calls a minute, or ten departures a second. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ReactiveCallTests {

    static class Offers {

        private final AtomicInteger calls = new AtomicInteger();
        private volatile String thread = "";

        int calls() {
            return calls.get();
        }

        String thread() {
            return thread;
        }

        @RateLimit(dimension = "global", limit = 2, window = "1m")
        public Mono<String> best() {
            thread = Thread.currentThread().getName();
            return Mono.just("best " + calls.incrementAndGet());
        }

        @RateLimit(dimension = "global", limit = 2, window = "1m")
        public Flux<Integer> all() {
            calls.incrementAndGet();
            return Flux.just(1, 2, 3);
        }

        @RateLimit(dimension = "global", limit = 2, window = "1m")
        public Publisher<Integer> any() {
            calls.incrementAndGet();
            return Flux.just(1, 2, 3);
        }

        @RateLimit(dimension = "global", limit = 2, window = "1m")
        public Mono<String> failing() {
            return Mono.error(new IllegalStateException("call " + calls.incrementAndGet()));
        }

        @RateLimit(dimension = "global", limit = 2, window = "1m", key = "#customer", fallback = "cached")
        public Mono<String> of(String customer) {
            return Mono.just("fresh for " + customer);
        }

        Mono<String> cached(String customer, Decision decision) {
            return Mono.just("cached for " + customer + ", " + decision.outcome());
        }

        @RateLimit(dimension = "global", limit = 2, window = "1m", fallback = "none")
        public Flux<Integer> some() {
            return Flux.just(1, 2, 3);
        }

        Flux<Integer> none() {
            return Flux.just(0);
        }

        @RateLimit(dimension = "global", algorithm = "leaky-bucket", limit = 10, window = "1s", maxWait = "5s")
        public Mono<String> slow() {
            thread = Thread.currentThread().getName();
            return Mono.just("slow " + calls.incrementAndGet());
        }

        @RateLimit(dimension = "global", algorithm = "leaky-bucket", limit = 10, window = "1s", maxWait = "5s")
        public Mono<String> traced() {
            return Mono.deferContextual(context -> {
                Observation observation = context.get(ObservationThreadLocalAccessor.KEY);
                return Mono.just(String.valueOf(observation.getContext().getName()));
            });
        }
    }

    @Nested
    class Subscription {

        @Test
        void nothingIsChargedNorRunBeforeIt() {
            run(offers -> {
                Mono<String> first = offers.best();
                offers.best();
                offers.best();

                assertThat(offers.calls()).isEqualTo(0);
                assertThat(first.block()).isEqualTo("best 1");
            });
        }

        @Test
        void refusalIsAnErrorSignalAndTheMethodDoesNotRun() {
            run(offers -> {
                StepVerifier.create(offers.best()).expectNext("best 1").verifyComplete();
                StepVerifier.create(offers.best()).expectNext("best 2").verifyComplete();
                StepVerifier.create(offers.best()).verifyError(RejectedException.class);
                assertThat(offers.calls()).isEqualTo(2);
            });
        }

        @Test
        void streamIsOneCallWhateverItsLength() {
            run(offers -> {
                StepVerifier.create(offers.all()).expectNext(1, 2, 3).verifyComplete();
                StepVerifier.create(offers.all()).expectNext(1, 2, 3).verifyComplete();
                StepVerifier.create(offers.all()).verifyError(RejectedException.class);
            });
        }

        @Test
        void publisherOfUnknownKindIsAStream() {
            run(offers -> {
                StepVerifier.create(offers.any()).expectNext(1, 2, 3).verifyComplete();
                StepVerifier.create(offers.any()).expectNext(1, 2, 3).verifyComplete();
                StepVerifier.create(offers.any()).verifyError(RejectedException.class);
            });
        }

        @Test
        void retryIsChargedAgain() {
            run(offers -> {
                StepVerifier.create(offers.failing().retry(1)).verifyErrorMessage("call 2");
                StepVerifier.create(offers.failing()).verifyError(RejectedException.class);
                assertThat(offers.calls()).isEqualTo(2);
            });
        }

        @Test
        void repetitionIsChargedAgain() {
            run(offers -> StepVerifier.create(offers.best().repeat(2))
                    .expectNext("best 1", "best 2")
                    .verifyError(RejectedException.class));
        }
    }

    @Nested
    class InThePlaceOfARefusal {

        @Test
        void fallbackAnswersWithItsPublisher() {
            run(offers -> {
                assertThat(offers.of("carol").block()).isEqualTo("fresh for carol");
                assertThat(offers.of("carol").block()).isEqualTo("fresh for carol");
                assertThat(offers.of("carol").block()).isEqualTo("cached for carol, LIMITED");
                assertThat(offers.of("dave").block()).isEqualTo("fresh for dave");
            });
        }

        @Test
        void fallbackOfAStreamIsAStream() {
            run(offers -> {
                offers.some().blockLast();
                offers.some().blockLast();
                assertThat(offers.some().collectList().block()).containsExactly(0);
            });
        }
    }

    @Nested
    class Waiting {

        @Test
        void holdsNoThreadAndGoesOnElsewhereThanOnTheClock() {
            run((offers, context) -> {
                ManualTime time = context.getBean(ManualTime.class);
                assertThat(offers.slow().block()).isEqualTo("slow 1");
                List<String> answers = new ArrayList<>();
                StepVerifier.create(offers.slow().doOnNext(answers::add))
                        .expectSubscription()
                        .then(() -> assertThat(time.delays()).isEqualTo(1))
                        .then(() -> assertThat(time.sleepers()).isZero())
                        .then(() -> time.advance(Duration.ofMillis(100)))
                        .expectNext("slow 2")
                        .verifyComplete();
                assertThat(offers.thread()).startsWith("boundedElastic");
            });
        }

        @Test
        void keepsWhatIsTraced() {
            run((offers, context) -> {
                Mono<String> traced = offers.traced()
                        .contextWrite(written -> written.put(
                                ObservationThreadLocalAccessor.KEY, Observation.start("offers", Observed.REGISTRY)));
                assertThat(traced.block()).isEqualTo("offers");
                StepVerifier.create(traced)
                        .expectSubscription()
                        .then(() -> context.getBean(ManualTime.class).advance(Duration.ofMillis(100)))
                        .expectNext("offers")
                        .verifyComplete();
            });
        }

        @Test
        void onANonBlockingThreadGoesOnOnOne() {
            run((offers, context) -> {
                offers.slow().block();
                StepVerifier.create(Mono.defer(offers::slow).subscribeOn(Schedulers.parallel()))
                        .then(() -> awaitDelays(context, 1))
                        .then(() -> context.getBean(ManualTime.class).advance(Duration.ofMillis(100)))
                        .expectNext("slow 2")
                        .verifyComplete();
                assertThat(offers.thread()).startsWith("parallel");
            });
        }

        @Test
        void whoCancelsGivesBackHisPlace() {
            run((offers, context) -> {
                ManualTime time = context.getBean(ManualTime.class);
                offers.slow().block();
                Disposable waiter = offers.slow().subscribe();

                waiter.dispose();

                assertThat(time.delays()).isZero();
                StepVerifier.create(offers.slow())
                        .then(() -> time.advance(Duration.ofMillis(100)))
                        .expectNext("slow 2")
                        .verifyComplete();
            });
        }

        @Test
        void whoRunsOutOfTimeGivesBackHisPlace() {
            run((offers, context) -> {
                ManualTime time = context.getBean(ManualTime.class);
                offers.slow().block();

                StepVerifier.create(offers.slow().timeout(Duration.ofMillis(20)))
                        .verifyError(TimeoutException.class);

                assertThat(time.delays()).isZero();
                assertThat(offers.calls()).isEqualTo(1);
            });
        }
    }

    @Nested
    class StoreOverTheNetwork {

        @Test
        void isWaitedForWhereTheThreadCanBeSparedAndTheMethodRunsOnIt() {
            late((offers, store) -> {
                assertThat(offers.best().block()).isEqualTo("best 1");
                assertThat(offers.thread()).isEqualTo(Thread.currentThread().getName());
            });
        }

        @Test
        void isNotWaitedForOnANonBlockingThreadAndTheMethodRunsOnAnother() {
            late((offers, store) -> {
                Mono.defer(offers::best).subscribeOn(Schedulers.parallel()).block();
                assertThat(offers.thread()).startsWith("parallel");
                StepVerifier.create(Flux.range(0, 2)
                                .publishOn(Schedulers.parallel())
                                .concatMap(i -> offers.best()))
                        .expectNext("best 2")
                        .verifyError(RejectedException.class);
            });
        }

        @Test
        void whoIsGoneBeforeItAnswersGivesBack() {
            late((offers, store) -> {
                store.hold();
                Disposable caller = Mono.defer(offers::best)
                        .subscribeOn(Schedulers.parallel())
                        .subscribe();
                Applications.await(() -> store.held() == 1);

                caller.dispose();
                store.release();

                Applications.await(() -> store.givenBack() == 1);
                assertThat(offers.calls()).isEqualTo(0);
                assertThat(offers.best().block()).isEqualTo("best 1");
                assertThat(offers.best().block()).isEqualTo("best 2");
            });
        }

        @Test
        void whoIsGoneAsTheDecisionChangesThreadsGivesBack() {
            late((offers, store) -> {
                Mono<String> offer = Mono.defer(offers::best).subscribeOn(Schedulers.parallel());

                store.cancelAsItAnswers(offer);

                assertThat(store.givenBack()).isEqualTo(1);
                assertThat(offers.calls()).isEqualTo(0);
                assertThat(offers.best().block()).isEqualTo("best 1");
                assertThat(offers.best().block()).isEqualTo("best 2");
            });
        }
    }

    @Nested
    class OtherAdvice {

        @Test
        void inTheSameProxyFindsTheCallAlthoughItGoesOnLater() {
            Applications.with(Offers.class, Audit.class).run(context -> {
                Offers offers = context.getBean(Offers.class);
                offers.best().block();
                assertThat(context.getBean(Audit.class).seen).containsExactly("best");
            });
        }
    }

    @Aspect
    @EnableAspectJAutoProxy
    static class Audit {

        final List<String> seen = new ArrayList<>();

        @Before("execution(* io.github.limiter.spring.interceptor.ReactiveCallTests.Offers.best(..))")
        void note(org.aspectj.lang.JoinPoint call) {
            seen.add(call.getSignature().getName());
        }
    }

    static class OverTheNetwork {

        @Bean
        LimiterStore store(TimeSource time) {
            return new LateStore(new MemoryStore(100, time));
        }
    }

    @FunctionalInterface
    private interface Case<T> {

        void check(Offers offers, T other) throws Exception;
    }

    private static void run(Consumer<Offers> test) {
        run((offers, context) -> test.accept(offers));
    }

    private static void run(Case<ApplicationContext> test) {
        run(Applications.with(Offers.class), test);
    }

    private static void late(Case<LateStore> test) {
        run(
                Applications.with(Offers.class, OverTheNetwork.class),
                (offers, context) -> test.check(offers, context.getBean(LateStore.class)));
    }

    private static void run(ApplicationContextRunner application, Case<ApplicationContext> test) {
        application.run(context -> test.check(context.getBean(Offers.class), context));
    }

    private static void awaitDelays(ApplicationContext context, int count) {
        Applications.await(() -> context.getBean(ManualTime.class).delays() == count);
    }
}

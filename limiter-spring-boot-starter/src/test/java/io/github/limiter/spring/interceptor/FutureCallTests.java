package io.github.limiter.spring.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.guard.RejectedException;
import io.github.limiter.spring.Applications;
import io.github.limiter.spring.LateStore;
import io.github.limiter.spring.Observed;
import io.github.limiter.store.LimiterStore;
import io.github.limiter.store.MemoryStore;
import io.github.limiter.time.ManualTime;
import io.github.limiter.time.TimeSource;
import io.micrometer.observation.Observation;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskExecutor;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.context.SecurityContextHolder;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Methods that answer with a future: two calls a minute, or ten departures a second. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class FutureCallTests {

    static class Orders {

        private final CompletableFuture<String> unfinished = new CompletableFuture<>();
        private final AtomicInteger calls = new AtomicInteger();
        private volatile String thread = "";
        private volatile String user = "";
        private volatile String observation = "";

        int calls() {
            return calls.get();
        }

        String thread() {
            return thread;
        }

        String user() {
            return user;
        }

        String observation() {
            return observation;
        }

        CompletableFuture<String> unfinished() {
            return unfinished;
        }

        @RateLimit(dimension = "global", limit = 2, window = "1m")
        public CompletableFuture<String> place() {
            thread = Thread.currentThread().getName();
            return CompletableFuture.completedFuture("order " + calls.incrementAndGet());
        }

        @RateLimit(dimension = "global", limit = 1, window = "1m", fallback = "later")
        public CompletionStage<String> quick() {
            return CompletableFuture.completedFuture("now");
        }

        CompletionStage<String> later() {
            return CompletableFuture.completedFuture("later");
        }

        @RateLimit(dimension = "global", algorithm = "leaky-bucket", limit = 10, window = "1s", maxWait = "5s")
        public CompletableFuture<String> ship() {
            thread = Thread.currentThread().getName();
            var authentication = SecurityContextHolder.getContext().getAuthentication();
            user = authentication == null ? "nobody" : authentication.getName();
            observation = Observed.current();
            return CompletableFuture.completedFuture("parcel " + calls.incrementAndGet());
        }

        @RateLimit(dimension = "global", algorithm = "leaky-bucket", limit = 10, window = "1s", maxWait = "5s")
        public CompletableFuture<String> pack() {
            return calls.incrementAndGet() == 1 ? CompletableFuture.completedFuture("packed") : unfinished;
        }

        @RateLimit(dimension = "global", algorithm = "leaky-bucket", limit = 10, window = "1s", maxWait = "5s")
        public CompletableFuture<String> lose() {
            if (calls.incrementAndGet() > 1) {
                throw new IllegalStateException("lost");
            }
            return CompletableFuture.completedFuture("not yet");
        }

        @RateLimit(dimension = "global", algorithm = "leaky-bucket", limit = 10, window = "1s", maxWait = "5s")
        public Future<String> count() {
            FutureTask<String> task = new FutureTask<>(() -> "count " + calls.incrementAndGet());
            task.run();
            return task;
        }

        @RateLimit(
                name = "ovens-pace",
                dimension = "global",
                algorithm = "leaky-bucket",
                limit = 10,
                window = "1s",
                maxWait = "5s")
        @RateLimit(name = "ovens", dimension = "global", algorithm = "concurrency", limit = 2, window = "10m")
        public CompletableFuture<String> bake() {
            return CompletableFuture.completedFuture("loaf " + calls.incrementAndGet());
        }

        @RateLimit(dimension = "global", limit = 2, window = "1m")
        public String plain() {
            return "plain";
        }
    }

    static class Executors {

        @Bean
        SimpleAsyncTaskExecutor applicationTaskExecutor() {
            return new SimpleAsyncTaskExecutor("orders-");
        }
    }

    /** Takes nothing on, or runs it when the test says so. */
    static final class Busy implements TaskExecutor {

        private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
        private volatile boolean full;

        @Override
        public void execute(Runnable task) {
            if (full) {
                throw new TaskRejectedException("no thread is free");
            }
            tasks.add(task);
        }

        void runAll() {
            for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                task.run();
            }
        }
    }

    static class BusyExecutors {

        @Bean
        Busy applicationTaskExecutor() {
            return new Busy();
        }
    }

    static class OverTheNetwork {

        @Bean
        LimiterStore store(TimeSource time) {
            return new LateStore(new MemoryStore(100, time));
        }
    }

    @Test
    void admittedCallRunsOnTheCallersThread() {
        run((orders, context) -> {
            assertThat(orders.place()).isCompletedWithValue("order 1");
            assertThat(orders.thread()).isEqualTo(Thread.currentThread().getName());
        });
    }

    @Test
    void refusalFailsTheFutureAndTheMethodDoesNotRun() {
        run((orders, context) -> {
            orders.place();
            orders.place();

            CompletableFuture<String> refused = orders.place();

            assertThatThrownBy(refused::join).hasCauseInstanceOf(RejectedException.class);
            assertThat(orders.calls()).isEqualTo(2);
        });
    }

    @Test
    void fallbackAnswersWithItsFuture() {
        run((orders, context) -> {
            assertThat(orders.quick().toCompletableFuture()).isCompletedWithValue("now");
            assertThat(orders.quick().toCompletableFuture()).isCompletedWithValue("later");
        });
    }

    @Nested
    class Waiting {

        @Test
        void holdsNoThreadAndGoesOnOnTheApplicationsExecutor() {
            run((orders, context) -> {
                ManualTime time = context.getBean(ManualTime.class);
                assertThat(orders.ship()).isCompletedWithValue("parcel 1");

                CompletableFuture<String> second = orders.ship();

                assertThat(second).isNotDone();
                assertThat(time.sleepers()).isZero();
                time.advance(Duration.ofMillis(100));
                assertThat(second.join()).isEqualTo("parcel 2");
                assertThat(orders.thread()).startsWith("orders-");
            });
        }

        @Test
        void whoCancelsGivesBackHisPlaceAndTheMethodDoesNotRun() {
            run((orders, context) -> {
                ManualTime time = context.getBean(ManualTime.class);
                orders.ship();

                orders.ship().cancel(true);

                assertThat(time.delays()).isZero();
                CompletableFuture<String> next = orders.ship();
                time.advance(Duration.ofMillis(100));
                assertThat(next.join()).isEqualTo("parcel 2");
            });
        }

        @Test
        void whoCancelsLaterCancelsWhatTheMethodReturned() {
            run((orders, context) -> {
                orders.pack();
                CompletableFuture<String> second = orders.pack();
                context.getBean(ManualTime.class).advance(Duration.ofMillis(100));
                Applications.await(() -> orders.calls() == 2);

                second.cancel(true);

                Applications.await(() -> orders.unfinished().isCancelled());
            });
        }

        @Test
        void whatTheMethodThrowsFailsTheFuture() {
            run((orders, context) -> {
                orders.lose();
                CompletableFuture<String> second = orders.lose();
                context.getBean(ManualTime.class).advance(Duration.ofMillis(100));

                assertThatThrownBy(second::join).hasRootCauseMessage("lost");
            });
        }

        @Test
        void futureOfTheOldKindIsWaitedForOnTheExecutor() {
            run((orders, context) -> {
                assertThat(orders.count().get()).isEqualTo("count 1");
                Future<String> second = orders.count();
                context.getBean(ManualTime.class).advance(Duration.ofMillis(100));

                assertThat(second.get()).isEqualTo("count 2");
            });
        }

        @Test
        void keepsWhoIsLoggedIn() {
            run((orders, context) -> {
                SecurityContextHolder.getContext()
                        .setAuthentication(UsernamePasswordAuthenticationToken.authenticated("carol", "", null));
                try {
                    orders.ship();
                    CompletableFuture<String> second = orders.ship();
                    context.getBean(ManualTime.class).advance(Duration.ofMillis(100));
                    second.join();
                } finally {
                    SecurityContextHolder.clearContext();
                }
                assertThat(orders.thread()).startsWith("orders-");
                assertThat(orders.user()).isEqualTo("carol");
            });
        }

        @Test
        void keepsWhatIsTraced() {
            run((orders, context) -> {
                orders.ship();
                assertThat(orders.observation()).isEqualTo("nothing");
                CompletableFuture<String> second = Observation.createNotStarted("shipping", Observed.REGISTRY)
                        .observe(orders::ship);
                context.getBean(ManualTime.class).advance(Duration.ofMillis(100));
                second.join();

                assertThat(orders.thread()).startsWith("orders-");
                assertThat(orders.observation()).isEqualTo("shipping");
                assertThat(Observed.current()).isEqualTo("nothing");
            });
        }
    }

    /** Each holds one of two leases, and has a place in a leaky bucket to wait for: whoever comes first goes at once. */
    @Nested
    class NotRunByTheExecutor {

        private static final int ROUNDS = 5;
        private static final Duration PACE = Duration.ofMillis(100);

        @Test
        void sinceItTakesNothingOnFailsAndLeavesNothingTaken() {
            busy((orders, context) -> {
                context.getBean(Busy.class).full = true;
                for (int round = 1; round <= ROUNDS; round++) {
                    assertThat(orders.bake()).isCompletedWithValue("loaf " + round);
                    CompletableFuture<String> rejected = orders.bake();
                    assertThat(rejected).isNotDone();

                    context.getBean(ManualTime.class).advance(PACE);

                    assertThat(rejected).isCompletedExceptionally();
                    assertThatThrownBy(rejected::join).hasCauseInstanceOf(TaskRejectedException.class);
                }
                assertThat(orders.calls()).isEqualTo(ROUNDS);
            });
        }

        @Test
        void sinceItWasCancelledBeforeItsTurnLeavesNothingTaken() {
            busy((orders, context) -> {
                for (int round = 1; round <= ROUNDS; round++) {
                    assertThat(orders.bake()).isCompletedWithValue("loaf " + round);
                    CompletableFuture<String> departed = orders.bake();
                    context.getBean(ManualTime.class).advance(PACE);
                    assertThat(departed).isNotDone();

                    departed.cancel(true);
                    context.getBean(Busy.class).runAll();
                }
                assertThat(orders.calls()).isEqualTo(ROUNDS);
            });
        }

        private static void busy(Case<ApplicationContext> test) {
            run(Applications.with(Orders.class, BusyExecutors.class), test);
        }
    }

    @Nested
    class StoreOverTheNetwork {

        @Test
        void isWaitedForWhereTheThreadCanBeSparedAndTheMethodRunsOnIt() {
            late((orders, store) -> {
                assertThat(orders.place()).isCompletedWithValue("order 1");
                assertThat(orders.thread()).isEqualTo(Thread.currentThread().getName());
            });
        }

        @Test
        void isNotWaitedForOnANonBlockingThread() {
            late((orders, store) -> {
                CompletableFuture<String> place = new CompletableFuture<>();
                CompletableFuture<Boolean> returned = new CompletableFuture<>();
                store.hold();
                Schedulers.parallel().schedule(() -> {
                    orders.place().thenAccept(place::complete);
                    returned.complete(true);
                });

                assertThat(returned.join()).isTrue();
                assertThat(place).isNotDone();
                store.release();
                assertThat(place.join()).isEqualTo("order 1");
                assertThat(orders.thread()).startsWith("orders-");
            });
        }

        @Test
        void blockingCallOnANonBlockingThreadIsToldWhatToDo() {
            late((orders, store) -> {
                Mono<String> plain = Mono.fromCallable(orders::plain);
                store.hold();

                assertThatThrownBy(
                                () -> plain.subscribeOn(Schedulers.parallel()).block())
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContainingAll("Orders.plain()", "parallel-", "Schedulers.boundedElastic()");
                store.release();
                Applications.await(() -> store.givenBack() == 1);
                assertThat(plain.subscribeOn(Schedulers.boundedElastic()).block())
                        .isEqualTo("plain");
            });
        }
    }

    @Test
    void blockingCallOnANonBlockingThreadIsDecidedInMemory() {
        run((orders, context) -> assertThat(Mono.fromCallable(orders::plain)
                        .subscribeOn(Schedulers.parallel())
                        .block())
                .isEqualTo("plain"));
    }

    @FunctionalInterface
    private interface Case<T> {

        void check(Orders orders, T other) throws Exception;
    }

    private static void run(Case<ApplicationContext> test) {
        run(Applications.with(Orders.class, Executors.class), test);
    }

    private static void late(Case<LateStore> test) {
        run(
                Applications.with(Orders.class, Executors.class, OverTheNetwork.class),
                (orders, context) -> test.check(orders, context.getBean(LateStore.class)));
    }

    private static void run(ApplicationContextRunner application, Case<ApplicationContext> test) {
        application.run(context -> test.check(context.getBean(Orders.class), context));
    }
}

package io.github.limiter.store;

import static io.github.limiter.annotation.Algorithms.FIXED_WINDOW;
import static io.github.limiter.annotation.Algorithms.LEAKY_BUCKET;
import static io.github.limiter.annotation.Algorithms.SLIDING_WINDOW;
import static io.github.limiter.annotation.Algorithms.TOKEN_BUCKET;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.policy.Quota;
import io.github.limiter.subject.Subject;
import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many threads on few keys: not one unit too many, not one lost, no deadlock. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class MemoryStoreConcurrencyTests {

    private static final int THREADS = 64;
    private static final int CALLS = 200;

    private final ManualTime time = new ManualTime(StoreSuite.START);
    private final MemoryStore store = new MemoryStore(10_000, time);
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    /** What a thread does, told its number. */
    private interface Work {
        void run(int thread);
    }

    /** All threads start together. */
    private void onAllThreads(Work work) throws Exception {
        CountDownLatch ready = new CountDownLatch(THREADS);
        List<Future<?>> done = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int thread = i;
            done.add(threads.submit(() -> {
                ready.countDown();
                ready.await();
                work.run(thread);
                return null;
            }));
        }
        for (Future<?> one : done) {
            one.get(50, TimeUnit.SECONDS);
        }
    }

    private List<LimitResult> decide(TestLimit... limits) {
        List<LimitCheck> checks =
                List.of(limits).stream().map(limit -> limit.cost(1)).toList();
        return store.decide(checks).toCompletableFuture().join();
    }

    private long left(TestLimit limit) {
        long left = 0;
        while (decide(limit).get(0).allowed()) {
            left++;
        }
        return left;
    }

    @ParameterizedTest
    @ValueSource(strings = {FIXED_WINDOW, SLIDING_WINDOW, TOKEN_BUCKET})
    void oneKeyAdmitsExactlyItsLimit(String algorithm) throws Exception {
        TestLimit limit = TestLimit.of(algorithm, Quota.of(5_000, Duration.ofHours(1)));
        AtomicInteger admitted = new AtomicInteger();

        onAllThreads(thread -> {
            for (int i = 0; i < CALLS; i++) {
                admitted.addAndGet(decide(limit).get(0).charged() ? 1 : 0);
            }
        });

        assertThat(admitted).hasValue(5_000);
    }

    @Test
    void fromALeakyBucketAllDepartAtTheirOwnTime() throws Exception {
        Quota quota = Quota.of(1, Duration.ofSeconds(1)).withMaxWait(Duration.ofSeconds(4_999));
        TestLimit limit = TestLimit.of(LEAKY_BUCKET, quota);
        List<Long> delays = Collections.synchronizedList(new ArrayList<>());

        onAllThreads(thread -> {
            for (int i = 0; i < CALLS; i++) {
                LimitResult result = decide(limit).get(0);
                if (result.charged()) {
                    delays.add(result.delay());
                }
            }
        });

        assertThat(delays)
                .containsExactlyInAnyOrderElementsOf(IntStream.range(0, 5_000)
                        .mapToObj(second -> second * 1_000_000L)
                        .toList());
    }

    @Test
    void twoKeysInOppositeOrdersAreChargedTogether() throws Exception {
        TestLimit wide = TestLimit.of(SLIDING_WINDOW, Quota.of(4_000, Duration.ofHours(1)))
                .named("wide");
        TestLimit narrow =
                TestLimit.of(FIXED_WINDOW, Quota.of(3_000, Duration.ofHours(1))).named("narrow");
        AtomicInteger admitted = new AtomicInteger();

        onAllThreads(thread -> {
            for (int i = 0; i < CALLS; i++) {
                List<LimitResult> results = thread % 2 == 0 ? decide(wide, narrow) : decide(narrow, wide);
                assertThat(results.get(0).charged()).isEqualTo(results.get(1).charged());
                admitted.addAndGet(results.get(0).charged() ? 1 : 0);
            }
        });

        assertThat(admitted).hasValue(3_000);
        assertThat(left(wide)).isEqualTo(1_000);
    }

    @Test
    void manyKeysInAnyOrderAreChargedWhatWasAdmitted() throws Exception {
        List<TestLimit> limits = IntStream.range(0, 40)
                .mapToObj(i -> TestLimit.of(FIXED_WINDOW, Quota.of(300 + i, Duration.ofHours(1)))
                        .on(Subject.of("user", "user-" + i)))
                .toList();
        List<AtomicInteger> charged =
                limits.stream().map(limit -> new AtomicInteger()).toList();

        onAllThreads(thread -> {
            Random random = new Random(thread);
            List<Integer> order =
                    new ArrayList<>(IntStream.range(0, limits.size()).boxed().toList());
            for (int i = 0; i < CALLS; i++) {
                Collections.shuffle(order, random);
                List<Integer> some = order.subList(0, 2 + random.nextInt(4));
                List<LimitResult> results =
                        decide(some.stream().map(limits::get).toArray(TestLimit[]::new));
                assertThat(results.stream().map(LimitResult::charged).distinct())
                        .as("all or nothing, seed %d", thread)
                        .hasSize(1);
                if (results.get(0).charged()) {
                    some.forEach(limit -> charged.get(limit).incrementAndGet());
                }
            }
        });

        for (int i = 0; i < limits.size(); i++) {
            assertThat(charged.get(i).get() + left(limits.get(i))).isEqualTo(300 + i);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {FIXED_WINDOW, SLIDING_WINDOW, TOKEN_BUCKET})
    void whatIsGivenBackIsThereAgain(String algorithm) throws Exception {
        TestLimit limit = TestLimit.of(algorithm, Quota.of(100, Duration.ofHours(1)));

        onAllThreads(thread -> {
            for (int i = 0; i < CALLS; i++) {
                store.giveBack(decide(limit)).toCompletableFuture().join();
            }
        });

        assertThat(left(limit)).isEqualTo(100);
    }

    @Test
    void aKeyInUseKeepsItsCountUnderAFloodFromOtherThreads() throws Exception {
        MemoryStore small = new MemoryStore(6_400, time);
        TestLimit limit = TestLimit.of(TOKEN_BUCKET, Quota.of(1_000, Duration.ofHours(1)));
        AtomicInteger admitted = new AtomicInteger();

        onAllThreads(thread -> {
            for (int i = 0; i < CALLS; i++) {
                boolean charged = small.decide(List.of(limit.cost(1)))
                        .toCompletableFuture()
                        .join()
                        .get(0)
                        .charged();
                admitted.addAndGet(charged ? 1 : 0);
                for (int j = 0; j < 5; j++) {
                    String madeUp = thread + "-" + i + "-" + j;
                    small.decide(List.of(limit.on(Subject.of("user", madeUp)).cost(1)));
                }
            }
        });

        assertThat(admitted).hasValue(1_000);
        assertThat(small.size()).isEqualTo(6_400);
    }
}

package io.github.limiter.store.resilience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AlarmTests {

    private static final Duration DELAY = Duration.ofMillis(20);

    private static Alarm alarm(Duration delay) {
        return Alarm.onThread("test-alarm", delay);
    }

    @Test
    void doesAllOnOneDaemonThreadAndNotTooSoon() throws Exception {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        List<Long> early = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch done = new CountDownLatch(20_000);
        try (Alarm alarm = alarm(DELAY)) {
            InParallel.run(4, thread -> {
                for (int i = 0; i < 5_000; i++) {
                    long due = System.nanoTime() + DELAY.toNanos();
                    alarm.set(() -> {
                        threads.add(Thread.currentThread());
                        if (System.nanoTime() - due < 0) {
                            early.add(due);
                        }
                        done.countDown();
                    });
                }
            });
            assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(early).isEmpty();
        assertThat(threads).singleElement().satisfies(thread -> {
            assertThat(thread.isDaemon()).isTrue();
            assertThat(thread.getName()).isEqualTo("test-alarm");
        });
    }

    @RepeatedTest(20)
    void goesOffAgainAfterEachRest() throws Exception {
        try (Alarm alarm = alarm(Duration.ofNanos(1))) {
            for (int i = 0; i < 200; i++) {
                CountDownLatch done = new CountDownLatch(1);
                alarm.set(done::countDown);
                assertThat(done.await(20, TimeUnit.SECONDS)).as("alarm %d", i).isTrue();
            }
        }
    }

    @Test
    void doesNotDoWhatWasCalledOff() throws Exception {
        List<String> done = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch last = new CountDownLatch(1);
        try (Alarm alarm = alarm(DELAY)) {
            Runnable callOff = alarm.set(() -> done.add("called off"));
            alarm.set(() -> done.add("kept"));
            alarm.set(last::countDown);
            callOff.run();

            assertThat(last.await(20, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(done).containsExactly("kept");
    }

    @Test
    void keepsNothingOfWhatWasCalledOff() {
        try (Alarm alarm = alarm(Duration.ofHours(1))) {
            WeakReference<Object> answer = calledOff(alarm);
            // Ended by the time-out if it is kept.
            while (answer.get() != null) {
                System.gc();
            }
        }
    }

    private static WeakReference<Object> calledOff(Alarm alarm) {
        Object answer = new Object();
        alarm.set(answer::notifyAll).run();
        return new WeakReference<>(answer);
    }

    @Test
    void goesOnAfterAnActionThatFails() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        try (Alarm alarm = alarm(DELAY)) {
            alarm.set(() -> {
                throw new IllegalStateException("of an action");
            });
            alarm.set(done::countDown);

            assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void doesWhatIsPendingWhenItIsClosedAndTakesNothingMoreOn() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        Alarm alarm = alarm(DELAY);
        alarm.set(done::countDown);
        alarm.close();

        assertThatThrownBy(() -> alarm.set(() -> {}))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("test-alarm");
        assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @RepeatedTest(50)
    void doesOrRejectsWhatIsSetWhileItIsClosed() throws Exception {
        AtomicInteger taken = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        Alarm alarm = alarm(Duration.ofNanos(1));
        InParallel.run(3, thread -> {
            for (int i = 0; i < 300; i++) {
                if (thread == 0 && i == 100) {
                    alarm.close();
                }
                try {
                    alarm.set(done::incrementAndGet);
                    taken.incrementAndGet();
                } catch (RejectedExecutionException closed) {
                    // Then it must not be done either.
                }
            }
        });
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (done.get() < taken.get() && System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
        assertThat(done).hasValue(taken.get());
    }
}

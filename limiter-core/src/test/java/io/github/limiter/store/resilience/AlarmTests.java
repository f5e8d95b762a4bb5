package io.github.limiter.store.resilience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AlarmTests {

    private static final long MILLI = 1_000_000;

    @Test
    void doesAllOnOneDaemonThreadAndNotTooSoon() throws Exception {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        List<Long> early = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch done = new CountDownLatch(200);
        try (Alarm alarm = Alarm.onThread("test-alarm")) {
            InParallel.run(4, thread -> {
                for (int i = 0; i < 50; i++) {
                    long due = System.nanoTime() + i * MILLI;
                    alarm.after(i * MILLI, () -> {
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

    @Test
    void doesNotDoWhatWasCalledOff() throws Exception {
        List<String> done = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch last = new CountDownLatch(1);
        try (Alarm alarm = Alarm.onThread("test-alarm")) {
            Runnable callOff = alarm.after(50 * MILLI, () -> done.add("called off"));
            alarm.after(60 * MILLI, () -> done.add("kept"));
            alarm.after(70 * MILLI, last::countDown);
            callOff.run();

            assertThat(last.await(20, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(done).containsExactly("kept");
    }

    @Test
    void doesWhatIsPendingWhenItIsClosedAndTakesNothingMoreOn() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        Alarm alarm = Alarm.onThread("test-alarm");
        alarm.after(20 * MILLI, done::countDown);
        alarm.close();

        assertThatThrownBy(() -> alarm.after(MILLI, () -> {})).isInstanceOf(RejectedExecutionException.class);
        assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
    }
}

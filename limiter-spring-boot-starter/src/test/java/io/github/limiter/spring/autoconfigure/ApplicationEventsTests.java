package io.github.limiter.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.github.limiter.ban.BanEvent;
import io.github.limiter.ban.BanEvent.Kind;
import io.github.limiter.ban.Bans;
import io.github.limiter.policy.BanRule;
import io.github.limiter.spring.Applications;
import io.github.limiter.subject.Subject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.event.EventListener;

/** Listeners of the application and those who cannot wait for them. */
@Timeout(60)
class ApplicationEventsTests {

    private static final Subject ADDRESS = Subject.of("ip", "203.0.113.7");

    /** Takes as long as it is made to. */
    static class Slow {

        private final Semaphore permits = new Semaphore(0);
        private final List<BanEvent> seen = new CopyOnWriteArrayList<>();
        private final List<String> threads = new CopyOnWriteArrayList<>();

        @EventListener
        void on(BanEvent event) {
            permits.acquireUninterruptibly();
            threads.add(Thread.currentThread().getName());
            seen.add(event);
        }
    }

    private static <T> T join(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
    }

    @Test
    void aListenerHoldsUpNobodyButOtherListeners() {
        Applications.with(Slow.class).run(context -> {
            Bans bans = context.getBean(Bans.class);
            Slow slow = context.getBean(Slow.class);

            join(bans.strike(ADDRESS, BanRule.PROBING, "/missing", null));
            join(bans.strike(ADDRESS, BanRule.HONEYPOT, null, null));
            join(bans.lift(ADDRESS, "admin"));
            join(bans.ban(ADDRESS, Duration.ofHours(1), "r", "admin"));

            assertThat(bans.find(ADDRESS).isBanned()).isTrue();
            assertThat(slow.seen).isEmpty();
            slow.permits.release(4);
            Applications.await(() -> slow.seen.size() == 4);
            assertThat(slow.seen)
                    .extracting(BanEvent::kind)
                    .as("in the order in which it happened")
                    .containsExactly(Kind.STRUCK, Kind.BANNED, Kind.LIFTED, Kind.BANNED);
            assertThat(slow.threads).containsOnly("limiter-events");
        });
    }

    @Test
    void aListenerThatFailsIsToldTheNextEvent() {
        List<Object> seen = new CopyOnWriteArrayList<>();
        try (ApplicationEvents events = new ApplicationEvents(event -> {
            seen.add(event);
            throw new IllegalStateException("a listener");
        })) {
            events.publish("first");
            events.publish("second");

            Applications.await(() -> seen.size() == 2);
        }
        assertThat(seen).containsExactly("first", "second");
    }

    @Test
    void whatIsTooMuchIsDropped() {
        CountDownLatch goOn = new CountDownLatch(1);
        List<Object> seen = new CopyOnWriteArrayList<>();
        try (ApplicationEvents events = new ApplicationEvents(event -> {
            try {
                goOn.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            seen.add(event);
        })) {
            for (int i = 0; i < 10_500; i++) {
                events.publish(i);
            }
            goOn.countDown();
            Applications.await(() -> seen.size() == 10_001);
        }

        assertThat(seen).hasSize(10_001).startsWith(0, 1, 2);
    }

    @Test
    void afterTheEndNobodyIsToldAnything() {
        ApplicationEvents events = new ApplicationEvents(event -> {});
        events.close();

        assertThatCode(() -> events.publish("late")).doesNotThrowAnyException();
    }
}

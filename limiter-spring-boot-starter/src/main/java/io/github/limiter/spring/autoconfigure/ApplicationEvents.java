package io.github.limiter.spring.autoconfigure;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Hands what happens over to listeners of the application, on a thread of its own, in order: what happens is known on
 * threads of requests and of the Redis client, which a listener must not hold up. Bounded: what is too much is dropped.
 * Thread-safe.
 */
final class ApplicationEvents implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ApplicationEvents.class);
    private static final int MOST_WAITING = 10_000;
    private static final long IDLE_SECONDS = 10;
    private static final long LAST_SECONDS = 2;

    private final ApplicationEventPublisher publisher;
    private final AtomicLong dropped = new AtomicLong();
    private final ThreadPoolExecutor thread = new ThreadPoolExecutor(
            1,
            1,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MOST_WAITING),
            ApplicationEvents::thread,
            (event, executor) -> drop());

    ApplicationEvents(ApplicationEventPublisher publisher) {
        this.publisher = publisher;
        thread.allowCoreThreadTimeOut(true);
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "limiter-events");
        thread.setDaemon(true);
        return thread;
    }

    /** Returns at once. */
    void publish(Object event) {
        thread.execute(() -> tell(event));
    }

    private void tell(Object event) {
        try {
            publisher.publishEvent(event);
        } catch (RuntimeException e) {
            log.warn("A listener failed on {}", event, e);
        }
        long lost = dropped.getAndSet(0);
        if (lost > 0) {
            log.warn(
                    "{} events were dropped: listeners are slower than what happens; let them hand over what takes long",
                    lost);
        }
    }

    private void drop() {
        dropped.incrementAndGet();
    }

    /** Tells what waits, for a moment. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(LAST_SECONDS, TimeUnit.SECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}

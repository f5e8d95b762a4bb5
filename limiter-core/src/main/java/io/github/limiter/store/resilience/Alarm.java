package io.github.limiter.store.resilience;

import java.time.Duration;

/** Does something once a while has passed that is the same for all, unless it is called off. Never blocks. Thread-safe. */
interface Alarm extends AutoCloseable {

    /**
     * Sets it.
     *
     * @return calls it off, if the action has not begun
     * @throws java.util.concurrent.RejectedExecutionException once it is closed
     */
    Runnable set(Runnable action);

    /** Takes nothing more on; what is pending still runs. */
    @Override
    void close();

    /** One daemon thread for all, begun with the first use. */
    static Alarm onThread(String name, Duration delay) {
        return new QueuedAlarm(name, delay.toNanos());
    }
}

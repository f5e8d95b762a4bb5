package io.github.limiter.time;

import java.util.concurrent.CompletableFuture;

/** A clock that tells the time and lets callers wait for it. Tests put a hand-driven one in its place. Thread-safe. */
public interface TimeSource {

    /**
     * Microseconds since the epoch.
     *
     * @return never less than an earlier answer
     */
    long micros();

    /**
     * Blocks the calling thread until {@code micros} have passed on this clock, never less.
     *
     * @param micros how long; zero or less returns at once
     * @throws InterruptedException if the thread is interrupted before or while it waits
     */
    void sleep(long micros) throws InterruptedException;

    /**
     * Completes once {@code micros} have passed on this clock, never earlier, and holds no thread until then. It
     * completes on a thread that belongs to the clock: what takes long goes on on another one.
     *
     * @param micros how long; zero or less is over at once
     * @return to be cancelled by who does not wait any more, which frees what the waiting takes
     */
    CompletableFuture<Void> delay(long micros);

    /**
     * The machine's clock.
     *
     * @return the one instance
     */
    static TimeSource system() {
        return SystemTime.INSTANCE;
    }
}

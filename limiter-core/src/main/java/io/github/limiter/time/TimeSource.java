package io.github.limiter.time;

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
     * The machine's clock.
     *
     * @return the one instance
     */
    static TimeSource system() {
        return SystemTime.INSTANCE;
    }
}

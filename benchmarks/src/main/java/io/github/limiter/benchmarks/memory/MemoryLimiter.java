package io.github.limiter.benchmarks.memory;

/** Limits users, in whatever library. Thread-safe. */
interface MemoryLimiter {

    /**
     * Asks for one unit, without waiting.
     *
     * @param user who asks
     * @return whether it was admitted
     */
    boolean tryAcquire(String user);
}

package io.github.limiter.benchmarks.redis;

import java.util.concurrent.CompletionStage;

/** Limits users on Redis, in whatever library. Thread-safe. */
interface RedisLimiter {

    /** Makes a user known where that must come first; not measured. */
    default void prepare(String user) {}

    /**
     * Asks for one unit.
     *
     * @param user who asks
     * @return whether it is admitted
     */
    CompletionStage<Boolean> ask(String user);

    /**
     * Asks for one unit and waits for the answer.
     *
     * @param user who asks
     * @return whether it was admitted
     */
    default boolean tryAcquire(String user) {
        return ask(user).toCompletableFuture().join();
    }
}

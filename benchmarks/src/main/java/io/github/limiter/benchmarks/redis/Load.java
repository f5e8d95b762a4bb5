package io.github.limiter.benchmarks.redis;

import java.util.List;
import java.util.concurrent.ExecutionException;

/** A way of asking much. */
interface Load {

    /** Lets every user be known. */
    void prepare(RedisLimiter limiter, List<String> users) throws ExecutionException, InterruptedException;

    /** Asks for random users, all of whom are to be admitted. */
    Answered call(RedisLimiter limiter, List<String> users, long millis)
            throws ExecutionException, InterruptedException;

    /**
     * Calls that were answered.
     *
     * @param calls how many
     * @param seconds in what time
     */
    record Answered(long calls, double seconds) {

        double perSecond() {
            return calls / seconds;
        }
    }
}

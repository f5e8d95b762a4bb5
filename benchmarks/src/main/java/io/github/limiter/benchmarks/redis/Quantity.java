package io.github.limiter.benchmarks.redis;

import java.time.Duration;

/**
 * How much is admitted.
 *
 * @param limit units
 * @param window in which
 */
record Quantity(int limit, Duration window) {

    long incrementMicros() {
        return window.toNanos() / 1_000 / limit;
    }
}

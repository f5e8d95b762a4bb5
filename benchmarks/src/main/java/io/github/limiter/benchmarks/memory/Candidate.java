package io.github.limiter.benchmarks.memory;

import io.github.limiter.annotation.Algorithms;
import java.util.function.Function;

/** Who competes. */
public enum Candidate {
    /** This library's store, token bucket. */
    STORE_TOKEN_BUCKET("limiter store, token bucket", workload -> new StoreLimiter(Algorithms.TOKEN_BUCKET, workload)),
    /** This library's store, exact sliding window. */
    STORE_SLIDING_WINDOW(
            "limiter store, sliding window", workload -> new StoreLimiter(Algorithms.SLIDING_WINDOW, workload)),
    /** The whole of this library's decision. */
    GUARD("limiter guard, token bucket", GuardLimiter::new),
    /** Bucket4j, token bucket. */
    BUCKET4J("Bucket4j", Bucket4jLimiter::new),
    /** Resilience4j, fixed windows. */
    RESILIENCE4J("Resilience4j", Resilience4jLimiter::new),
    /** Guava, token bucket. */
    GUAVA("Guava", GuavaLimiter::new);

    private final String title;
    private final Function<Workload, MemoryLimiter> factory;

    Candidate(String title, Function<Workload, MemoryLimiter> factory) {
        this.title = title;
        this.factory = factory;
    }

    String title() {
        return title;
    }

    boolean isPeer() {
        return compareTo(BUCKET4J) >= 0;
    }

    MemoryLimiter limiter(Workload workload) {
        return factory.apply(workload);
    }
}

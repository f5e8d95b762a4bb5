package io.github.limiter.benchmarks.memory;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.local.LocalBucketBuilder;
import java.time.Duration;

/** A Bucket4j bucket a user, with as many bandwidths as there are limits. */
final class Bucket4jLimiter implements MemoryLimiter {

    private final Workload workload;
    private final Cache<String, Bucket> buckets;

    Bucket4jLimiter(Workload workload) {
        this.workload = workload;
        this.buckets = Caffeine.newBuilder().maximumSize(workload.maxKeys()).build();
    }

    @Override
    public boolean tryAcquire(String user) {
        return buckets.get(user, this::bucket).tryConsume(1);
    }

    private Bucket bucket(String user) {
        LocalBucketBuilder builder = Bucket.builder();
        for (int i = 0; i < workload.limits(); i++) {
            // Bandwidths of one bucket must differ.
            builder.addLimit(bandwidth(i));
        }
        return builder.build();
    }

    private Bandwidth bandwidth(int number) {
        return workload.allowed()
                ? Bandwidth.builder()
                        .capacity(1_000_000_000_000L + number)
                        .refillGreedy(1_000_000, Duration.ofSeconds(1 + number))
                        .build()
                : Bandwidth.builder()
                        .capacity(Workload.SCARCE_LIMIT)
                        .refillGreedy(Workload.SCARCE_LIMIT, Duration.ofDays(300))
                        .build();
    }
}

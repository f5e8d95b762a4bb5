package io.github.limiter.benchmarks.redis;

import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.lettuce.core.RedisClient;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Bucket4j on Lettuce, with keys that end when their bucket is full. */
final class Bucket4jLimiter implements RedisLimiter {

    private final ProxyManager<String> buckets;
    private final String prefix;
    private final BucketConfiguration configuration;

    Bucket4jLimiter(RedisClient client, String prefix, Quantity quantity) {
        this.buckets = Bucket4jLettuce.casBasedBuilder(
                        client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE)))
                .expirationAfterWrite(
                        ExpirationAfterWriteStrategy.basedOnTimeForRefillingBucketUpToMax(Duration.ofSeconds(1)))
                .build();
        this.prefix = prefix;
        this.configuration = BucketConfiguration.builder()
                .addLimit(bandwidth ->
                        bandwidth.capacity(quantity.limit()).refillGreedy(quantity.limit(), quantity.window()))
                .build();
    }

    @Override
    public CompletionStage<Boolean> ask(String user) {
        return buckets.asAsync()
                .builder()
                .build(prefix + user, () -> CompletableFuture.completedFuture(configuration))
                .tryConsume(1);
    }

    /** Its own way of blocking, which is not that of its asynchronous one. */
    @Override
    public boolean tryAcquire(String user) {
        return buckets.builder().build(prefix + user, () -> configuration).tryConsume(1);
    }
}

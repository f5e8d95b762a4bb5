package io.github.limiter.store.redis;

import io.github.limiter.algorithm.AlgorithmRegistry;
import io.github.limiter.annotation.Algorithms;
import io.github.limiter.annotation.FailureMode;
import io.github.limiter.annotation.Mode;
import io.github.limiter.annotation.Tier;
import io.github.limiter.policy.Quota;
import io.github.limiter.policy.RatePolicy;
import io.github.limiter.store.CounterKey;
import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimiterStore;
import io.github.limiter.subject.Subject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decisions for nobody: one that goes by itself, and with it two that go together. Each time about another subject, so
 * that on a Cluster all servers have their turn.
 */
final class WarmUp {

    private static final Logger log = LoggerFactory.getLogger(WarmUp.class);
    private static final String NAME = "warm-up";
    private static final Quota QUOTA = Quota.of(1, Duration.ofMillis(1));

    /** A tenth of the time that callers wait for Redis by default. */
    private static final long QUICK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final int QUICK_IN_A_ROW = 10;
    private static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LimiterStore store;
    private final AlgorithmRegistry algorithms;
    private final long start = System.nanoTime();

    WarmUp(LimiterStore store, AlgorithmRegistry algorithms) {
        this.store = store;
        this.algorithms = algorithms;
    }

    void run() {
        int quick = 0;
        for (int turn = 0; quick < QUICK_IN_A_ROW && leftNanos() > 0; turn++) {
            long before = System.nanoTime();
            if (!answered(turn)) {
                return;
            }
            quick = System.nanoTime() - before <= QUICK_NANOS ? quick + 1 : 0;
        }
    }

    private long leftNanos() {
        return start + MAX_NANOS - System.nanoTime();
    }

    private boolean answered(int turn) {
        LimitCheck bucket = check(Algorithms.TOKEN_BUCKET, turn);
        LimitCheck window = check(Algorithms.SLIDING_WINDOW, turn);
        try {
            CompletableFuture.allOf(
                            store.decide(List.of(bucket)).toCompletableFuture(),
                            store.decide(List.of(bucket, window)).toCompletableFuture(),
                            store.decide(List.of(window)).toCompletableFuture())
                    .get(Math.max(0, leftNanos()), TimeUnit.NANOSECONDS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            log.debug("Not warmed up", e);
        }
        return false;
    }

    private LimitCheck check(String algorithm, int turn) {
        RatePolicy policy =
                new RatePolicy(NAME, algorithm, QUOTA, NAME, Tier.P1, Mode.ENFORCE, FailureMode.OPEN, false);
        CounterKey key = new CounterKey(Subject.of(NAME, Integer.toString(turn)), NAME, algorithm);
        return new LimitCheck(policy, key, algorithms.get(algorithm), QUOTA, 1);
    }
}

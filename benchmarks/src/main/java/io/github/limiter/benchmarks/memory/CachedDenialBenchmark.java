package io.github.limiter.benchmarks.memory;

import io.github.limiter.algorithm.AlgorithmRegistry;
import io.github.limiter.algorithm.RateLimitAlgorithm;
import io.github.limiter.annotation.Algorithms;
import io.github.limiter.annotation.Dimensions;
import io.github.limiter.policy.RatePolicy;
import io.github.limiter.store.CounterKey;
import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.LimiterStore;
import io.github.limiter.store.MemoryStore;
import io.github.limiter.store.resilience.DenialCache;
import io.github.limiter.subject.Subject;
import io.github.limiter.time.TimeSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Time of a refusal that is known on this node, so that no store is asked. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init")
public class CachedDenialBenchmark {

    private static final int MAX_ENTRIES = 10_000;

    private final RateLimitAlgorithm algorithm = new AlgorithmRegistry(List.of()).get(Algorithms.TOKEN_BUCKET);
    private final RatePolicy policy =
            LimiterPolicies.of(algorithm.name(), Workload.HOT_KEY_DENIED).get(0);
    private LimiterStore cache;
    private List<LimitCheck> checks;

    /** Made by JMH. */
    public CachedDenialBenchmark() {}

    /** Asks until the answer is kept. */
    @Setup
    public void useUp() {
        cache = DenialCache.of(new MemoryStore(MAX_ENTRIES, TimeSource.system()), MAX_ENTRIES, check -> false);
        checks = List.of(check());
        while (decide(checks).charged()) {
            decide(checks);
        }
    }

    private LimitCheck check() {
        Subject subject = Subject.of(Dimensions.USER, "customer-1");
        return new LimitCheck(policy, new CounterKey(subject, "benchmark:limit-1", null), algorithm, policy.quota(), 1);
    }

    private LimitResult decide(List<LimitCheck> asked) {
        return cache.decide(asked).toCompletableFuture().join().get(0);
    }

    /**
     * The cache's own work.
     *
     * @return a refusal
     */
    @Benchmark
    public LimitResult cached() {
        return decide(checks);
    }

    /**
     * From the user's name.
     *
     * @return a refusal
     */
    @Benchmark
    public LimitResult cachedFromName() {
        return decide(List.of(check()));
    }
}

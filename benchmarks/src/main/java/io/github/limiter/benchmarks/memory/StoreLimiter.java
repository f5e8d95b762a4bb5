package io.github.limiter.benchmarks.memory;

import io.github.limiter.algorithm.AlgorithmRegistry;
import io.github.limiter.algorithm.RateLimitAlgorithm;
import io.github.limiter.annotation.Dimensions;
import io.github.limiter.policy.RatePolicy;
import io.github.limiter.store.CounterKey;
import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.LimiterStore;
import io.github.limiter.store.MemoryStore;
import io.github.limiter.subject.Subject;
import io.github.limiter.time.TimeSource;
import java.util.ArrayList;
import java.util.List;

/** The memory store as the guard uses it: from the user's name to the results. */
final class StoreLimiter implements MemoryLimiter {

    private final LimiterStore store;
    private final RateLimitAlgorithm algorithm;
    private final List<RatePolicy> policies;
    private final List<String> scopes;

    StoreLimiter(String algorithm, Workload workload) {
        this.store = new MemoryStore(workload.maxKeys(), TimeSource.system());
        this.algorithm = new AlgorithmRegistry(List.of()).get(algorithm);
        this.policies = LimiterPolicies.of(algorithm, workload);
        this.scopes =
                policies.stream().map(policy -> "benchmark:" + policy.name()).toList();
    }

    @Override
    public boolean tryAcquire(String user) {
        Subject subject = Subject.of(Dimensions.USER, user);
        List<LimitCheck> checks = new ArrayList<>(policies.size());
        for (int i = 0; i < policies.size(); i++) {
            RatePolicy policy = policies.get(i);
            checks.add(
                    new LimitCheck(policy, new CounterKey(subject, scopes.get(i), null), algorithm, policy.quota(), 1));
        }
        for (LimitResult result : store.decide(checks).toCompletableFuture().join()) {
            if (!result.charged()) {
                return false;
            }
        }
        return true;
    }
}

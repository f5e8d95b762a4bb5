package io.github.limiter.benchmarks.memory;

import io.github.limiter.algorithm.AlgorithmRegistry;
import io.github.limiter.annotation.Algorithms;
import io.github.limiter.guard.AllowList;
import io.github.limiter.guard.Guard;
import io.github.limiter.guard.GuardRequest;
import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.guard.Policies;
import io.github.limiter.guard.WaitingRoom;
import io.github.limiter.store.MemoryStore;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.subject.MissingUser;
import io.github.limiter.time.TimeSource;
import java.util.List;

/** The whole decision: allow-list, subject, store, decision. */
final class GuardLimiter implements MemoryLimiter {

    private final Guard guard;
    private final List<Charge> charges;

    GuardLimiter(Workload workload) {
        TimeSource time = TimeSource.system();
        guard = new Guard(
                AllowList.EMPTY, new MemoryStore(workload.maxKeys(), time), new WaitingRoom(time, 64), List.of());
        Policies policies = new Policies(
                "benchmark", new AlgorithmRegistry(List.of()), new DimensionRegistry(64, MissingUser.IP, List.of()));
        charges = LimiterPolicies.of(Algorithms.TOKEN_BUCKET, workload).stream()
                .map(policy -> new Charge(policies.define(policy), null, 1))
                .toList();
    }

    @Override
    public boolean tryAcquire(String user) {
        return guard.decide(new GuardRequest(new Caller(null, user, null), charges, false))
                .isAllowed();
    }
}

package io.github.limiter.benchmarks.tiers;

import io.github.limiter.algorithm.AlgorithmRegistry;
import io.github.limiter.annotation.Algorithms;
import io.github.limiter.annotation.Dimensions;
import io.github.limiter.annotation.FailureMode;
import io.github.limiter.annotation.Mode;
import io.github.limiter.annotation.Tier;
import io.github.limiter.guard.AllowList;
import io.github.limiter.guard.Decision;
import io.github.limiter.guard.Guard;
import io.github.limiter.guard.GuardRequest;
import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.guard.Limit;
import io.github.limiter.guard.Policies;
import io.github.limiter.guard.Shedding;
import io.github.limiter.guard.WaitingRoom;
import io.github.limiter.load.Load;
import io.github.limiter.load.LoadLevel;
import io.github.limiter.load.LoadRules;
import io.github.limiter.load.MemoryLoadStore;
import io.github.limiter.policy.Quota;
import io.github.limiter.policy.RatePolicy;
import io.github.limiter.store.MemoryNews;
import io.github.limiter.store.MemoryStore;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.subject.MissingUser;
import io.github.limiter.time.TimeSource;
import java.time.Duration;
import java.util.List;

/**
 * What the starter puts together of these properties: twice as many calls at once as there are workers, of which all but ten
 * are P0's alone at every level.
 *
 * <pre>
 * limiter.global.algorithm=concurrency
 * limiter.global.limit=32
 * limiter.load.reserved=0.7
 * limiter.load.reserved-from=normal
 * </pre>
 */
final class Tiers {

    private static final long AT_ONCE = 2 * Server.WORKERS;

    /** Of so many places for all, a server of that many workers has some left for orders. */
    static final double RESERVED = 0.7;

    private static final Quota PLENTY = Quota.of(100_000, Duration.ofSeconds(1));

    private final Policies policies = new Policies(
            "shop", new AlgorithmRegistry(List.of()), new DimensionRegistry(64, MissingUser.IP, List.of()));
    private final Limit global = policy("global", Algorithms.CONCURRENCY, Tier.P1, atOnce(AT_ONCE));
    private final GuardRequest order = request(policy("order", Algorithms.TOKEN_BUCKET, Tier.P0, PLENTY));
    private final GuardRequest report = request(policy("report", Algorithms.TOKEN_BUCKET, Tier.P2, PLENTY));
    private final Guard guard;

    Tiers(TimeSource time, double reserved) {
        Limit unreserved = policy(
                "global-unreserved", Algorithms.CONCURRENCY, Tier.P1, atOnce(AT_ONCE - (long) (AT_ONCE * reserved)));
        LoadRules rules = new LoadRules(0.5, 0.2, reserved, LoadLevel.NORMAL, Duration.ofSeconds(30));
        Load load = new Load(rules, List.of(), null, new MemoryLoadStore(time), new MemoryNews(), time);
        guard = new Guard(
                AllowList.EMPTY,
                new Shedding(load, global, unreserved),
                new MemoryStore(1_000, time),
                new WaitingRoom(time, 0),
                List.of());
    }

    private static Quota atOnce(long number) {
        return Quota.of(number, Duration.ofMinutes(1));
    }

    private Limit policy(String name, String algorithm, Tier tier, Quota quota) {
        return policies.define(new RatePolicy(
                name, algorithm, quota, Dimensions.GLOBAL, tier, Mode.ENFORCE, FailureMode.BY_TIER, false));
    }

    private GuardRequest request(Limit limit) {
        return new GuardRequest(Caller.NONE, List.of(new Charge(limit, null, 1), new Charge(global, null, 1)), false);
    }

    Decision decide(boolean isOrder) {
        return guard.decide(isOrder ? order : report);
    }

    void ended(Decision decision) {
        guard.ended(decision);
    }
}

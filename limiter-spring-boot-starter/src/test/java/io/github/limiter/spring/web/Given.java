package io.github.limiter.spring.web;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.limiter.algorithm.AlgorithmRegistry;
import io.github.limiter.annotation.Algorithms;
import io.github.limiter.annotation.Dimensions;
import io.github.limiter.annotation.FailureMode;
import io.github.limiter.annotation.Mode;
import io.github.limiter.annotation.Tier;
import io.github.limiter.guard.AllowList;
import io.github.limiter.guard.CostException;
import io.github.limiter.guard.Decision;
import io.github.limiter.guard.Guard;
import io.github.limiter.guard.GuardRequest;
import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.guard.Limit;
import io.github.limiter.guard.Outcome;
import io.github.limiter.guard.Policies;
import io.github.limiter.guard.WaitingRoom;
import io.github.limiter.policy.Quota;
import io.github.limiter.policy.RatePolicy;
import io.github.limiter.store.CounterKey;
import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.MemoryStore;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.subject.MissingUser;
import io.github.limiter.subject.Subject;
import io.github.limiter.time.TimeSource;
import java.time.Duration;
import java.util.List;

/** Decisions and what limits answered, as tests give them. A limit is 60 in a minute, unless said otherwise. */
record Given(String name, String algorithm, Quota quota, Mode mode) {

    private static final AlgorithmRegistry ALGORITHMS = new AlgorithmRegistry(List.of());

    static Given limit(String name) {
        return new Given(name, Algorithms.SLIDING_WINDOW, Quota.of(60, Duration.ofMinutes(1)), Mode.ENFORCE);
    }

    Given of(long limit, Duration window) {
        return with(Quota.of(limit, window));
    }

    Given with(Quota quota) {
        return new Given(name, algorithm, quota, mode);
    }

    Given by(String algorithm) {
        return new Given(name, algorithm, quota, mode);
    }

    Given inShadow() {
        return new Given(name, algorithm, quota, Mode.SHADOW);
    }

    /** It had room and has this much left. */
    LimitResult left(long remaining, long resetMicros) {
        return new LimitResult(check(quota), true, true, remaining, 0, resetMicros, 0, 0);
    }

    /** It had no room; a call may come again after a time. */
    LimitResult refused(long retryMicros) {
        return new LimitResult(check(quota), false, false, 0, retryMicros, retryMicros, 0, 0);
    }

    /** The store did not answer and is asked again after a time. */
    LimitResult unavailable(long retryMicros) {
        return LimitResult.unavailable(check(quota), retryMicros);
    }

    LimitCheck check(Quota chosenForTheCall) {
        RatePolicy policy =
                new RatePolicy(name, algorithm, quota, Dimensions.USER, Tier.P1, mode, FailureMode.LOCAL, false);
        CounterKey key = new CounterKey(Subject.of(Dimensions.USER, "carol"), "shop:" + name, null);
        return new LimitCheck(policy, key, ALGORITHMS.get(algorithm), chosenForTheCall, 1);
    }

    static Decision decision(Outcome outcome, String reason, LimitResult... limits) {
        return new Decision(0xC0FFEE, outcome, reason, Caller.NONE, List.of(limits));
    }

    static Decision limited(LimitResult... limits) {
        return decision(
                Outcome.LIMITED, "no room in " + limits[0].check().policy().name(), limits);
    }

    static Decision blocked() {
        return decision(Outcome.BLOCKED, "no user is known for this call");
    }

    /** What the guard itself throws at a cost that its policy can never admit. */
    static CostException impossibleCost() {
        Limit limit = new Policies("shop", ALGORITHMS, new DimensionRegistry(64, MissingUser.IP, List.of()))
                .define(limit("batch")
                        .check(Quota.of(60, Duration.ofMinutes(1)))
                        .policy());
        Guard guard = new Guard(
                AllowList.EMPTY,
                new MemoryStore(1, TimeSource.system()),
                new WaitingRoom(TimeSource.system(), 0),
                List.of());
        return catchThrowableOfType(
                CostException.class,
                () -> guard.decide(new GuardRequest(
                        new Caller(null, "carol", null), List.of(new Charge(limit, null, 61)), false)));
    }

    static long seconds(double seconds) {
        return Math.round(seconds * 1_000_000);
    }
}

package io.github.limiter.store.resilience;

import io.github.limiter.algorithm.AlgorithmRegistry;
import io.github.limiter.annotation.Algorithms;
import io.github.limiter.annotation.Dimensions;
import io.github.limiter.annotation.FailureMode;
import io.github.limiter.annotation.Mode;
import io.github.limiter.annotation.Tier;
import io.github.limiter.policy.Quota;
import io.github.limiter.policy.RatePolicy;
import io.github.limiter.store.CounterKey;
import io.github.limiter.store.LimitCheck;
import io.github.limiter.subject.Subject;
import java.time.Duration;
import java.util.List;

/** Checks that differ from {@link #ANY} in what a test is about. */
final class Checks {

    static final Quota TEN_A_MINUTE = Quota.of(10, Duration.ofMinutes(1));
    static final AlgorithmRegistry ALGORITHMS = new AlgorithmRegistry(List.of());
    static final RatePolicy POLICY = new RatePolicy(
            "list",
            Algorithms.SLIDING_WINDOW,
            TEN_A_MINUTE,
            Dimensions.USER,
            Tier.P1,
            Mode.ENFORCE,
            FailureMode.OPEN,
            false);

    /** Cost 1 of user carol on an enforced sliding window of ten a minute. */
    static final LimitCheck ANY = check(POLICY);

    private Checks() {}

    static LimitCheck check(RatePolicy policy) {
        return new LimitCheck(
                policy,
                new CounterKey(Subject.of(policy.dimension(), "carol"), "shop:" + policy.name(), null),
                ALGORITHMS.get(policy.algorithm()),
                policy.quota(),
                1);
    }

    static LimitCheck named(String policy) {
        return check(policy(policy, Algorithms.SLIDING_WINDOW, POLICY.quota(), Tier.P1, FailureMode.OPEN));
    }

    static RatePolicy policy(String name, String algorithm, Quota quota, Tier tier, FailureMode failureMode) {
        return new RatePolicy(name, algorithm, quota, Dimensions.USER, tier, Mode.ENFORCE, failureMode, false);
    }

    static LimitCheck of(String user) {
        return keyed(
                ANY, new CounterKey(Subject.of(Dimensions.USER, user), ANY.key().scope(), null));
    }

    static LimitCheck costing(long cost) {
        return costing(ANY, cost);
    }

    static LimitCheck costing(LimitCheck check, long cost) {
        return new LimitCheck(check.policy(), check.key(), check.algorithm(), check.quota(), cost);
    }

    static LimitCheck keyed(LimitCheck check, CounterKey key) {
        return new LimitCheck(check.policy(), key, check.algorithm(), check.quota(), check.cost());
    }

    static LimitCheck counting(LimitCheck check, Quota quota) {
        return new LimitCheck(check.policy().withQuota(quota), check.key(), check.algorithm(), quota, check.cost());
    }

    static LimitCheck by(String algorithm) {
        return check(policy(algorithm, algorithm, POLICY.quota(), Tier.P1, FailureMode.OPEN));
    }

    static LimitCheck shadow(LimitCheck check) {
        return new LimitCheck(
                check.policy().withMode(Mode.SHADOW), check.key(), check.algorithm(), check.quota(), check.cost());
    }
}

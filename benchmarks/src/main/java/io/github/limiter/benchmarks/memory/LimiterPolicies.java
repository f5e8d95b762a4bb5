package io.github.limiter.benchmarks.memory;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.annotation.Dimensions;
import io.github.limiter.annotation.FailureMode;
import io.github.limiter.annotation.Mode;
import io.github.limiter.annotation.Tier;
import io.github.limiter.policy.Quota;
import io.github.limiter.policy.RatePolicy;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** This library's policies for a workload. */
final class LimiterPolicies {

    /** Emptied by no machine, and not full again while it is measured: the store forgets full ones. */
    private static final Quota BOTTOMLESS_BUCKET =
            Quota.of(1, Duration.ofSeconds(1)).withBurst(3_000_000_000L);

    /** Short for a hot key, since each unit is a stamp until it has left the window. */
    private static final Quota SHORT_WINDOW = Quota.of(100_000, Duration.ofMillis(1));

    private static final Quota LONG_WINDOW = Quota.of(1_000, Duration.ofSeconds(1));

    private static final Quota SCARCE = Quota.of(Workload.SCARCE_LIMIT, Duration.ofDays(300));

    private LimiterPolicies() {}

    static List<RatePolicy> of(String algorithm, Workload workload) {
        Quota quota = quota(algorithm, workload);
        return IntStream.rangeClosed(1, workload.limits())
                .mapToObj(i -> new RatePolicy(
                        "limit-" + i,
                        algorithm,
                        quota,
                        Dimensions.USER,
                        Tier.P1,
                        Mode.ENFORCE,
                        FailureMode.OPEN,
                        false))
                .toList();
    }

    private static Quota quota(String algorithm, Workload workload) {
        if (!workload.allowed()) {
            return SCARCE;
        }
        if (algorithm.equals(Algorithms.TOKEN_BUCKET)) {
            return BOTTOMLESS_BUCKET;
        }
        return workload.users() == 1 ? SHORT_WINDOW : LONG_WINDOW;
    }
}

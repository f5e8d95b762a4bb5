package io.github.limiter.guard;

import io.github.limiter.algorithm.RateLimitAlgorithm;
import io.github.limiter.annotation.Algorithms;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Quota;
import java.time.Duration;
import java.time.ZoneOffset;

/** Refuses quotas that say what their algorithm does not look at: whoever wrote it believes that it holds. */
final class QuotaOptions {

    private QuotaOptions() {}

    static void check(Quota quota, RateLimitAlgorithm algorithm) {
        if (quota.burst() != quota.limit()) {
            check("burst", quota.burst(), algorithm, Algorithms.TOKEN_BUCKET);
        }
        if (!quota.maxWait().isZero()) {
            Object wait = quota.maxWait().equals(Quota.UNLIMITED_WAIT) ? "-1" : text(quota.maxWait());
            check("maxWait", wait, algorithm, Algorithms.LEAKY_BUCKET);
        }
        if (!quota.zone().equals(ZoneOffset.UTC)) {
            check("zone", quota.zone(), algorithm, Algorithms.FIXED_WINDOW);
        }
    }

    /** As it is written: {@code 2s}. */
    private static String text(Duration duration) {
        return duration.toMillis() % 1_000 == 0 ? duration.toSeconds() + "s" : duration.toMillis() + "ms";
    }

    private static void check(String option, Object value, RateLimitAlgorithm algorithm, String useful) {
        if (!algorithm.options().contains(option)) {
            throw new InvalidConfigurationException(
                    option,
                    value,
                    "means nothing to " + algorithm.name(),
                    "Leave it out, or set algorithm to " + useful);
        }
    }
}

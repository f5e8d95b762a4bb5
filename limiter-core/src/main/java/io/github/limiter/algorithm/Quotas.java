package io.github.limiter.algorithm;

import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Quota;
import java.time.Duration;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the bucket algorithms need of a quota to stay exact in whole microseconds, in Java and in Lua. */
final class Quotas {

    /** Largest whole number up to which a double, all that Lua has, holds every one. */
    static final long MAX_EXACT = (1L << 53) - 1;

    /** Times stay below 2^53 µs since the epoch, where a double (all that Lua has) still counts single microseconds. */
    private static final long MAX_SPAN_MICROS = Duration.ofDays(36_525).toMillis() * 1_000;

    /** Share of the rate above which rounding to whole microseconds is worth a warning. */
    private static final double NOTABLE_LOSS = 0.001;

    private static final Logger log = LoggerFactory.getLogger(Quotas.class);

    private Quotas() {}

    static void requireWholeIncrement(Quota quota) {
        if (quota.limit() > quota.windowMicros()) {
            throw new InvalidConfigurationException(
                    "limit",
                    quota.limit(),
                    "is more than one unit per microsecond of the window " + quota.window(),
                    "Set at most 1,000,000 units per second, or use fixed-window");
        }
        if (quota.roundingLoss() > NOTABLE_LOSS) {
            log.warn(
                    "A quota of {} is counted as one unit each {} microseconds and admits {}% less than it says",
                    quota, quota.incrementMicros(), String.format(Locale.ROOT, "%.1f", quota.roundingLoss() * 100));
        }
    }

    static void requireRepresentable(Quota quota, String element, long units) {
        if (units > MAX_SPAN_MICROS / quota.incrementMicros()) {
            throw new InvalidConfigurationException(
                    element,
                    units,
                    "takes more than 100 years to refill at " + quota.limit() + " per " + quota.window(),
                    "Set at most " + MAX_SPAN_MICROS / quota.incrementMicros());
        }
    }

    /** Lua has no infinity in its arguments. */
    static long luaMaxWait(Quota quota) {
        return quota.maxWaitMicros() == Long.MAX_VALUE ? -1 : quota.maxWaitMicros();
    }
}

package io.github.limiter.guard;

import io.github.limiter.annotation.Mode;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Quota;
import io.github.limiter.policy.RatePolicy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What an operator has changed of a policy at run time; null where its definition holds. Immutable.
 *
 * @param limit units per window
 * @param window length of the window
 * @param burst capacity of a token bucket; follows {@code limit} where the definition lets it
 * @param mode whether the policy acts or only reports
 * @param by who has changed it, at most 64 characters; longer names are cut
 */
public record PolicyChange(
        @Nullable Long limit,
        @Nullable Duration window,
        @Nullable Long burst,
        @Nullable Mode mode,
        String by) {

    private static final String VERSION = "1";
    private static final String SEPARATOR = "\t";
    private static final int FIELDS = 6;
    private static final int MAX_BY = 64;

    /**
     * Makes the name one that can be kept.
     *
     * @param limit units per window
     * @param window length of the window
     * @param burst capacity of a token bucket
     * @param mode whether the policy acts or only reports
     * @param by who has changed it
     */
    public PolicyChange {
        String plain = by.replaceAll("\\p{Cntrl}", " ").strip();
        by = plain.length() > MAX_BY ? plain.substring(0, MAX_BY) : plain;
    }

    /**
     * The policy that this makes of another.
     *
     * @param defined the policy as it is defined
     * @return the policy that is to hold
     * @throws InvalidConfigurationException if the quota would be none
     */
    public RatePolicy of(RatePolicy defined) {
        Quota quota = defined.quota();
        long newLimit = limit == null ? quota.limit() : limit;
        long definedBurst = quota.burst() == quota.limit() ? newLimit : quota.burst();
        Quota changed = Quota.of(newLimit, window == null ? quota.window() : window)
                .withBurst(burst == null ? definedBurst : burst)
                .withMaxWait(quota.maxWait())
                .withZone(quota.zone());
        return defined.withQuota(changed).withMode(mode == null ? defined.mode() : mode);
    }

    /**
     * Whether nothing is changed.
     *
     * @return true if the definition holds in all
     */
    public boolean isNothing() {
        return limit == null && window == null && burst == null && mode == null;
    }

    /** As it is kept; a later version of the library may write others. */
    String text() {
        return String.join(
                SEPARATOR,
                VERSION,
                limit == null ? "" : limit.toString(),
                window == null ? "" : window.toString(),
                burst == null ? "" : burst.toString(),
                mode == null ? "" : mode.name(),
                by);
    }

    /** Null if it cannot be read. */
    static @Nullable PolicyChange parse(String text) {
        String[] fields = text.split(SEPARATOR, -1);
        if (fields.length != FIELDS || !fields[0].equals(VERSION)) {
            return null;
        }
        try {
            return new PolicyChange(
                    fields[1].isEmpty() ? null : Long.valueOf(fields[1]),
                    fields[2].isEmpty() ? null : Duration.parse(fields[2]),
                    fields[3].isEmpty() ? null : Long.valueOf(fields[3]),
                    fields[4].isEmpty() ? null : Mode.valueOf(fields[4]),
                    fields[5]);
        } catch (RuntimeException e) {
            return null;
        }
    }
}

package io.github.limiter.guard;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the load makes of a call.
 *
 * @param why why it is shed; null: it is not
 * @param pause when it may be made again, if it is shed
 * @param share of their quotas that its limits admit, but for {@code whole}
 * @param whole the limit that the share does not apply to
 * @param beside a limit that it is subject to as well
 */
record Treatment(
        @Nullable String why,
        Duration pause,
        double share,
        @Nullable Limit whole,
        @Nullable Limit beside) {

    /** As ever. */
    static final Treatment USUAL = new Treatment(null, Duration.ZERO, 1, null, null);

    boolean isShed() {
        return why != null;
    }

    String reason() {
        return String.valueOf(why);
    }

    double shareOf(Limit limit) {
        return limit == whole ? 1 : share;
    }
}

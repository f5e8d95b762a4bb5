package io.github.limiter.spring.policy;

import io.github.limiter.annotation.Mode;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one place says about a ban rule; null where it says nothing.
 *
 * @param place where this is written, for messages: {@code @Blacklist on Orders.create}
 * @param dimensions whom it may hit; empty: all that can be
 * @param strikes how many make a ban
 * @param within time within which they are counted
 * @param bans how long each ban lasts; empty: until somebody has looked at it
 * @param challengeAt so many strikes ask for a CAPTCHA
 * @param mode whether it acts or only reports
 */
public record BanAttributes(
        String place,
        Set<String> dimensions,
        @Nullable Integer strikes,
        @Nullable Duration within,
        @Nullable List<Duration> bans,
        @Nullable Integer challengeAt,
        Mode mode) {

    /** Whether nothing is said that would count strikes in another way than the rule for all. */
    boolean isPlain() {
        return dimensions.isEmpty()
                && strikes == null
                && within == null
                && bans == null
                && challengeAt == null
                && mode == Mode.ENFORCE;
    }
}

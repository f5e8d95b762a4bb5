package io.github.limiter.captcha;

import io.github.limiter.subject.Subject;
import org.jspecify.annotations.Nullable;

/**
 * Something happened to a challenge or a pass, on this node. Immutable.
 *
 * @param kind what
 * @param provider name of the kind of challenge; {@code none} if there is no such challenge, or for a pass
 * @param address the address it came from; null if it has none, or for a challenge that was given out
 */
public record CaptchaEvent(
        Kind kind, String provider, @Nullable Subject address) {

    /** What happens to challenges and passes. */
    public enum Kind {
        /** A challenge was given out. */
        ISSUED,
        /** An answer was right, and earned a pass. */
        SOLVED,
        /** An answer was wrong. */
        WRONG,
        /** An answer to a challenge that was answered before, has expired, or never was. */
        GONE,
        /** An answer could not be judged at the moment. */
        UNJUDGED,
        /** Somebody who was challenged showed a pass, and it is good for him. */
        PASS_ACCEPTED,
        /** Somebody who was challenged showed a pass, and it is not good for him. */
        PASS_REFUSED,
        /** Somebody who was challenged asked for something else instead. */
        IGNORED
    }
}

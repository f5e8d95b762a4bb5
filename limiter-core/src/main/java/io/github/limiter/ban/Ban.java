package io.github.limiter.ban;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.store.Standing;
import io.github.limiter.store.Standing.State;
import io.github.limiter.subject.Subject;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * A subject that is refused. Times are of the store's clock, in whole microseconds. Immutable.
 *
 * @param subject who
 * @param start since when
 * @param until end of the ban, which no further offence puts off; null: none
 * @param rule name of the rule that banned; {@link #MANUAL} for a person
 * @param reason for people; cut after {@value #MAX_REASON} characters
 * @param by who banned, confirmed last; empty: a rule did, and nobody has confirmed it; cut after {@value #MAX_BY}
 *     characters
 * @param needsReview whether a person is to confirm or lift it
 */
public record Ban(
        Subject subject,
        Instant start,
        @Nullable Instant until,
        String rule,
        String reason,
        String by,
        boolean needsReview) {

    /** {@link #rule()} of bans by a person. */
    public static final String MANUAL = "manual";

    /** Longest reason. */
    public static final int MAX_REASON = 200;

    /** Longest name of who did it. */
    public static final int MAX_BY = 128;

    /** After which a ban of an address that nobody has confirmed ends: addresses change hands. */
    public static final Duration UNCONFIRMED_LASTS = Duration.ofDays(30);

    /**
     * Cuts what is long and replaces control characters.
     *
     * @param subject who
     * @param start since when
     * @param until end of the ban; null: none
     * @param rule name of the rule that banned
     * @param reason for people
     * @param by who banned
     * @param needsReview whether a person is to confirm or lift it
     */
    public Ban {
        reason = PlainText.of(reason, MAX_REASON);
        by = PlainText.of(by, MAX_BY);
    }

    /**
     * Whether it ends by a person alone, or by that none cares.
     *
     * @return true if it has no end
     */
    public boolean isPermanent() {
        return until == null;
    }

    /**
     * When it is over unless somebody does something.
     *
     * @return its end; of a permanent one of an address that waits for review, {@link #UNCONFIRMED_LASTS} after its start;
     *     null: never
     */
    public @Nullable Instant lapses() {
        return until == null && needsReview && subject.dimension().equals(Dimensions.IP)
                ? start.plus(UNCONFIRMED_LASTS)
                : until;
    }

    /**
     * How the subject stands by it.
     *
     * @param now before it lapses, on the clock of the store
     * @return banned
     */
    public Standing standing(Instant now) {
        return Standing.found(State.BANNED, until == null ? Standing.PERMANENT : ChronoUnit.MICROS.between(now, until));
    }

    /**
     * The same, confirmed.
     *
     * @param person who has confirmed it
     * @return the ban, in no need of review
     */
    public Ban confirmed(String person) {
        return new Ban(subject, start, until, rule, reason, person, false);
    }
}

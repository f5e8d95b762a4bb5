package io.github.limiter.ban;

import io.github.limiter.store.Standing;
import io.github.limiter.subject.Subject;

/**
 * Something happened to a subject, on this node. Immutable.
 *
 * @param kind what
 * @param subject to whom
 * @param origin name of the rule, or {@link Ban#MANUAL} where a person or a part of the application did it
 * @param standing how the subject stands now
 * @param by who did it; empty: a rule
 * @param reason for people; may be empty
 */
public record BanEvent(Kind kind, Subject subject, String origin, Standing standing, String by, String reason) {

    /** What happens to subjects. */
    public enum Kind {
        /** An offence was counted, and that was all. */
        STRUCK,
        /** It has to solve a CAPTCHA from now on. */
        CHALLENGED,
        /** It is refused from now on. */
        BANNED,
        /** It would be refused from now on, were the rule not in shadow. */
        WOULD_BE_BANNED,
        /** It is in the clear again, since somebody lifted it. */
        LIFTED,
        /** Its ban stays, since somebody has confirmed it. */
        CONFIRMED,
        /** It has solved its challenge. */
        PARDONED,
        /** Too many logged-in users are hit on this node: bans are challenges until that has passed. */
        BUDGET_SPENT
    }
}

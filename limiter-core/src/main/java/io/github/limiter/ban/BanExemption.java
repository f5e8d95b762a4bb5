package io.github.limiter.ban;

import io.github.limiter.policy.BanRule;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.Subject;

/**
 * Spares some what a rule would do to them, such as verified good bots. Bans by hand are not asked about. Called on the
 * request path, by many threads: no I/O. An exception is logged and spares nobody.
 */
@FunctionalInterface
public interface BanExemption {

    /** What is left of a rule; the later one spares more. */
    enum Mercy {
        /** All of it. */
        NONE,
        /** Challenges: those who solve them are let be. Whom nothing asks for a CAPTCHA is banned for a minute at most. */
        CHALLENGE_ONLY,
        /** Nothing: not even strikes are counted. */
        FULL
    }

    /**
     * What is spared.
     *
     * @param caller who calls
     * @param subject who would be struck for it
     * @param rule by which
     * @return the mercy; of several exemptions the greatest holds
     */
    Mercy mercy(Caller caller, Subject subject, BanRule rule);
}

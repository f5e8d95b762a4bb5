package io.github.limiter.risk;

import io.github.limiter.subject.Caller;
import io.github.limiter.subject.Subject;

/** Carries out a ban that a scene has come to. Called once for it, on the thread that assessed: be quick, never block. */
@FunctionalInterface
public interface Sanctions {

    /** Bans nobody: the call is refused, and that is all. */
    Sanctions NONE = (caller, subject, assessment) -> {};

    /**
     * Bans.
     *
     * @param caller who calls
     * @param subject as what it is to be banned
     * @param assessment why, and for how long
     */
    void ban(Caller caller, Subject subject, Assessment assessment);
}

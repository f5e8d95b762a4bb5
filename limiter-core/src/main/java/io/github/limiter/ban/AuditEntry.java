package io.github.limiter.ban;

import io.github.limiter.subject.Subject;
import java.time.Instant;

/**
 * Something that a person did. Immutable.
 *
 * @param at when, on the store's clock
 * @param action what
 * @param subject to whom
 * @param by who did it
 * @param reason why; empty where none was given
 */
public record AuditEntry(Instant at, Action action, Subject subject, String by, String reason) {

    /** What can be done by hand. */
    public enum Action {
        /** A ban. */
        BAN,
        /** The end of one. */
        LIFT,
        /** It stays. */
        CONFIRM,
        /** Something that is ordered about the load, or withdrawn. */
        LOAD,
        /** A policy that is changed while it is in force, or reset. */
        POLICY
    }

    /**
     * Cuts what is long and replaces control characters.
     *
     * @param at when
     * @param action what
     * @param subject to whom
     * @param by who did it
     * @param reason why
     */
    public AuditEntry {
        by = PlainText.of(by, Ban.MAX_BY);
        reason = PlainText.of(reason, Ban.MAX_REASON);
    }
}

package io.github.limiter.store;

import io.github.limiter.policy.BanRule;
import io.github.limiter.subject.Subject;
import org.jspecify.annotations.Nullable;

/**
 * Where a store in memory notes strikes and looks bans up, within its decisions. Thread-safe; atomic for each subject;
 * must not call back into the store.
 */
public interface StrikeLedger {

    /** Notes nothing and knows of no bans. */
    StrikeLedger NONE = new StrikeLedger() {
        @Override
        public Standing ban(Subject subject, long now) {
            return Standing.CLEAR;
        }

        @Override
        public Standing strike(Subject subject, BanRule rule, @Nullable String item, long now) {
            return Standing.CLEAR;
        }
    };

    /**
     * Whether a subject is banned.
     *
     * @param subject who
     * @param now the time of the decision, microseconds since the epoch
     * @return the ban, or {@link Standing#CLEAR}
     */
    Standing ban(Subject subject, long now);

    /**
     * Counts a call that a limit refused. Of several that reach the threshold at once exactly one begins the ban; a
     * banned subject is not struck, so that knocking makes no ban longer.
     *
     * @param subject who is struck
     * @param rule what is counted
     * @param item what the offence was about; null: unlike any other
     * @param now the time of the decision, microseconds since the epoch
     * @return the standing after it
     */
    Standing strike(Subject subject, BanRule rule, @Nullable String item, long now);
}

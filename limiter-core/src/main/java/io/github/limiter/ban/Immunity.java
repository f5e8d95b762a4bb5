package io.github.limiter.ban;

import io.github.limiter.subject.Caller;
import io.github.limiter.subject.Subject;

/** Whom nothing may hit: the allow-list, as far as bans care. Thread-safe. */
public interface Immunity {

    /** Nobody is immune. */
    Immunity NOBODY = new Immunity() {
        @Override
        public boolean covers(Caller caller) {
            return false;
        }

        @Override
        public boolean covers(Subject subject) {
            return false;
        }
    };

    /**
     * Whether a caller is let be.
     *
     * @param caller who calls
     * @return true if no strike, ban or challenge holds
     */
    boolean covers(Caller caller);

    /**
     * Whether a ban of a subject would be void.
     *
     * @param subject who
     * @return true if all that it stands for are let be
     */
    boolean covers(Subject subject);
}

package io.github.limiter.ban;

import io.github.limiter.subject.Subject;

/** Somebody is to be banned who cannot be: the allow-list beats every ban. */
public final class ImmuneException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes one.
     *
     * @param subject who was to be banned
     */
    public ImmuneException(Subject subject) {
        super(subject + " is on the allow-list, which no ban overrides. Remove it from limiter.allow-list first");
    }
}

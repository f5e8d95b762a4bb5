package io.github.limiter.subject;

/** A policy counts by something that this caller does not have, and callers without it are to be refused. */
public final class SubjectRequiredException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes one, without a stack trace: attackers cause it at will.
     *
     * @param dimension name of the dimension that has no value
     */
    public SubjectRequiredException(String dimension) {
        super("no " + dimension + " is known for this call", null, false, false);
    }
}

package io.github.limiter.guard;

/** What becomes of a call. */
public enum Outcome {
    /** It may go on. */
    ALLOWED,
    /** One of its limits has no room. */
    LIMITED,
    /** It must not be made by this caller at all. */
    BLOCKED
}

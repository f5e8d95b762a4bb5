package io.github.limiter.guard;

/** What becomes of a call. */
public enum Outcome {
    /** It may go on. */
    ALLOWED,
    /** One of its limits has no room. */
    LIMITED,
    /** It is dropped for the sake of what matters more, since the load is high. The caller has done nothing wrong. */
    SHED,
    /** One of its limits must not be passed while the shared store does not answer. The caller has done nothing wrong. */
    UNAVAILABLE,
    /** It must not be made by this caller at all. */
    BLOCKED,
    /** Its caller is to solve a CAPTCHA first. */
    CHALLENGED,
    /** Its caller is banned, by an earlier call or by hand. */
    BANNED
}

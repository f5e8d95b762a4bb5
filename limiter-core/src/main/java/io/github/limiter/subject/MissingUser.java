package io.github.limiter.subject;

/** What a {@code user} policy does with a caller who is not logged in. */
public enum MissingUser {
    /** Counts the address. */
    IP,
    /** Does not apply the policy. */
    SKIP,
    /** Refuses the call. */
    REJECT
}

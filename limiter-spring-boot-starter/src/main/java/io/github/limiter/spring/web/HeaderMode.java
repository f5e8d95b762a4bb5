package io.github.limiter.spring.web;

/** Which rate limit fields guarded answers carry: the property {@code limiter.headers}. */
public enum HeaderMode {
    /** {@code RateLimit-Policy} and {@code RateLimit} of draft-ietf-httpapi-ratelimit-headers-11. */
    DRAFT,
    /** {@code X-RateLimit-Limit}, {@code -Remaining} and {@code -Reset}, the last in seconds from now. */
    LEGACY,
    /** Those of the draft and the older ones. */
    BOTH,
    /** None. {@code Retry-After} stays. */
    OFF;

    boolean hasDraft() {
        return this == DRAFT || this == BOTH;
    }

    boolean hasLegacy() {
        return this == LEGACY || this == BOTH;
    }
}

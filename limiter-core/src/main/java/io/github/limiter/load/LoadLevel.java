package io.github.limiter.load;

/** How hard things are. P0 goes on at every level. */
public enum LoadLevel {
    /** All tiers go on. */
    NORMAL,
    /** P2 is dropped, P1 has a part of its quotas. */
    PEAK,
    /** P2 is dropped, P1 has a smaller part of its quotas. */
    CRITICAL
}

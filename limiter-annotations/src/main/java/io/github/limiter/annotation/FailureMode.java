package io.github.limiter.annotation;

/** What holds for a policy while the shared store cannot be reached. The in-memory store never fails. */
public enum FailureMode {
    /** As the tier says: P0 {@link #OPEN}, P1 {@link #LOCAL}, P2 {@link #CLOSED} unless set by property. */
    BY_TIER,
    /** Every node enforces the full quota by itself. */
    OPEN,
    /** Every node enforces its share of the quota: quota divided by live nodes, at least 1. */
    LOCAL,
    /** Calls are refused as unavailable. */
    CLOSED
}

package io.github.limiter.annotation;

/** How much the business depends on an interface. Gives default quotas and failure modes ({@code limiter.tiers.*}). */
public enum Tier {
    /** Core chain: orders, payments, refunds, inventory. */
    P0,
    /** Regular business: lists, details, personal history. */
    P1,
    /** Non-core: reports, statistics, exports for the back office. */
    P2
}

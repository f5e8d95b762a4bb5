package io.github.limiter.annotation;

/** Whether a policy acts on what it decides. */
public enum Mode {
    /** Calls over the limit are refused. */
    ENFORCE,
    /** Decided, counted and reported as "would have", never enforced. {@code limiter.mode=shadow} does this to all. */
    SHADOW
}

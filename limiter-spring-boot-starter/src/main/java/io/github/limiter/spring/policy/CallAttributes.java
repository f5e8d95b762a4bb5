package io.github.limiter.spring.policy;

import org.jspecify.annotations.Nullable;

/**
 * What one place says about calls of a policy; null where it says nothing.
 *
 * @param key SpEL that refines the count
 * @param permits cost, a number or SpEL
 * @param condition SpEL that says whether the policy applies
 * @param fallback method that answers a refused call
 */
public record CallAttributes(
        @Nullable Written key,
        @Nullable Written permits,
        @Nullable Written condition,
        @Nullable Written fallback) {

    /** Says nothing. */
    public static final CallAttributes NONE = new CallAttributes(null, null, null, null);

    /**
     * What this place says, and where it says nothing, the other.
     *
     * @param other asked second
     * @return both together
     */
    public CallAttributes or(CallAttributes other) {
        return new CallAttributes(
                key == null ? other.key : key,
                permits == null ? other.permits : permits,
                condition == null ? other.condition : condition,
                fallback == null ? other.fallback : fallback);
    }
}

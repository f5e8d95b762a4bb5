package io.github.limiter.guard;

import org.jspecify.annotations.Nullable;

/** A call asks for more than its policy can ever admit, or for nothing. The caller's error: waiting will not help. */
public final class CostException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private CostException(String message) {
        super(message);
    }

    /**
     * A cost that is no whole number.
     *
     * @param policy name of the policy
     * @param cost what was worked out from the call
     */
    public CostException(String policy, @Nullable Object cost) {
        this("the cost of a call for the policy " + policy + " is " + cost + ", not a whole number");
    }

    static void check(String policy, long cost, long capacity) {
        if (cost < 1 || cost > capacity) {
            throw new CostException(
                    "a call of cost " + cost + " can never pass the policy " + policy + ": from 1 to " + capacity);
        }
    }
}

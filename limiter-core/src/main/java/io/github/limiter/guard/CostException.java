package io.github.limiter.guard;

/** A call asks for more than its policy can ever admit, or for nothing. The caller's error: waiting will not help. */
public final class CostException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private CostException(String message) {
        super(message);
    }

    static void check(String policy, long cost, long capacity) {
        if (cost < 1 || cost > capacity) {
            throw new CostException(
                    "a call of cost " + cost + " can never pass the policy " + policy + ": from 1 to " + capacity);
        }
    }
}

package io.github.limiter.store;

/**
 * What a store answers to one check. All times are microseconds from the decision.
 *
 * @param check what was asked
 * @param allowed whether this limit had room for the call, whatever the others said
 * @param charged whether the cost was taken
 * @param remaining units left for calls of cost 1, after the charge
 * @param retryAfter time until the same call could pass this limit; 0 if allowed
 * @param resetAfter time until more than {@code remaining} units are left; 0 if there can be no more
 * @param delay time until the call may go on, if charged: more than 0 only for a leaky bucket
 * @param departure when the call may go on, on the store's clock, if charged
 */
public record LimitResult(
        LimitCheck check,
        boolean allowed,
        boolean charged,
        long remaining,
        long retryAfter,
        long resetAfter,
        long delay,
        long departure) {

    /**
     * Whether this limit refuses the call.
     *
     * @return true if it had no room and is enforced
     */
    public boolean refuses() {
        return !allowed && check.enforced();
    }
}

package io.github.limiter.store;

/**
 * What callers see of a {@link LimitResult}: two stores agree if these are equal. All times in microseconds.
 *
 * @param allowed whether there was room
 * @param charged whether it was taken
 * @param remaining units left
 * @param retryAfter time until there is room
 * @param resetAfter time until more is left
 * @param delay time until the call may go on
 */
public record Answer(boolean allowed, boolean charged, long remaining, long retryAfter, long resetAfter, long delay) {

    /**
     * Of a result.
     *
     * @param result what a store answered
     * @return what callers see of it
     */
    public static Answer of(LimitResult result) {
        return new Answer(
                result.allowed(),
                result.charged(),
                result.remaining(),
                result.retryAfter(),
                result.resetAfter(),
                result.delay());
    }
}

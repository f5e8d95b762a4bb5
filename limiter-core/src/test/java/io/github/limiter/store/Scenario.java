package io.github.limiter.store;

import io.github.limiter.policy.Quota;
import java.util.List;
import java.util.Map;

/**
 * Calls on new counts, one after the other, with what is expected of each.
 *
 * @param title what it shows
 * @param algorithm how is counted
 * @param start time zero, in microseconds since the epoch
 * @param calls in the order of time
 */
record Scenario(String title, String algorithm, long start, List<Call> calls) {

    /**
     * A call.
     *
     * @param line number of its line
     * @param key who calls
     * @param at microseconds from the start
     * @param quota in force from this call on
     * @param cost units
     * @param expected by column; what is not stated is missing
     */
    record Call(int line, String key, long at, Quota quota, long cost, Map<String, String> expected) {}

    @Override
    public String toString() {
        return title;
    }
}

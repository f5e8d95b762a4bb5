package io.github.limiter.algorithm;

import io.github.limiter.policy.Quota;

/**
 * Count of one key. A store calls it under a lock of its own, so it needs none; {@code now} is the store's clock in
 * microseconds since the epoch and never runs backwards. Costs are from 1 to {@link RateLimitAlgorithm#capacity}. The
 * quota may differ from call to call, when an operator changes it: it takes effect on the existing count.
 */
public interface Counter {

    /**
     * Whether a call could be admitted. Counts nothing: a refused call is free, and under a quota that has not changed it
     * leaves no trace. Called before the others, with the same quota and time and under the same lock.
     *
     * @param quota the quota in force
     * @param cost units asked for
     * @param now time of the call
     * @return 0: {@link #take} may follow; else microseconds until the same call could first be admitted, if nobody else
     *     takes anything; one microsecond earlier it would be refused
     */
    long retryAfter(Quota quota, long cost, long now);

    /**
     * Takes units. Only after {@link #retryAfter} answered 0 to the same arguments under the same lock.
     *
     * @param quota the quota in force
     * @param cost units to take
     * @param now time of the call
     * @return when the caller may go on: {@code now}, or the later departure that a leaky bucket reserved
     */
    long take(Quota quota, long cost, long now);

    /**
     * Gives back what a {@link #take} took. May give back less, never more; at worst later calls are refused that need
     * not be. Once per take.
     *
     * @param quota the quota that was in force at the take
     * @param cost units that were taken
     * @param departure what the take answered
     * @param now time of this call
     */
    void giveBack(Quota quota, long cost, long departure, long now);

    /**
     * Units that calls of cost 1 could take at this moment.
     *
     * @param quota the quota in force
     * @param now time of the call
     * @return zero or more
     */
    long available(Quota quota, long now);

    /**
     * Time until more than {@link #available} units will be there; for a fixed window always its end.
     *
     * @param quota the quota in force
     * @param now time of the call
     * @return microseconds; 0 if there can be no more
     */
    long resetAfter(Quota quota, long now);

    /**
     * When this counter will be no different from a new one, so that a store may forget it.
     *
     * @param quota the quota in force
     * @return microseconds since the epoch
     */
    long expiresAt(Quota quota);
}

package io.github.limiter.algorithm;

import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Quota;
import java.util.Optional;
import java.util.Set;

/**
 * A way of counting, named in a policy. The built-in ones and a user's own are the same to the library: the application
 * offers its own as a Spring bean, or to {@link AlgorithmRegistry}. Stateless and thread-safe; the state of one key is
 * its {@link Counter}.
 */
public interface RateLimitAlgorithm {

    /**
     * The name that policies use.
     *
     * @return lower case, {@code -} between words
     */
    String name();

    /**
     * Refuses a quota that this algorithm cannot honour exactly. Called when a policy is made.
     *
     * @param quota what a policy asks for
     * @throws InvalidConfigurationException if it cannot be honoured
     */
    default void validate(Quota quota) {}

    /**
     * What of a quota this algorithm looks at besides limit and window. A policy that sets anything else would not do
     * what it seems to, and is refused.
     *
     * @return some of {@code burst}, {@code maxWait} and {@code zone}; unless overridden, all
     */
    default Set<String> options() {
        return Set.of("burst", "maxWait", "zone");
    }

    /**
     * Largest cost that one call can ever be admitted with.
     *
     * @param quota the quota in force
     * @return units, at least 1
     */
    default long capacity(Quota quota) {
        return quota.limit();
    }

    /**
     * State of a key that was never used.
     *
     * @return a new counter
     */
    Counter newCounter();

    /**
     * The same in Lua, for Redis: the body of a function that returns the functions {@code check}, {@code apply} and,
     * unless nothing can be given back, {@code refund}. What these do, and what they find at hand, is
     * said at the beginning of {@code io/github/limiter/lua/decide.lua} and {@code common.lua} in the library's jar.
     * Answers must be the same as those of {@link Counter} to the microsecond. State that it writes begins with a tag of
     * its own and of its version; what it cannot read it takes for nothing.
     *
     * @return Lua text, see {@link LuaSource}; empty if there is none: then it counts in memory only
     */
    default Optional<String> luaChunk() {
        return Optional.empty();
    }

    /**
     * The numbers that {@link #luaChunk()} needs of a quota.
     *
     * @param quota the quota in force
     * @param now about the time of the call, by the clock of this node, in microseconds since the epoch
     * @return as {@code ARGV[at]}, {@code ARGV[at + 1]}... in Lua, where they are exact up to 2<sup>53</sup>; unless
     *     overridden: limit, window, increment, burst and maxWait, times in microseconds, an unlimited wait as -1
     */
    default long[] luaNumbers(Quota quota, long now) {
        return new long[] {
            quota.limit(), quota.windowMicros(), quota.incrementMicros(), quota.burst(), Quotas.luaMaxWait(quota)
        };
    }

    /**
     * Whether what a call takes is only lent to it: given back when the call has ended, however it ended, so that it is
     * not time that makes room but others who have finished. Its {@link Counter#giveBack} then is the regular way, and
     * {@link Counter#retryAfter} the time after which there is room even if nobody finishes.
     *
     * <p>In {@link #luaChunk()} the name of what is lent, digits that the call has chosen, follows the {@linkplain
     * #luaNumbers numbers}. If no answer comes from Redis, what may have been lent is given back all the same, more than
     * once if that is not confirmed: {@code refund} knows it by its name, and leaves everything else alone.
     *
     * @return false if what was taken stays taken
     */
    default boolean lends() {
        return false;
    }

    /**
     * Whether what a call took can be given back in full though others have taken more since. Where a call is decided in
     * several steps, as on a Redis Cluster, limits for which this is not so come last.
     *
     * @return false if {@link Counter#giveBack} may have to keep something
     */
    default boolean givesBackInFull() {
        return true;
    }
}

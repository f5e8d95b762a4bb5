package io.github.limiter.guard;

import io.github.limiter.policy.BanRule;
import io.github.limiter.subject.Caller;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call to be decided.
 *
 * @param caller who calls
 * @param charges the limits it is subject to; may be empty. Of several charges to one count only the largest is made
 * @param mayWait whether the caller can be held until its departure from a leaky bucket; if not, a call that would have
 *     to wait is refused
 * @param rule what a refusal by one of the limits counts as, against the subject of that limit; null: nothing
 * @param isAboutChallenges whether the caller asks for a challenge or answers one: then neither a challenge nor the load is
 *     in its way
 */
public record GuardRequest(
        Caller caller,
        List<Charge> charges,
        boolean mayWait,
        @Nullable BanRule rule,
        boolean isAboutChallenges) {

    /**
     * A call for something else than a challenge.
     *
     * @param caller who calls
     * @param charges the limits it is subject to
     * @param mayWait whether the caller can be held until its departure
     * @param rule what a refusal by one of the limits counts as
     */
    public GuardRequest(Caller caller, List<Charge> charges, boolean mayWait, @Nullable BanRule rule) {
        this(caller, charges, mayWait, rule, false);
    }

    /**
     * A call whose refusals count as nothing.
     *
     * @param caller who calls
     * @param charges the limits it is subject to
     * @param mayWait whether the caller can be held until its departure
     */
    public GuardRequest(Caller caller, List<Charge> charges, boolean mayWait) {
        this(caller, charges, mayWait, null);
    }

    /**
     * A call that asks for a challenge or answers one.
     *
     * @param caller who calls
     * @param charges the limits it is subject to
     * @return the request
     */
    public static GuardRequest aboutChallenges(Caller caller, List<Charge> charges) {
        return new GuardRequest(caller, charges, false, null, true);
    }

    /**
     * A limit with what this call adds to it.
     *
     * @param limit the limit
     * @param key what refines the count within the subject; null for nothing
     * @param cost units, at least 1
     * @param tiered whether the tier of its policy is one for the call, too; if not, others say of what tier that is
     */
    public record Charge(Limit limit, @Nullable String key, long cost, boolean tiered) {

        /**
         * A charge whose policy has a say in the tier of the call.
         *
         * @param limit the limit
         * @param key what refines the count within the subject; null for nothing
         * @param cost units, at least 1
         */
        public Charge(Limit limit, @Nullable String key, long cost) {
            this(limit, key, cost, true);
        }
    }

    /**
     * The same call without waiting.
     *
     * @return the request
     */
    public GuardRequest withoutWaiting() {
        return mayWait ? new GuardRequest(caller, charges, false, rule, isAboutChallenges) : this;
    }
}

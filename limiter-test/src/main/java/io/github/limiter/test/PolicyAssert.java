package io.github.limiter.test;

import io.github.limiter.guard.AllowList;
import io.github.limiter.guard.Decision;
import io.github.limiter.guard.Guard;
import io.github.limiter.guard.GuardRequest;
import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.guard.Limit;
import io.github.limiter.guard.WaitingRoom;
import io.github.limiter.policy.RatePolicy;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.MemoryStore;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.CidrSet;
import io.github.limiter.subject.ClientAddress;
import io.github.limiter.subject.ClientAddressResolver;
import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.assertj.core.api.AbstractObjectAssert;
import org.jspecify.annotations.Nullable;

/**
 * Asserts what a policy admits, by calls that count for this assertion alone: on counts and a clock of its own, which
 * begins at midnight and stands still until {@link #after}. Neither the allow-list nor other policies have a say. Calls
 * are made by one user at one address, at a cost of 1, unless told otherwise.
 *
 * <p>What a policy <em>is</em> can be asserted by the methods of AssertJ: {@code returns("ip",
 * RatePolicy::dimension)}. Not thread-safe.
 */
public final class PolicyAssert extends AbstractObjectAssert<PolicyAssert, RatePolicy> {

    private static final ClientAddressResolver ADDRESSES = new ClientAddressResolver(CidrSet.empty(), "Forwarded");
    private static final int MAX_KEYS = 1_000;

    private final Limit limit;
    private final ManualTime time;
    private final Guard guard;
    private Caller caller = new Caller(address("203.0.113.7"), "somebody", null);
    private @Nullable String key;
    private long cost = 1;

    PolicyAssert(Limit limit) {
        super(limit.policy(), PolicyAssert.class);
        this.limit = limit;
        this.time = new ManualTime(
                LocalDate.of(2026, 1, 1).atStartOfDay(actual.quota().zone()).toInstant());
        this.guard = new Guard(AllowList.EMPTY, new MemoryStore(MAX_KEYS, time), new WaitingRoom(time, 0), List.of());
        info.description("policy %s (%s, %s)", actual.name(), actual.algorithm(), actual.quota());
    }

    private static ClientAddress address(String text) {
        return ADDRESSES.resolve(text, List.of());
    }

    /**
     * Lets the next calls be made by a user.
     *
     * @param user name of the user; the address stays
     * @return this
     */
    public PolicyAssert calledByUser(String user) {
        return calledBy(new Caller(caller.address(), user, caller.request()));
    }

    /**
     * Lets the next calls come from an address.
     *
     * @param address an IP address; the user stays
     * @return this
     */
    public PolicyAssert calledFrom(String address) {
        return calledBy(new Caller(address(address), caller.user(), caller.request()));
    }

    /**
     * Lets the next calls be made by somebody.
     *
     * @param caller who calls, with a request for dimensions that look at it
     * @return this
     */
    public PolicyAssert calledBy(Caller caller) {
        this.caller = caller;
        return this;
    }

    /**
     * Lets the next calls be counted under what the policy's {@code key} may evaluate to.
     *
     * @param key the value
     * @return this
     */
    public PolicyAssert withKey(String key) {
        this.key = key;
        return this;
    }

    /**
     * Lets the next calls cost more or less, as {@code permits} may evaluate to.
     *
     * @param units what each costs
     * @return this
     */
    public PolicyAssert costing(long units) {
        this.cost = units;
        return this;
    }

    /**
     * Lets time pass.
     *
     * @param duration zero or more, in whole microseconds
     * @return this
     */
    public PolicyAssert after(Duration duration) {
        time.advance(duration);
        return this;
    }

    /**
     * Makes so many calls at one moment. All must be admitted, whether or not they would be held.
     *
     * @param calls how many, at least 1
     * @return this
     */
    public PolicyAssert admits(long calls) {
        for (long call = 1; call <= calls; call++) {
            LimitResult result = call();
            if (!result.allowed()) {
                failWithMessage(
                        "Expecting %d calls to be admitted, but call %d is refused for %s", calls, call, wait(result));
            }
        }
        return this;
    }

    /**
     * Makes a call that must be refused.
     *
     * @return this
     */
    public PolicyAssert thenRefuses() {
        LimitResult result = call();
        if (result.allowed()) {
            failWithMessage(
                    "Expecting the next call to be refused, but it is admitted, with %d left", result.remaining());
        }
        return this;
    }

    /**
     * Makes a call that must be refused, and be told to come back after exactly so long.
     *
     * @param retryAfter until the same call could pass
     * @return this
     */
    public PolicyAssert thenRefusesFor(Duration retryAfter) {
        LimitResult result = call();
        if (result.allowed()) {
            failWithMessage(
                    "Expecting the next call to be refused for %s, but it is admitted, with %d left",
                    retryAfter, result.remaining());
        } else if (!wait(result).equals(retryAfter)) {
            failWithMessage("Expecting the next call to be refused for %s, but it is for %s", retryAfter, wait(result));
        }
        return this;
    }

    /**
     * Makes a call that must be admitted, and be held for exactly so long.
     *
     * @param delay until its departure from a leaky bucket
     * @return this
     */
    public PolicyAssert thenHoldsFor(Duration delay) {
        LimitResult result = call();
        Duration held = Duration.of(result.delay(), ChronoUnit.MICROS);
        if (!result.allowed()) {
            failWithMessage("Expecting the next call to be held for %s, but it is refused for %s", delay, wait(result));
        } else if (!held.equals(delay)) {
            failWithMessage("Expecting the next call to be held for %s, but it is for %s", delay, held);
        }
        return this;
    }

    /** One call; what a limit in shadow says of it counts as if it were enforced. */
    private LimitResult call() {
        Decision decision = guard.decide(new GuardRequest(caller, List.of(new Charge(limit, key, cost)), true));
        if (decision.limits().isEmpty()) {
            failWithMessage("Expecting calls of %s to be counted, but: %s", caller, decision.reason());
        }
        return decision.limits().get(0);
    }

    private static Duration wait(LimitResult result) {
        return Duration.of(result.retryAfter(), ChronoUnit.MICROS);
    }
}

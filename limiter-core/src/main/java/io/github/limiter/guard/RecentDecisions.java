package io.github.limiter.guard;

import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.subject.Caller;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;

/**
 * Remembers the last decisions that refused a call or would have, so that the id in an answer can be explained. Bounded,
 * lock-free.
 */
public final class RecentDecisions implements DecisionListener {

    private final AtomicReferenceArray<Decision> ring;
    private final AtomicLong next = new AtomicLong();

    /**
     * An empty memory.
     *
     * @param capacity decisions kept, at least 1
     * @throws InvalidConfigurationException if it is less
     */
    public RecentDecisions(int capacity) {
        if (capacity < 1) {
            throw new InvalidConfigurationException(
                    "capacity", capacity, "is not a positive number of decisions", "Set 1 or more, such as 1000");
        }
        ring = new AtomicReferenceArray<>(capacity);
    }

    @Override
    public void onDecision(Decision decision) {
        if (!decision.isAllowed() || hasShadowRefusal(decision) || decision.assessment() != null) {
            ring.set((int) (next.getAndIncrement() % ring.length()), withoutRequest(decision));
        }
    }

    /** A server uses its request objects again: later, they would hold the data of others. */
    private static Decision withoutRequest(Decision decision) {
        Caller caller = decision.caller();
        return new Decision(
                decision.number(),
                decision.outcome(),
                decision.reason(),
                new Caller(caller.address(), caller.user(), null),
                decision.limits(),
                decision.pause(),
                decision.standing(),
                decision.assessment());
    }

    private static boolean hasShadowRefusal(Decision decision) {
        for (var limit : decision.limits()) {
            if (!limit.allowed()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Looks a decision up.
     *
     * @param id its {@link Decision#id()}
     * @return the decision without its request, if it refused a call or would have, and is still remembered
     */
    public Optional<Decision> find(String id) {
        return all().stream().filter(decision -> decision.id().equals(id)).findFirst();
    }

    /**
     * What is remembered.
     *
     * @return without their requests, in no particular order
     */
    public List<Decision> all() {
        return IntStream.range(0, ring.length())
                .mapToObj(ring::get)
                .filter(Objects::nonNull)
                .toList();
    }
}

package io.github.limiter.examples.shop;

import io.github.limiter.guard.Decision;
import io.github.limiter.guard.DecisionListener;
import io.github.limiter.store.LimitResult;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Notes when admitted calls were told to go on. */
class Departures implements DecisionListener {

    private record Departure(String policy, long micros, long delay) {}

    private final Queue<Departure> noted = new ConcurrentLinkedQueue<>();

    @Override
    public void onDecision(Decision decision) {
        for (LimitResult limit : decision.limits()) {
            if (limit.charged()) {
                noted.add(new Departure(limit.check().policy().name(), limit.departure(), limit.delay()));
            }
        }
    }

    /** How long callers of a policy were held, in microseconds. */
    List<Long> delaysOf(String policy) {
        return noted.stream()
                .filter(departure -> departure.policy.equals(policy))
                .map(Departure::delay)
                .toList();
    }

    /** Departures of a policy in microseconds of the store's clock, earliest first. */
    List<Long> of(String policy) {
        return noted.stream()
                .filter(departure -> departure.policy.equals(policy))
                .map(Departure::micros)
                .sorted()
                .toList();
    }
}

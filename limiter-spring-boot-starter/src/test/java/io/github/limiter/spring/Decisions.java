package io.github.limiter.spring;

import io.github.limiter.guard.Decision;
import io.github.limiter.guard.DecisionListener;
import io.github.limiter.store.LimitResult;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers what was decided. */
public final class Decisions implements DecisionListener {

    private final List<Decision> decisions = new CopyOnWriteArrayList<>();

    @Override
    public void onDecision(Decision decision) {
        decisions.add(decision);
    }

    /** Oldest first. */
    public List<Decision> all() {
        return decisions;
    }

    /** The newest one. */
    public Decision last() {
        return decisions.get(decisions.size() - 1);
    }

    /** The policies of the newest one, in the order of their names. */
    public List<String> lastPolicies() {
        return last().limits().stream()
                .map(LimitResult::check)
                .map(check -> check.policy().name())
                .sorted()
                .toList();
    }

    /** The counts of the newest one. */
    public List<String> lastKeys() {
        return last().limits().stream()
                .map(limit -> limit.check().key().toString())
                .toList();
    }
}

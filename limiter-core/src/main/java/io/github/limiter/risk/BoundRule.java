package io.github.limiter.risk;

import io.github.limiter.policy.SignalRule;
import org.jspecify.annotations.Nullable;

/**
 * A rule with what measures it.
 *
 * @param rule what its value means
 * @param builtIn tells its gauge; null if it keeps nothing
 * @param gauge index of its gauge in the layout; −1 without one
 * @param own works its value out from the event alone; null if it has a gauge
 */
record BoundRule(
        SignalRule rule,
        @Nullable BuiltInSignal builtIn,
        int gauge,
        @Nullable RiskSignal own) {

    /** What a value adds to the score. */
    int points(long value) {
        if (builtIn != null && builtIn.firesBelow()) {
            return value < rule.threshold() ? rule.points() : 0;
        }
        if (value < rule.threshold()) {
            return 0;
        }
        // Capped before it is multiplied: a value may be as large as somebody likes.
        long times = Math.min(value, 1_000 * rule.threshold());
        return (int) Math.min(rule.cap(), rule.points() * times / rule.threshold());
    }
}

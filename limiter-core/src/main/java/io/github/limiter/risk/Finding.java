package io.github.limiter.risk;

import io.github.limiter.policy.SignalRule;
import io.github.limiter.subject.Subject;

/**
 * A signal that fired, and what it added.
 *
 * @param rule which, with its threshold
 * @param subject whose behaviour it is
 * @param value what was measured, in the signal's unit
 * @param points what it added to the score
 */
public record Finding(SignalRule rule, Subject subject, long value, int points) {

    /** {@code regular 930 ≥ 800 of ip:203.0.113.7: 35}. */
    @Override
    public String toString() {
        boolean below = rule.signal().equals(Signals.FAST_FLOW);
        return rule.name() + ' ' + value + (below ? " < " : " >= ") + rule.threshold() + " of " + subject + ": +"
                + points;
    }
}

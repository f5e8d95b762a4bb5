package io.github.limiter.guard;

/** Is told every decision, on the thread that decided: be quick, never block. What it throws is logged, no more. */
@FunctionalInterface
public interface DecisionListener {

    /**
     * A decision was made.
     *
     * @param decision the decision
     */
    void onDecision(Decision decision);
}

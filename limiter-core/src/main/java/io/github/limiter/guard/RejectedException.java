package io.github.limiter.guard;

/**
 * A guarded call was refused. Carries the decision; has no stack trace, since attackers cause it at will. Over HTTP the
 * library answers it; a caller elsewhere (a consumer, a scheduled job) may catch it.
 */
public final class RejectedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Decision decision;

    /**
     * Makes one.
     *
     * @param decision the decision that refused the call
     */
    public RejectedException(Decision decision) {
        super(
                decision.outcome() + " (" + decision.reason() + "), decision " + decision.id() + ", retry after "
                        + decision.retryAfter(),
                null,
                false,
                false);
        this.decision = decision;
    }

    /**
     * Why the call was refused.
     *
     * @return the decision
     */
    public Decision decision() {
        return decision;
    }
}

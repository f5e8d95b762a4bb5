package io.github.limiter.risk;

/**
 * A signal of one's own, named in a scene's rules like a built-in one. Called on the request path by many threads: no I/O.
 * One that fails counts as 0 and never fails a request.
 */
public interface RiskSignal {

    /**
     * The name that scenes use.
     *
     * @return lower case, {@code -} between words
     */
    String name();

    /**
     * How suspicious an event is.
     *
     * @param event what happens
     * @return 0 for not at all, else more the more it is; the scene's threshold says from where on it counts
     */
    long value(RiskEvent event);
}

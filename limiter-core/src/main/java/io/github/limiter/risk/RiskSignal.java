package io.github.limiter.risk;

/**
 * A signal of one's own, named in a scene's rules like a built-in one. Called on a few threads of the library's own, once
 * for an event, while the request waits for it: what the thread of the request knows (locale, logged-in user, transaction)
 * is not known there. One that fails, whatever it throws, or takes longer than the deadline, 100 ms unless it is set,
 * counts as 0, and neither fails a request nor holds up others. While a call of it is overdue it is not asked again.
 *
 * <p>What it needs of the request it reads from {@link RiskEvent#request()}: in shadow nobody waits for it, and the server's
 * own request may be over by then.
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

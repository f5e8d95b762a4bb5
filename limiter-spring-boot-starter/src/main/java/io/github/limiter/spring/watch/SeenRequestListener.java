package io.github.limiter.spring.watch;

/**
 * Is told of every request of the application once it was answered: bans and risk control look at what can only be known
 * then. Not told of preflights, of requests that the limiter itself refused, nor of error and asynchronous dispatches, which
 * belong to a request that is told once. Called on the thread that answered: be quick, never block. What it throws is
 * logged, no more.
 */
public interface SeenRequestListener {

    /**
     * Whether it wants to be told at all. Nothing is looked at for those who do not.
     *
     * @return may change while the application runs
     */
    boolean isWatching();

    /**
     * A request was answered.
     *
     * @param request what it was and what became of it
     */
    void onRequest(SeenRequest request);
}

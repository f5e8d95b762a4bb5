package io.github.limiter.store;

/**
 * A store that answers, but could not decide this very call: the code of one of its algorithms failed on it, say. It says
 * nothing about other calls.
 */
public final class UndecidedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Made by a store.
     *
     * @param message what failed
     */
    public UndecidedException(String message) {
        super(message);
    }
}

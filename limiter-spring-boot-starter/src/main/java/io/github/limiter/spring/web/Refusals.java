package io.github.limiter.spring.web;

import io.github.limiter.guard.CostException;
import io.github.limiter.guard.RejectedException;
import org.jspecify.annotations.Nullable;

/** Finds what the limiter refused a call with, in what came out of it: proxies and futures wrap exceptions. */
public final class Refusals {

    /** More wrappers than anybody needs; ends the search in a circle of causes. */
    private static final int MAX_DEPTH = 16;

    private Refusals() {}

    /**
     * The refusal in an exception.
     *
     * @param exception what came out of a call
     * @return a {@link RejectedException} or {@link CostException}, itself or among the causes; null for none
     */
    public static @Nullable RuntimeException in(Throwable exception) {
        Throwable cause = exception;
        for (int depth = 0; cause != null && depth < MAX_DEPTH; depth++) {
            if (cause instanceof RejectedException || cause instanceof CostException) {
                return (RuntimeException) cause;
            }
            cause = cause.getCause();
        }
        return null;
    }
}

package io.github.limiter.gateway;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/**
 * A route is left alone by its circuit breaker (503), its service could not be reached or left without an answer (502), or
 * did not begin to answer in time (504). The library answers it as a problem, unless something before that does: a
 * circuit breaker with a fallback in the route itself, or an exception handler of the application's.
 */
public final class RouteUnavailableException extends ResponseStatusException {

    private static final long serialVersionUID = 1L;

    /** When to come back. */
    private final Duration retryAfter;

    private RouteUnavailableException(
            HttpStatus status, String reason, Duration retryAfter, @Nullable Throwable cause) {
        super(status, reason, cause);
        this.retryAfter = retryAfter;
    }

    static RouteUnavailableException open(String route, Duration retryAfter, Throwable cause) {
        return new RouteUnavailableException(
                HttpStatus.SERVICE_UNAVAILABLE,
                "the route " + route + " fails too often and is left alone for a while",
                retryAfter,
                cause);
    }

    static RouteUnavailableException late(String route) {
        return new RouteUnavailableException(
                HttpStatus.GATEWAY_TIMEOUT, "the route " + route + " does not answer in time", Duration.ZERO, null);
    }

    static RouteUnavailableException unreachable(String route, Throwable cause) {
        return new RouteUnavailableException(
                HttpStatus.BAD_GATEWAY, "the route " + route + " gives no answer", Duration.ZERO, cause);
    }

    /**
     * When the route may be let through to again.
     *
     * @return from when this was thrown; zero if that is not known
     */
    public Duration retryAfter() {
        return retryAfter;
    }

    /** Thrown as often as clients like while a breaker is open. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}

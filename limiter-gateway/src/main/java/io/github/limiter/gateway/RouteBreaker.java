package io.github.limiter.gateway;

import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.StateTransition;
import io.github.resilience4j.reactor.circuitbreaker.operator.CircuitBreakerOperator;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import reactor.core.publisher.Mono;

/** The circuit breaker of one route, and when it lets the next request through. Thread-safe. */
final class RouteBreaker {

    private final String route;
    private final CircuitBreaker breaker;
    private final Duration timeout;
    private final LongSupplier nanos;
    private volatile Pause pause = new Pause(0, 0, 0);

    /** A time in which nothing is let through; the attempt counts those in a row. */
    private record Pause(int attempt, long from, long length) {

        long left(long now) {
            return Math.max(0, length - (now - from));
        }
    }

    /** A timeout of zero is none. */
    RouteBreaker(String route, CircuitBreaker breaker, Duration timeout, LongSupplier nanos) {
        this.route = route;
        this.breaker = breaker;
        this.timeout = timeout;
        this.nanos = nanos;
        breaker.getEventPublisher().onStateTransition(event -> changed(event.getStateTransition()));
    }

    private void changed(StateTransition transition) {
        if (transition.getToState() == State.OPEN) {
            int attempt = transition.getFromState() == State.HALF_OPEN ? pause.attempt + 1 : 1;
            long millis = breaker.getCircuitBreakerConfig()
                    .getWaitIntervalFunctionInOpenState()
                    .apply(attempt);
            pause = new Pause(
                    attempt, nanos.getAsLong(), Duration.ofMillis(millis).toNanos());
        }
    }

    Mono<Void> run(Mono<Void> request) {
        Mono<Void> guarded = request.transformDeferred(CircuitBreakerOperator.of(breaker));
        return (timeout.isZero() ? guarded : guarded.timeout(timeout, Mono.defer(this::late)))
                .onErrorResume(this::failure);
    }

    /** The breaker itself sees no more than that the request was given up. */
    private Mono<Void> late() {
        RouteUnavailableException failure = RouteUnavailableException.late(route);
        breaker.onError(timeout.toNanos(), TimeUnit.NANOSECONDS, failure);
        return Mono.error(failure);
    }

    private Mono<Void> failure(Throwable failure) {
        if (failure instanceof FailedAnswer) {
            return Mono.empty();
        }
        return Mono.error(
                failure instanceof CallNotPermittedException
                        ? RouteUnavailableException.open(
                                route, Duration.ofNanos(pause.left(nanos.getAsLong())), failure)
                        : failure);
    }

    /** Tells the breaker of an answer that is a failure, and stays what the client gets. */
    static final class FailedAnswer extends RuntimeException {

        private static final long serialVersionUID = 1L;

        FailedAnswer() {
            super(null, null, false, false);
        }
    }
}

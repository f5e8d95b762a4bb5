package io.github.limiter.gateway;

import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.StateTransition;
import io.github.resilience4j.reactor.circuitbreaker.operator.CircuitBreakerOperator;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** The circuit breaker of one route, and when it lets the next request through. Thread-safe. */
final class RouteBreaker {

    private final String route;
    private final CircuitBreaker breaker;
    private final Duration timeout;
    private final Scheduler clock;
    private volatile Pause pause = new Pause(0, 0, 0);

    /** A time in which nothing is let through; the attempt counts those in a row. */
    private record Pause(int attempt, long from, long length) {

        long left(long now) {
            return Math.max(0, length - (now - from));
        }
    }

    /** A timeout of zero is none. */
    RouteBreaker(String route, CircuitBreaker breaker, Duration timeout, Scheduler clock) {
        this.route = route;
        this.breaker = breaker;
        this.timeout = timeout;
        this.clock = clock;
        breaker.getEventPublisher().onStateTransition(event -> changed(event.getStateTransition()));
    }

    private void changed(StateTransition transition) {
        if (transition.getToState() == State.OPEN) {
            int attempt = transition.getFromState() == State.HALF_OPEN ? pause.attempt + 1 : 1;
            long millis = breaker.getCircuitBreakerConfig()
                    .getWaitIntervalFunctionInOpenState()
                    .apply(attempt);
            pause = new Pause(
                    attempt,
                    clock.now(TimeUnit.NANOSECONDS),
                    Duration.ofMillis(millis).toNanos());
        }
    }

    Mono<Void> run(Mono<Void> request, Upload upload) {
        Mono<Void> guarded = request.transformDeferred(CircuitBreakerOperator.of(breaker));
        return (timeout.isZero() ? guarded : guarded.timeout(end(upload), Mono.defer(() -> late(upload))))
                .onErrorResume(this::failure);
    }

    /** Ends when nothing has happened for too long. */
    private Mono<Void> end(Upload upload) {
        return Mono.defer(() -> Mono.delay(upload.left(timeout), clock))
                .repeat(() -> upload.left(timeout).compareTo(Duration.ZERO) > 0)
                .then();
    }

    /**
     * The breaker itself sees no more than that the request was given up, which is nothing to it. So it is if the client is
     * slow: whoever sends a few requests and not the whole of them must not shut the route for all.
     */
    private Mono<Void> late(Upload upload) {
        if (upload.waitsForClient()) {
            return Mono.error(new ResponseStatusException(
                    HttpStatus.REQUEST_TIMEOUT, "the request was not sent on for " + timeout.toSeconds() + " s"));
        }
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
                                route, Duration.ofNanos(pause.left(clock.now(TimeUnit.NANOSECONDS))), failure)
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

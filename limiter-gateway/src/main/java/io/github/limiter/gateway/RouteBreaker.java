package io.github.limiter.gateway;

import io.github.limiter.gateway.RoutedCall.Outcome;
import io.github.limiter.gateway.RoutedCall.Permission;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.StateTransition;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import reactor.core.scheduler.Scheduler;

/** The circuit breaker of one route, and when it lets the next request through. Thread-safe. */
final class RouteBreaker {

    private final String route;
    private final CircuitBreaker breaker;
    private final Scheduler clock;
    private volatile Pause pause = new Pause(0, 0, 0);

    /** A time in which nothing is let through; the attempt counts those in a row. */
    private record Pause(int attempt, long from, long length) {

        long left(long now) {
            return Math.max(0, length - (now - from));
        }
    }

    RouteBreaker(String route, CircuitBreaker breaker, Scheduler clock) {
        this.route = route;
        this.breaker = breaker;
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

    String route() {
        return route;
    }

    Permission permit() {
        if (!breaker.tryAcquirePermission()) {
            return Permission.NONE;
        }
        return breaker.getState() == State.HALF_OPEN ? Permission.TRIAL : Permission.PLAIN;
    }

    /** A plain one is not to make room for another trial, should the breaker have opened since. */
    void giveBack(Permission permission) {
        if (permission == Permission.TRIAL) {
            breaker.releasePermission();
        }
    }

    void count(Outcome outcome) {
        long nanos = outcome.took().toNanos();
        Throwable failure = outcome.failure();
        if (failure == null) {
            breaker.onSuccess(nanos, TimeUnit.NANOSECONDS);
        } else {
            breaker.onError(nanos, TimeUnit.NANOSECONDS, failure);
        }
    }

    RouteUnavailableException refusal() {
        return RouteUnavailableException.open(
                route,
                Duration.ofNanos(pause.left(clock.now(TimeUnit.NANOSECONDS))),
                CallNotPermittedException.createCallNotPermittedException(breaker));
    }
}

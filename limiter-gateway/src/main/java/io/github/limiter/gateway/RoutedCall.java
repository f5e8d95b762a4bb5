package io.github.limiter.gateway;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;

/**
 * A request on its way to a service, kept with its exchange: however often it is tried, it has one permission of the
 * breaker, and counts once, by what its last attempt tells of the service; if that is nothing, not at all. Thread-safe.
 */
final class RoutedCall {

    private static final String ATTRIBUTE = RoutedCall.class.getName() + ' ';

    private final RouteBreaker breaker;
    private final AtomicReference<Permission> permission = new AtomicReference<>(Permission.NONE);
    private volatile boolean madeRoom;
    private final AtomicReference<@Nullable Outcome> last = new AtomicReference<>();

    /** What it holds of the breaker. */
    enum Permission {
        NONE,
        /** One of any number. */
        PLAIN,
        /** One of the few that find out whether the service works again. */
        TRIAL
    }

    /** What an attempt tells of the service, and how long that took once the service had the request. */
    record Outcome(@Nullable Throwable failure, Duration took) {}

    private RoutedCall(RouteBreaker breaker) {
        this.breaker = breaker;
    }

    /** One for each route on the way: a fallback may lead to another. */
    static RoutedCall begin(ServerWebExchange exchange, RouteBreaker breaker) {
        RoutedCall call = new RoutedCall(breaker);
        exchange.getAttributes().put(ATTRIBUTE + breaker.route(), call);
        return call;
    }

    static @Nullable RoutedCall of(ServerWebExchange exchange) {
        Route route = exchange.getAttribute(ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR);
        return route == null ? null : exchange.getAttribute(ATTRIBUTE + route.getId());
    }

    String route() {
        return breaker.route();
    }

    /**
     * Another attempt begins.
     *
     * @throws RouteUnavailableException if the breaker refuses it
     */
    void attempt() {
        last.set(null);
        if (permission.get() == Permission.NONE && !madeRoom && !isPermitted()) {
            throw breaker.refusal();
        }
    }

    private boolean isPermitted() {
        Permission given = breaker.permit();
        permission.set(given);
        return given != Permission.NONE;
    }

    boolean isTrial() {
        return permission.get() == Permission.TRIAL;
    }

    /** Somebody else may try as well; this one goes on, and still tells in the end. */
    void makeRoom() {
        madeRoom = true;
        giveBack();
    }

    private void giveBack() {
        breaker.giveBack(permission.getAndSet(Permission.NONE));
    }

    void answered(Duration took) {
        last.set(new Outcome(null, took));
    }

    void failed(Throwable failure, Duration took) {
        last.set(new Outcome(failure, took));
    }

    /** A service that cannot be reached is a problem of its own; what the gateway or the breaker says stays what it is. */
    Throwable asTold(Throwable failure) {
        Outcome outcome = last.get();
        return outcome != null && outcome.failure() == failure && !(failure instanceof ResponseStatusException)
                ? RouteUnavailableException.unreachable(route(), failure)
                : failure;
    }

    /** No more attempts. */
    void end() {
        Outcome outcome = last.getAndSet(null);
        if (outcome == null) {
            giveBack();
        } else if (permission.get() != Permission.NONE || madeRoom || isPermitted()) {
            permission.set(Permission.NONE);
            breaker.count(outcome);
        }
    }
}

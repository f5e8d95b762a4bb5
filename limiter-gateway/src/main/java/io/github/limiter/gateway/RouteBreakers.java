package io.github.limiter.gateway;

import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import reactor.core.scheduler.Scheduler;

/**
 * The circuit breakers of the routes, made when they are first needed. Thread-safe.
 *
 * <p>They are in the registry of Spring Cloud's circuit breakers, with its properties and meters, but do not come from its
 * factory: that one puts a bulkhead of 25 requests around each.
 */
final class RouteBreakers {

    private static final String PREFIX = "gateway-";

    private final CircuitBreakerRegistry registry;
    private final CircuitBreakerConfig config;
    private final Scheduler clock;
    private final Map<String, RouteBreaker> byRoute = new ConcurrentHashMap<>();

    RouteBreakers(
            CircuitBreakerRegistry registry, LimiterGatewayProperties.CircuitBreaker properties, Scheduler clock) {
        this.registry = registry;
        this.clock = clock;
        this.config = CircuitBreakerConfig.custom()
                .failureRateThreshold(properties.failureRate())
                .slidingWindowSize(properties.window())
                .minimumNumberOfCalls(properties.minimumRequests())
                .waitDurationInOpenState(properties.open())
                .permittedNumberOfCallsInHalfOpenState(properties.trials())
                .build();
    }

    RouteBreaker of(String route) {
        RouteBreaker known = byRoute.get(route);
        return known == null ? byRoute.computeIfAbsent(route, this::make) : known;
    }

    private RouteBreaker make(String route) {
        return new RouteBreaker(route, registry.circuitBreaker(PREFIX + route, config), clock);
    }
}

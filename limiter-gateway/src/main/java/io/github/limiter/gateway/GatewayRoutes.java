package io.github.limiter.gateway;

import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.spring.web.reactive.RoutingHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.OrderedGatewayFilter;
import org.springframework.cloud.gateway.handler.FilteringWebHandler;
import org.springframework.cloud.gateway.handler.RoutePredicateHandlerMapping;
import org.springframework.cloud.gateway.handler.predicate.AbstractRoutePredicateFactory;
import org.springframework.cloud.gateway.handler.predicate.ReadBodyRoutePredicateFactory;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.route.RouteLocator;
import org.springframework.cloud.gateway.support.HasConfig;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** What the limiter may know of the routes before the gateway chooses one. Thread-safe. */
final class GatewayRoutes implements RoutingHandlers {

    private static final String PREDICATES = AbstractRoutePredicateFactory.class.getPackageName() + '.';

    private final Supplier<RouteLocator> routes;

    /** Routes, asked for on first use. */
    GatewayRoutes(Supplier<RouteLocator> routes) {
        this.routes = routes;
    }

    /** The limits of a route, wherever they stand among its filters. */
    static Stream<RouteLimit> limits(Route route) {
        return route.getFilters().stream()
                .map(GatewayRoutes::bare)
                .flatMap(filter -> filter instanceof RouteLimit limit ? Stream.of(limit) : Stream.empty());
    }

    private static GatewayFilter bare(GatewayFilter filter) {
        return filter instanceof OrderedGatewayFilter ordered ? ordered.getDelegate() : filter;
    }

    @Override
    public boolean cover(Object handler) {
        return handler instanceof FilteringWebHandler;
    }

    /** A predicate of the application's may go by who is logged in; one that reads the body would take it away. */
    @Override
    public Mono<Boolean> isForeseeable(HandlerMapping mapping) {
        return mapping instanceof RoutePredicateHandlerMapping
                ? routes.get().getRoutes().all(GatewayRoutes::isForeseeable)
                : Mono.just(true);
    }

    private static boolean isForeseeable(Route route) {
        List<HasConfig> predicates = new ArrayList<>();
        route.getPredicate().accept(predicates::add);
        return !predicates.isEmpty() && predicates.stream().allMatch(GatewayRoutes::isForeseeable);
    }

    private static boolean isForeseeable(HasConfig predicate) {
        Object config = predicate.getConfig();
        return config != null
                && config.getClass().getName().startsWith(PREDICATES)
                && !(config instanceof ReadBodyRoutePredicateFactory.Config);
    }

    @Override
    public @Nullable List<Charge> certainCharges(ServerWebExchange exchange) {
        Route route = exchange.getAttribute(ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR);
        return route == null
                ? null
                : limits(route).map(limit -> limit.chargeOf(null)).toList();
    }
}

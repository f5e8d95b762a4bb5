package io.github.limiter.gateway;

import io.github.limiter.load.RequestTime;
import io.github.limiter.spring.load.LoadWebFilter;
import io.github.limiter.spring.web.reactive.ExchangeEntrance;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Decides every routed request once: what it owes already, such as {@code limiter.global}, and all limits of its route, as
 * one. A refused request gets no further: no filter of the route, no retry and no circuit breaker sees it.
 */
final class LimiterGlobalFilter implements GlobalFilter, Ordered {

    /** Filters of routes are counted from 1; those that an application wants before the limits are below. */
    static final int ORDER = 0;

    private final ExchangeEntrance entrance;

    LimiterGlobalFilter(ExchangeEntrance entrance) {
        this.entrance = entrance;
    }

    @Override
    public int getOrder() {
        return ORDER;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        Route route = exchange.getAttribute(ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR);
        RequestTime time = LoadWebFilter.timeOf(exchange);
        if (route != null && time != null) {
            time.handledBy(route.getId());
        }
        List<RouteLimit> limits = limits(route, exchange);
        return Flux.fromIterable(limits)
                .concatMap(limit -> limit.charge(exchange))
                .collectList()
                .flatMap(charges -> entrance.admit(exchange, charges))
                .doOnSuccess(admitted -> Decided.of(exchange).addAll(limits))
                .then(Mono.defer(() -> chain.filter(exchange)));
    }

    /** Those that are not decided yet: it may be a route of its own that is forwarded to. */
    private static List<RouteLimit> limits(@Nullable Route route, ServerWebExchange exchange) {
        List<RouteLimit> limits = new ArrayList<>(4);
        if (route != null) {
            GatewayRoutes.limits(route).forEach(limits::add);
            limits.removeAll(Decided.of(exchange));
        }
        return limits;
    }
}

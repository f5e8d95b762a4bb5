package io.github.limiter.gateway;

import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Counts each request of a route once, by what its service did in the end. Around the filters of the route: of a service
 * that has one dead node of two, every first attempt may fail, and if each were counted, the breaker would shut what a retry
 * reaches. One breaker for each node would not do either: it refuses where the retry looks for a refused connection. What
 * an open breaker refuses is refused by {@link AttemptGlobalFilter}, within those filters, where a fallback sees it.
 */
final class CircuitBreakerGlobalFilter implements GlobalFilter, Ordered {

    /** That of the first filter of a route, before which global ones of the same order come. */
    private static final int ORDER = LimiterGlobalFilter.ORDER + 1;

    private final RouteBreakers breakers;

    CircuitBreakerGlobalFilter(RouteBreakers breakers) {
        this.breakers = breakers;
    }

    @Override
    public int getOrder() {
        return ORDER;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        Route route = exchange.getAttribute(ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR);
        if (route == null) {
            return chain.filter(exchange);
        }
        return Mono.defer(() -> {
            RoutedCall call = RoutedCall.begin(exchange, breakers.of(route.getId()));
            return chain.filter(exchange)
                    .onErrorMap(call::asTold)
                    .doOnTerminate(call::end)
                    .doOnCancel(call::end);
        });
    }
}

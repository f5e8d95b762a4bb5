package io.github.limiter.gateway;

import java.util.Set;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.filter.RouteToRequestUrlFilter;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.core.Ordered;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Puts a circuit breaker around what a route calls. Within the filters of the route: each attempt of its retries counts,
 * and a fallback of its own answers before the problem does.
 */
final class CircuitBreakerGlobalFilter implements GlobalFilter, Ordered {

    private final RouteBreakers breakers;
    private final Set<Integer> failures;

    CircuitBreakerGlobalFilter(RouteBreakers breakers, Set<Integer> failures) {
        this.breakers = breakers;
        this.failures = failures;
    }

    @Override
    public int getOrder() {
        return RouteToRequestUrlFilter.ROUTE_TO_URL_FILTER_ORDER - 1;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        Route route = exchange.getAttribute(ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR);
        if (route == null) {
            return chain.filter(exchange);
        }
        Upload upload = new Upload(exchange.getRequest(), breakers::nanos);
        Mono<Void> call = chain.filter(exchange.mutate().request(upload).build())
                .then(Mono.defer(() -> failed(exchange) ? Mono.error(new RouteBreaker.FailedAnswer()) : Mono.empty()));
        return breakers.of(route.getId()).run(call, upload);
    }

    private boolean failed(ServerWebExchange exchange) {
        HttpStatusCode status = exchange.getResponse().getStatusCode();
        return status != null && failures.contains(status.value());
    }
}

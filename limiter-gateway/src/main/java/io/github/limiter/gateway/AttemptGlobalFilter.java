package io.github.limiter.gateway;

import java.time.Duration;
import java.util.Set;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.filter.RouteToRequestUrlFilter;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Lets a request through to its service, if the breaker of the route does, and looks at what comes of it. */
final class AttemptGlobalFilter implements GlobalFilter, Ordered {

    private static final String WEBSOCKET_VERSION = "Sec-WebSocket-Version";

    /** Those that Netty knows; over others it stumbles once it has answered them. */
    private static final Set<String> WEBSOCKET_VERSIONS = Set.of("7", "8", "13");

    private final Duration timeout;
    private final Set<Integer> failures;
    private final Scheduler clock;

    /** A timeout of zero is none. */
    AttemptGlobalFilter(Duration timeout, Set<Integer> failures, Scheduler clock) {
        this.timeout = timeout;
        this.failures = failures;
        this.clock = clock;
    }

    @Override
    public int getOrder() {
        return RouteToRequestUrlFilter.ROUTE_TO_URL_FILTER_ORDER - 1;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        RoutedCall call = RoutedCall.of(exchange);
        if (call == null) {
            return chain.filter(exchange);
        }
        if (isHandshakeOfOtherVersion(exchange.getRequest().getHeaders())) {
            ServerHttpResponse response = exchange.getResponse();
            response.setStatusCode(HttpStatus.UPGRADE_REQUIRED);
            response.getHeaders().set(WEBSOCKET_VERSION, "13");
            return response.setComplete();
        }
        return Mono.defer(() -> {
            call.attempt();
            return new Attempt(call, exchange, failures, timeout, clock).run(chain);
        });
    }

    private static boolean isHandshakeOfOtherVersion(HttpHeaders headers) {
        String version = headers.getFirst(WEBSOCKET_VERSION);
        return "websocket".equalsIgnoreCase(headers.getUpgrade())
                && (version == null || !WEBSOCKET_VERSIONS.contains(version));
    }
}

package io.github.limiter.gateway;

import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.guard.Limit;
import io.github.limiter.spring.web.reactive.ExchangeEntrance;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.ratelimit.KeyResolver;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * One limit of a route. {@link LimiterGlobalFilter} finds it and decides it with the others; as a filter it has nothing
 * left to do then. Hidden in a filter of the application's, it decides itself.
 */
final class RouteLimit implements GatewayFilter {

    private final Limit limit;
    private final @Nullable KeyResolver keys;
    private final long cost;
    private final boolean tiered;
    private final Supplier<@Nullable ExchangeEntrance> entrance;

    RouteLimit(
            Limit limit,
            @Nullable KeyResolver keys,
            long cost,
            boolean tiered,
            Supplier<@Nullable ExchangeEntrance> entrance) {
        this.tiered = tiered;
        this.limit = limit;
        this.keys = keys;
        this.cost = cost;
        this.entrance = entrance;
    }

    Mono<Charge> charge(ServerWebExchange exchange) {
        return keys == null
                ? Mono.just(chargeOf(null))
                : keys.resolve(exchange).map(this::chargeOf).switchIfEmpty(Mono.fromSupplier(() -> chargeOf(null)));
    }

    /** Of a request with that key. */
    Charge chargeOf(@Nullable String key) {
        return new Charge(limit, key, cost, tiered);
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        ExchangeEntrance decides = entrance.get();
        if (decides == null || Decided.of(exchange).contains(this)) {
            return chain.filter(exchange);
        }
        return charge(exchange)
                .flatMap(charge -> decides.admit(exchange, List.of(charge)))
                .doOnSuccess(admitted -> Decided.of(exchange).add(this))
                .then(Mono.defer(() -> chain.filter(exchange)));
    }

    @Override
    public String toString() {
        return "[RateLimit " + limit.policy().name() + " " + limit.policy().quota() + ']';
    }
}

package io.github.limiter.spring.web.reactive;

import io.github.limiter.spring.ban.BanGate;
import io.github.limiter.spring.watch.Watch;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.web.cors.reactive.CorsUtils;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Stands before Spring Security: refuses banned addresses and those who walk into a trap, and looks at what became of
 * requests, when their answer begins. Thread-safe.
 */
public final class EarlyWebFilter implements WebFilter, Ordered {

    private final ExchangeCallScopes scopes;
    private final ExchangeGate gate;
    private final Watch watch;

    /**
     * A filter.
     *
     * @param scopes where requests keep what is known of them
     * @param gate refuses banned callers; null: nobody is banned
     * @param watch is told what became of requests
     */
    public EarlyWebFilter(ExchangeCallScopes scopes, @Nullable BanGate gate, Watch watch) {
        this.gate = new ExchangeGate(gate);
        this.scopes = scopes;
        this.watch = watch;
    }

    /**
     * Behind the filter that opens the scope, before all others.
     *
     * @return the highest precedence but one
     */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE + 1;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        ExchangeCallScope scope = scopes.of(exchange);
        if (watch.isOn() && !CorsUtils.isPreFlightRequest(exchange.getRequest())) {
            exchange.getResponse().beforeCommit(() -> Mono.fromRunnable(() -> tell(scope, exchange)));
        }
        return gate.passAddress(scope, exchange)
                .flatMap(attempt -> attempt.isPresent()
                        ? BannedLoginResponse.watched(attempt.get(), scope.marks(), exchange, chain)
                        : chain.filter(exchange))
                .doOnError(scope.marks()::failed);
    }

    private void tell(ExchangeCallScope scope, ServerWebExchange exchange) {
        if (!scope.wasAnswered()) {
            watch.tell(() -> ExchangeSighting.of(scope, exchange));
        }
    }
}

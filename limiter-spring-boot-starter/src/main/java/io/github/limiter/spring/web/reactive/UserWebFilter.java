package io.github.limiter.spring.web.reactive;

import io.github.limiter.spring.ban.BanGate;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Stands right behind Spring Security: notes who is logged in, and refuses banned users. Thread-safe. */
public final class UserWebFilter implements WebFilter, Ordered {

    /** The place behind that of Spring Security's filters, −100. */
    private static final int ORDER = -99;

    private final ExchangeCallScopes scopes;
    private final ExchangeGate gate;

    /**
     * A filter.
     *
     * @param scopes where requests keep what is known of them
     * @param gate refuses banned callers; null: nobody is banned
     */
    public UserWebFilter(ExchangeCallScopes scopes, @Nullable BanGate gate) {
        this.scopes = scopes;
        this.gate = new ExchangeGate(gate);
    }

    @Override
    public int getOrder() {
        return ORDER;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        return gate.passUser(scopes.of(exchange), exchange).then(Mono.defer(() -> chain.filter(exchange)));
    }
}

package io.github.limiter.spring.web.reactive;

import io.github.limiter.spring.interceptor.ReactiveCallScope;
import org.springframework.core.Ordered;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.http.server.reactive.HttpHandlerDecoratorFactory;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Puts the request where guarded calls find it: into the Reactor context. As the decorator of all handling, remembers it
 * as it was received: a {@code ForwardedHeaderTransformer}, say, takes anybody's word for who the peer is. Thread-safe.
 */
public final class ExchangeScopeFilter implements WebFilter, HttpHandlerDecoratorFactory, Ordered {

    private static final Object RECEIVED = ExchangeScopeFilter.class;

    private final ExchangeCallScopes scopes;

    /**
     * A filter.
     *
     * @param scopes keeps what is known of requests
     */
    public ExchangeScopeFilter(ExchangeCallScopes scopes) {
        this.scopes = scopes;
    }

    /**
     * Before all others: what they call may be guarded.
     *
     * @return the highest precedence
     */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    public HttpHandler apply(HttpHandler handler) {
        return (request, response) ->
                handler.handle(request, response).contextWrite(context -> context.put(RECEIVED, request));
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        return Mono.deferContextual(outer -> {
            ServerHttpRequest received = outer.getOrDefault(RECEIVED, exchange.getRequest());
            ExchangeCallScope scope = scopes.open(received, exchange);
            return chain.filter(exchange)
                    .doFinally(end -> scope.ended())
                    .contextWrite(context -> context.put(ReactiveCallScope.KEY, scope));
        });
    }
}

package io.github.limiter.spring.web.reactive;

import io.github.limiter.path.RequestPath;
import io.github.limiter.risk.RequestFacts;
import io.github.limiter.spring.interceptor.RequestFactsReader;
import io.github.limiter.subject.Caller;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;

/** What requests of a reactive application say. Thread-safe. */
public final class ExchangeRequestFacts implements RequestFactsReader {

    /** A reader. */
    public ExchangeRequestFacts() {}

    @Override
    public @Nullable RequestFacts read(Caller caller) {
        ServerWebExchange exchange = caller.request(ServerWebExchange.class);
        if (exchange == null) {
            return null;
        }
        ExchangeCallScope scope = ExchangeCallScopes.known(exchange);
        return of(exchange, scope == null ? ExchangeSighting.path(exchange.getRequest()) : scope.path());
    }

    static RequestFacts of(ServerWebExchange exchange, RequestPath path) {
        ServerHttpRequest request = exchange.getRequest();
        HttpHeaders headers = request.getHeaders();
        return new RequestFacts(
                request.getMethod().name(),
                path,
                request.getURI().getRawQuery(),
                headers.getFirst(HttpHeaders.USER_AGENT),
                headers.getFirst(HttpHeaders.REFERER),
                headers.getFirst(HttpHeaders.ACCEPT_LANGUAGE),
                true,
                RequestFacts.isNavigation(
                        headers.getFirst("Sec-Fetch-Dest"),
                        headers.getFirst("X-Requested-With"),
                        headers.getFirst(HttpHeaders.ACCEPT)));
    }
}

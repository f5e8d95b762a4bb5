package io.github.limiter.spring.web.reactive;

import io.github.limiter.spring.web.RateLimitFields;
import io.github.limiter.subject.ClientAddress;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;

/** Keeps what is known of a request with its exchange. Thread-safe. */
public final class ExchangeCallScopes {

    private static final String ATTRIBUTE = ExchangeCallScope.class.getName();

    private final ExchangeCallers callers;
    private final RateLimitFields fields;

    /**
     * A source of scopes.
     *
     * @param callers finds out who makes a request
     * @param fields what answers tell about limits
     */
    public ExchangeCallScopes(ExchangeCallers callers, RateLimitFields fields) {
        this.callers = callers;
        this.fields = fields;
    }

    /**
     * The client of a request, by the rules of {@code limiter.client-ip}.
     *
     * @param exchange the request
     * @return the client, also of a request that no limit has looked at
     */
    public ClientAddress client(ServerWebExchange exchange) {
        return of(exchange).address();
    }

    /**
     * Tells the rate limit fields of what was decided about a request so far.
     *
     * @param exchange the request
     * @param answer takes name and value of each field; not called if there is nothing to tell
     */
    public void writeFields(ServerWebExchange exchange, BiConsumer<String, String> answer) {
        of(exchange).writeFields(answer);
    }

    ExchangeCallScope open(ServerHttpRequest received, ServerWebExchange exchange) {
        ExchangeCallScope scope = new ExchangeCallScope(received, exchange, callers, fields);
        exchange.getAttributes().put(ATTRIBUTE, scope);
        exchange.getResponse().beforeCommit(scope::answer);
        return scope;
    }

    /** The scope of a request that was seen before. */
    static @Nullable ExchangeCallScope known(ServerWebExchange exchange) {
        return exchange.getAttribute(ATTRIBUTE);
    }

    ExchangeCallScope of(ServerWebExchange exchange) {
        ExchangeCallScope known = known(exchange);
        if (known == null) {
            return open(exchange.getRequest(), exchange);
        }
        known.seenAs(exchange);
        return known;
    }
}

package io.github.limiter.spring.web.reactive;

import io.github.limiter.ban.Offence;
import io.github.limiter.ban.Witness;
import io.github.limiter.subject.Caller;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;

/** Describes requests of a reactive application that a limit has refused. Thread-safe. */
public final class ExchangeWitness implements Witness {

    private static final int TOO_MANY_REQUESTS = 429;

    /** One for all. */
    public ExchangeWitness() {}

    @Override
    public @Nullable Offence describe(Caller caller, String rule, Instant at) {
        ServerWebExchange exchange = caller.request(ServerWebExchange.class);
        if (exchange == null) {
            return null;
        }
        ServerHttpRequest request = exchange.getRequest();
        String route = ExchangeSighting.route(exchange);
        String agent = request.getHeaders().getFirst(HttpHeaders.USER_AGENT);
        return new Offence(
                at,
                rule,
                request.getMethod().name(),
                route == null ? ExchangeSighting.path(request).text() : route,
                TOO_MANY_REQUESTS,
                agent == null ? "" : agent);
    }
}

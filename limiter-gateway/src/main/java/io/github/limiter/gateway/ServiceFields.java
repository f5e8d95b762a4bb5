package io.github.limiter.gateway;

import io.github.limiter.spring.web.reactive.ExchangeCallScopes;
import java.util.Set;
import org.springframework.cloud.gateway.filter.headers.HttpHeadersFilter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.server.ServerWebExchange;

/**
 * Puts the gateway's rate limit fields beside those of a service that has limits of its own: both are lists. Where the
 * service refuses, only its own are told, and where there are none of the service, nothing is to be done. Thread-safe.
 */
final class ServiceFields implements HttpHeadersFilter {

    private static final Set<String> LISTS = Set.of("RateLimit", "RateLimit-Policy");

    private final ExchangeCallScopes scopes;

    ServiceFields(ExchangeCallScopes scopes) {
        this.scopes = scopes;
    }

    @Override
    public boolean supports(Type type) {
        return type == Type.RESPONSE;
    }

    @Override
    public HttpHeaders filter(HttpHeaders input, ServerWebExchange exchange) {
        HttpStatusCode status = exchange.getResponse().getStatusCode();
        if (input.getFirst("RateLimit") == null && input.getFirst("RateLimit-Policy") == null
                || HttpStatus.TOO_MANY_REQUESTS.equals(status)) {
            return input;
        }
        HttpHeaders output = new HttpHeaders();
        scopes.writeFields(exchange, (name, value) -> {
            if (LISTS.contains(name)) {
                output.add(name, value);
            }
        });
        input.forEach((name, values) -> values.forEach(value -> output.add(name, value)));
        return output;
    }
}

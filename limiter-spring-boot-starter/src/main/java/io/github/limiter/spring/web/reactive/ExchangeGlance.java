package io.github.limiter.spring.web.reactive;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.ServerWebExchangeDecorator;
import reactor.core.publisher.Mono;

/** A request that keeps to itself what looking for its handler leaves in it, and in its answer. */
final class ExchangeGlance extends ServerWebExchangeDecorator {

    private final Map<String, Object> attributes;
    private final ServerHttpResponse response;

    ExchangeGlance(ServerWebExchange exchange) {
        super(exchange);
        attributes = new ConcurrentHashMap<>(exchange.getAttributes());
        response = new Unsent(exchange.getResponse());
    }

    @Override
    public Map<String, Object> getAttributes() {
        return attributes;
    }

    @Override
    public ServerHttpResponse getResponse() {
        return response;
    }

    private static final class Unsent extends ServerHttpResponseDecorator {

        private final HttpHeaders headers = new HttpHeaders();

        Unsent(ServerHttpResponse response) {
            super(response);
        }

        @Override
        public HttpHeaders getHeaders() {
            return headers;
        }

        @Override
        public boolean setStatusCode(@Nullable HttpStatusCode status) {
            return true;
        }

        @Override
        public Mono<Void> setComplete() {
            return Mono.empty();
        }
    }
}

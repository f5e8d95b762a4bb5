package io.github.limiter.spring.web.reactive;

import io.github.limiter.spring.web.OperatorBody;
import io.github.limiter.spring.web.ProblemResponse;
import org.springframework.core.Ordered;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Refuses what operators post if it is wrong as {@link OperatorBody} knows. Thread-safe. */
public final class OperatorBodyWebFilter implements WebFilter, Ordered {

    private final OperatorBody body;

    /**
     * A filter.
     *
     * @param body knows what is wrong
     */
    public OperatorBodyWebFilter(OperatorBody body) {
        this.body = body;
    }

    /**
     * Behind Spring Security.
     *
     * @return the last place
     */
    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        ServerHttpRequest request = exchange.getRequest();
        return body.concerns(
                        request.getMethod().name(),
                        ExchangeCaptchaRequest.path(exchange),
                        request.getHeaders().getFirst(HttpHeaders.CONTENT_TYPE))
                ? ExchangeCaptchaRequest.read(request, OperatorBody.MOST).flatMap(bytes -> look(bytes, exchange, chain))
                : chain.filter(exchange);
    }

    private Mono<Void> look(byte[] bytes, ServerWebExchange exchange, WebFilterChain chain) {
        ServerHttpRequest request = exchange.getRequest();
        ProblemResponse refusal = body.refuse(bytes, request.getQueryParams().keySet());
        return refusal == null
                ? chain.filter(exchange.mutate()
                        .request(new ReadAlready(request, exchange, bytes))
                        .build())
                : ExchangeProblem.write(refusal, exchange);
    }

    /** A request whose body was read, for who reads it again. */
    private static final class ReadAlready extends ServerHttpRequestDecorator {

        private final ServerWebExchange exchange;
        private final byte[] body;

        ReadAlready(ServerHttpRequest request, ServerWebExchange exchange, byte[] body) {
            super(request);
            this.exchange = exchange;
            this.body = body;
        }

        @Override
        public Flux<DataBuffer> getBody() {
            return body.length == 0
                    ? Flux.empty()
                    : Flux.defer(() ->
                            Flux.just(exchange.getResponse().bufferFactory().wrap(body)));
        }
    }
}

package io.github.limiter.spring.load;

import io.github.limiter.load.AdaptiveLoad;
import io.github.limiter.load.AdaptiveLoad.End;
import org.springframework.core.Ordered;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;

/** Tells the load of this node when requests begin and end. Thread-safe; never holds a thread. */
public final class LoadWebFilter implements WebFilter, Ordered {

    private final AdaptiveLoad load;

    /**
     * A filter.
     *
     * @param load is told
     */
    public LoadWebFilter(AdaptiveLoad load) {
        this.load = load;
    }

    /**
     * Before all others, as all that they do takes time.
     *
     * @return the highest precedence
     */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        return Mono.defer(() -> {
            long begun = load.begun();
            return chain.filter(exchange).doFinally(signal -> load.ended(begun, endOf(signal, exchange.getResponse())));
        });
    }

    private static End endOf(SignalType signal, ServerHttpResponse response) {
        if (signal != SignalType.ON_COMPLETE) {
            return End.OTHER;
        }
        HttpStatusCode status = response.getStatusCode();
        return Answered.end(
                status == null ? 200 : status.value(), response.getHeaders().getFirst("Content-Type"));
    }
}

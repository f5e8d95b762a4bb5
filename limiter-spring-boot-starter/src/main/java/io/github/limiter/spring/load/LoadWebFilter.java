package io.github.limiter.spring.load;

import io.github.limiter.guard.Decision;
import io.github.limiter.guard.DecisionListener;
import io.github.limiter.load.AdaptiveLoad;
import io.github.limiter.load.AdaptiveLoad.End;
import io.github.limiter.load.RequestTime;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.http.server.reactive.HttpHandlerDecoratorFactory;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.function.server.HandlerFunction;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Tells the load of this node when requests begin, which handlers they are for, when they wait for the rest of what their
 * client sends or for their departure, and when their answers begin: how long a client takes to read one is its own
 * affair. Thread-safe; never holds a thread.
 */
public final class LoadWebFilter implements WebFilter, HttpHandlerDecoratorFactory, DecisionListener, Ordered {

    private static final String ATTRIBUTE = RequestTime.class.getName();

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
     * The time of a request, to leave out what it waits for.
     *
     * @param exchange the request
     * @return null if nobody measures it
     */
    public static @Nullable RequestTime timeOf(ServerWebExchange exchange) {
        return exchange.getAttribute(ATTRIBUTE);
    }

    /**
     * A request is with its handler.
     *
     * @param exchange the request
     * @param handler as WebFlux has found it
     */
    public static void handledBy(ServerWebExchange exchange, Object handler) {
        RequestTime time = timeOf(exchange);
        if (time != null) {
            time.handledBy(key(exchange, handler));
        }
    }

    /** As many as the application has written: functions may be made anew for each request. */
    private static Object key(ServerWebExchange exchange, Object handler) {
        if (handler instanceof HandlerMethod method) {
            HandlerMethod registered = method.getResolvedFromHandlerMethod();
            return registered == null ? method : registered;
        }
        Object pattern = handler instanceof HandlerFunction
                ? exchange.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE)
                : null;
        return pattern == null ? handler.getClass() : pattern;
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

    /**
     * Measures around all handling, so that also forms, which the exchange itself reads, are read from what is measured.
     *
     * @param handler handles requests
     * @return the same, measured
     */
    @Override
    public HttpHandler apply(HttpHandler handler) {
        return (request, response) -> Mono.defer(() -> {
            RequestTime time = load.begin();
            response.beforeCommit(() -> {
                time.end(endOf(response));
                return Mono.empty();
            });
            ServerHttpRequest timed = new TimedServerRequest(request, time);
            return handler.handle(timed, response)
                    // Only of what was never answered.
                    .doFinally(signal -> time.end(End.OTHER))
                    .contextWrite(context -> context.put(ATTRIBUTE, time));
        });
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        return Mono.deferContextual(context -> {
            context.<RequestTime>getOrEmpty(ATTRIBUTE)
                    .ifPresent(time -> exchange.getAttributes().put(ATTRIBUTE, time));
            return chain.filter(exchange);
        });
    }

    /**
     * Begins a wait for a departure; its end is the scope's to tell.
     *
     * @param decision about a request
     */
    @Override
    public void onDecision(Decision decision) {
        if (decision.isAllowed()
                && decision.delayMicros() > 0
                && decision.caller().request() instanceof ServerWebExchange exchange) {
            RequestTime time = timeOf(exchange);
            if (time != null) {
                time.pause();
            }
        }
    }

    private static End endOf(ServerHttpResponse response) {
        HttpStatusCode status = response.getStatusCode();
        return Answered.end(
                status == null ? 200 : status.value(), response.getHeaders().getFirst("Content-Type"));
    }
}

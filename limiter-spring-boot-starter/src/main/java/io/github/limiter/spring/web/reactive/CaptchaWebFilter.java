package io.github.limiter.spring.web.reactive;

import io.github.limiter.spring.captcha.CaptchaEndpoints;
import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Serves the CAPTCHA endpoints, before anybody asks for a login or a CSRF token. Pictures are drawn off all event loops, by
 * as many threads as Reactor gives to what takes long. Thread-safe.
 */
public final class CaptchaWebFilter implements WebFilter, Ordered {

    private final CaptchaEndpoints endpoints;
    private final ExchangeCallScopes scopes;

    /**
     * A filter.
     *
     * @param endpoints answer
     * @param scopes where requests keep what is known of them
     */
    public CaptchaWebFilter(CaptchaEndpoints endpoints, ExchangeCallScopes scopes) {
        this.endpoints = endpoints;
        this.scopes = scopes;
    }

    /**
     * Behind the filters that open the scope and refuse the banned, before all others.
     *
     * @return the highest precedence but two
     */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE + 2;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        if (!CaptchaEndpoints.serves(ExchangeCaptchaRequest.path(exchange))) {
            return chain.filter(exchange);
        }
        ExchangeCallScope scope = scopes.of(exchange);
        scope.answered();
        var request = new ExchangeCaptchaRequest(exchange, scope.caller());
        return Mono.fromCompletionStage(() -> endpoints.answer(request, Schedulers.boundedElastic()::schedule))
                .flatMap(reply -> ExchangeProblem.write(reply.status(), reply.headers(), reply.body(), exchange));
    }
}

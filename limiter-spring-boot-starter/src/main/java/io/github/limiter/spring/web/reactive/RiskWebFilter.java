package io.github.limiter.spring.web.reactive;

import io.github.limiter.annotation.Mode;
import io.github.limiter.guard.Decision;
import io.github.limiter.guard.Guard;
import io.github.limiter.guard.RejectedException;
import io.github.limiter.policy.Scene;
import io.github.limiter.risk.BuiltInScenes;
import io.github.limiter.risk.RiskEvent;
import io.github.limiter.risk.RiskGuard;
import io.github.limiter.spring.interceptor.ReactiveEntrance;
import io.github.limiter.spring.web.UnwatchedRequests;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.springframework.core.Ordered;
import org.springframework.web.cors.reactive.CorsUtils;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Has the scene {@code crawler} look at every request, before Spring Security. In shadow nobody waits for the assessment.
 * Thread-safe.
 */
public final class RiskWebFilter implements WebFilter, Ordered {

    private final Guard guard;
    private final RiskGuard risk;
    private final ExchangeCallScopes scopes;
    private final List<String> exempt;
    private final UnwatchedRequests unwatched;

    /**
     * A filter.
     *
     * @param guard decides
     * @param risk assesses
     * @param scopes where requests keep what is known of them
     * @param exempt what paths begin with that have an authority of their own
     * @param unwatched what else is not looked at
     */
    public RiskWebFilter(
            Guard guard, RiskGuard risk, ExchangeCallScopes scopes, List<String> exempt, UnwatchedRequests unwatched) {
        this.guard = guard;
        this.risk = risk;
        this.scopes = scopes;
        this.exempt = List.copyOf(exempt);
        this.unwatched = unwatched;
    }

    /**
     * Behind the filters that refuse the banned and serve CAPTCHAs, before all others.
     *
     * @return the highest precedence but three
     */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE + 3;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        Scene scene = risk.scene(BuiltInScenes.CRAWLER);
        return scene == null || CorsUtils.isPreFlightRequest(exchange.getRequest())
                ? chain.filter(exchange)
                : look(scene, exchange).then(Mono.defer(() -> chain.filter(exchange)));
    }

    private Mono<Void> look(Scene scene, ServerWebExchange exchange) {
        ExchangeCallScope scope = scopes.of(exchange);
        String path = scope.path().text();
        if (exempt.stream().anyMatch(path::startsWith)
                || unwatched.contain(exchange.getRequest().getMethod().name(), scope.path())) {
            return Mono.empty();
        }
        RiskEvent event = RiskEvent.of(scope.callerByAddress(), ExchangeRequestFacts.of(exchange, scope.path()));
        CompletionStage<Decision> assessed = guard.assess(risk, scene.name(), event);
        return scene.mode() == Mode.ENFORCE
                ? ReactiveEntrance.of(assessed::toCompletableFuture, guard::giveBack)
                        .flatMap(decision ->
                                decision.isAllowed() ? Mono.empty() : Mono.error(new RejectedException(decision)))
                : Mono.empty();
    }
}

package io.github.limiter.spring.web.reactive;

import io.github.limiter.guard.Decision;
import io.github.limiter.guard.Guard;
import io.github.limiter.guard.GuardRequest;
import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.guard.RejectedException;
import io.github.limiter.spring.interceptor.GuardedMethods;
import io.github.limiter.spring.interceptor.ReactiveEntrance;
import io.github.limiter.spring.web.RequestPolicies;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.cors.reactive.CorsUtils;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.reactive.DispatchExceptionHandler;
import org.springframework.web.reactive.HandlerAdapter;
import org.springframework.web.reactive.HandlerResult;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Stands before all handlers, once it is known which one it will be: decides requests by the policies that need no
 * annotation, then lets the adapter of the handler go on. If the handler is a guarded method, that decision is left to it,
 * so that all limits of a request are one decision; but those of a method that returns no publisher are decided here.
 * Preflights and the endpoints of the actuator count nothing. Answers refusals before the application's
 * {@code @ExceptionHandler}s see them. Thread-safe.
 */
public final class LimiterHandlerAdapter implements HandlerAdapter, DispatchExceptionHandler, Ordered {

    private final Guard guard;
    private final GuardedMethods guardedMethods;
    private final RequestPolicies policies;
    private final ExchangeCallScopes scopes;
    private final RejectionWebExceptionHandler rejections;
    private final Supplier<List<HandlerAdapter>> adapters;

    /**
     * The adapter.
     *
     * @param guard decides
     * @param guardedMethods what is guarded by annotation
     * @param policies what is charged to requests
     * @param scopes where requests keep what they owe
     * @param rejections answers refusals
     * @param adapters all adapters in their order, this one among them; asked for on the first request
     */
    public LimiterHandlerAdapter(
            Guard guard,
            GuardedMethods guardedMethods,
            RequestPolicies policies,
            ExchangeCallScopes scopes,
            RejectionWebExceptionHandler rejections,
            Supplier<List<HandlerAdapter>> adapters) {
        this.guard = guard;
        this.guardedMethods = guardedMethods;
        this.policies = policies;
        this.scopes = scopes;
        this.rejections = rejections;
        this.adapters = adapters;
    }

    /**
     * Before all others.
     *
     * @return the highest precedence
     */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    /**
     * {@inheritDoc}
     *
     * @return false for handlers of Spring Boot itself: those are the actuator's
     */
    @Override
    public boolean supports(Object handler) {
        boolean ofActuator = handler instanceof HandlerMethod method
                && method.getBeanType().getName().startsWith("org.springframework.boot.");
        return !ofActuator && adapterOf(handler) != null;
    }

    private @Nullable HandlerAdapter adapterOf(Object handler) {
        for (HandlerAdapter adapter : adapters.get()) {
            if (adapter != this && adapter.supports(handler)) {
                return adapter;
            }
        }
        return null;
    }

    @Override
    public Mono<HandlerResult> handle(ServerWebExchange exchange, Object handler) {
        HandlerAdapter adapter = adapterOf(handler);
        if (adapter == null) {
            return Mono.error(new IllegalStateException("no adapter supports " + handler));
        }
        Mono<HandlerResult> handled = Mono.defer(() -> adapter.handle(exchange, handler));
        return admit(exchange, handler instanceof HandlerMethod method ? method : null)
                .then(handled)
                .doOnNext(this::answerBeforeOthers);
    }

    private Mono<Void> admit(ServerWebExchange exchange, @Nullable HandlerMethod method) {
        ServerHttpRequest request = exchange.getRequest();
        if (CorsUtils.isPreFlightRequest(request)) {
            return Mono.empty();
        }
        boolean unlimited = method != null && guardedMethods.isUnlimited(method.getBean(), method.getMethod());
        List<Charge> ofRequest = policies.charges(
                request.getMethod().name(), () -> request.getPath().pathWithinApplication(), unlimited);
        ExchangeCallScope scope = scopes.of(exchange);
        if (method == null || !guardedMethods.guards(method.getBean(), method.getMethod())) {
            return admit(scope, ofRequest);
        }
        List<Charge> ofHandler = guardedMethods.chargesAhead(method.getBean(), method.getMethod());
        if (ofHandler.isEmpty()) {
            scope.owe(ofRequest);
            return Mono.empty();
        }
        List<Charge> together = new ArrayList<>(ofHandler);
        together.addAll(ofRequest);
        return admit(scope, together);
    }

    private Mono<Void> admit(ExchangeCallScope scope, List<Charge> charges) {
        if (charges.isEmpty()) {
            return Mono.empty();
        }
        return scope.findCaller()
                .flatMap(caller -> ReactiveEntrance.of(() -> guard.enterAsync(new GuardRequest(caller, charges, true))))
                .flatMap(decision -> goOn(scope, decision));
    }

    private static Mono<Void> goOn(ExchangeCallScope scope, Decision decision) {
        scope.decided(decision);
        return decision.isAllowed() ? Mono.empty() : Mono.error(new RejectedException(decision));
    }

    /** Most refusals come out of what the handler has published, long after it has returned. */
    private void answerBeforeOthers(HandlerResult result) {
        DispatchExceptionHandler others = result.getExceptionHandler();
        result.setExceptionHandler((exchange, exception) -> rejections.answers(exchange, exception) || others == null
                ? handleError(exchange, exception)
                : others.handleError(exchange, exception));
    }

    @Override
    public Mono<HandlerResult> handleError(ServerWebExchange exchange, Throwable exception) {
        return rejections.handle(exchange, exception).then(Mono.empty());
    }
}

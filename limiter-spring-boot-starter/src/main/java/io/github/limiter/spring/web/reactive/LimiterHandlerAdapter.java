package io.github.limiter.spring.web.reactive;

import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.policy.BanRule;
import io.github.limiter.spring.interceptor.GuardedMethods;
import io.github.limiter.spring.load.LoadWebFilter;
import io.github.limiter.spring.web.RequestPolicies;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.Ordered;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.util.function.SingletonSupplier;
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
 * so that all limits of a request are one decision; but those of a method that returns no publisher are decided here. The
 * same goes for the routes of a gateway. Preflights and the endpoints of the actuator count nothing. Answers refusals
 * before the application's {@code @ExceptionHandler}s see them. Thread-safe.
 */
public final class LimiterHandlerAdapter
        implements HandlerAdapter, DispatchExceptionHandler, Ordered, SmartInitializingSingleton {

    private final ExchangeEntrance entrance;
    private final RoutingHandlers routing;
    private final GuardedMethods guardedMethods;
    private final RequestPolicies policies;
    private final RejectionWebExceptionHandler rejections;
    private final SingletonSupplier<List<HandlerAdapter>> adapters;

    /**
     * The adapter.
     *
     * @param entrance decides
     * @param routing which handlers decide themselves
     * @param guardedMethods what is guarded by annotation
     * @param policies what is charged to requests
     * @param rejections answers refusals
     * @param adapters all adapters in their order, this one among them; asked for when all beans are there
     */
    public LimiterHandlerAdapter(
            ExchangeEntrance entrance,
            RoutingHandlers routing,
            GuardedMethods guardedMethods,
            RequestPolicies policies,
            RejectionWebExceptionHandler rejections,
            SingletonSupplier<List<HandlerAdapter>> adapters) {
        this.entrance = entrance;
        this.routing = routing;
        this.guardedMethods = guardedMethods;
        this.policies = policies;
        this.rejections = rejections;
        this.adapters = adapters;
    }

    @Override
    public void afterSingletonsInstantiated() {
        // The first request would have to wait for a lock otherwise.
        adapters.obtain();
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
        for (HandlerAdapter adapter : adapters.obtain()) {
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
        if (!routing.cover(handler)) {
            LoadWebFilter.handledBy(exchange, handler);
        }
        Mono<HandlerResult> handled = Mono.defer(() -> adapter.handle(exchange, handler));
        return admit(exchange, handler).then(handled).doOnNext(result -> {
            AnsweredExceptions.note(exchange, handler, result);
            answerBeforeOthers(result);
        });
    }

    private Mono<Void> admit(ServerWebExchange exchange, Object handler) {
        if (CorsUtils.isPreFlightRequest(exchange.getRequest())) {
            return Mono.empty();
        }
        HandlerMethod method = handler instanceof HandlerMethod ofController ? ofController : null;
        List<Charge> ofRequest = charges(exchange, method);
        if (method == null || !guardedMethods.guards(method.getBean(), method.getMethod())) {
            return routing.cover(handler) ? owe(exchange, ofRequest) : entrance.admit(exchange, ofRequest);
        }
        List<Charge> ofHandler = guardedMethods.chargesAhead(method.getBean(), method.getMethod());
        BanRule rule = guardedMethods.ruleAhead(method.getBean(), method.getMethod());
        if (ofHandler.isEmpty() && rule == null) {
            return owe(exchange, ofRequest);
        }
        List<Charge> together = new ArrayList<>(ofHandler);
        together.addAll(ofRequest);
        return rule == null ? entrance.admit(exchange, together) : entrance.admit(exchange, together, rule);
    }

    /** What needs no annotation. */
    private List<Charge> charges(ServerWebExchange exchange, @Nullable HandlerMethod method) {
        ServerHttpRequest request = exchange.getRequest();
        boolean unlimited = method != null && guardedMethods.isUnlimited(method.getBean(), method.getMethod());
        return policies.charges(
                request.getMethod().name(), () -> request.getPath().pathWithinApplication(), unlimited);
    }

    /** All limits that a request is subject to with its handler; null if they are not certain before it gets there. */
    @Nullable
    List<Charge> certainCharges(ServerWebExchange exchange, Object handler) {
        if (!supports(handler)) {
            return null;
        }
        HandlerMethod method = handler instanceof HandlerMethod ofController ? ofController : null;
        List<Charge> ofHandler = List.of();
        if (method != null) {
            ofHandler = guardedMethods.certainCharges(method.getBean(), method.getMethod());
        } else if (routing.cover(handler)) {
            ofHandler = routing.certainCharges(exchange);
        }
        if (ofHandler == null) {
            return null;
        }
        List<Charge> all = new ArrayList<>(ofHandler);
        all.addAll(charges(exchange, method));
        return all;
    }

    private Mono<Void> owe(ServerWebExchange exchange, List<Charge> charges) {
        entrance.owe(exchange, charges);
        return Mono.empty();
    }

    /** Most refusals come out of what the handler has published, long after it has returned. */
    private void answerBeforeOthers(HandlerResult result) {
        DispatchExceptionHandler others = result.getExceptionHandler();
        result.setExceptionHandler((exchange, exception) -> {
            ExchangeCallScope scope = ExchangeCallScopes.known(exchange);
            if (scope != null) {
                scope.marks().failed(exception);
            }
            return rejections.answers(exchange, exception) || others == null
                    ? handleError(exchange, exception)
                    : others.handleError(exchange, exception);
        });
    }

    @Override
    public Mono<HandlerResult> handleError(ServerWebExchange exchange, Throwable exception) {
        return rejections.handle(exchange, exception).then(Mono.empty());
    }
}

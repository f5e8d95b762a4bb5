package io.github.limiter.spring.web;

import io.github.limiter.guard.Decision;
import io.github.limiter.guard.Guard;
import io.github.limiter.guard.GuardRequest;
import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.guard.RejectedException;
import io.github.limiter.policy.BanRule;
import io.github.limiter.spring.interceptor.GuardedMethods;
import io.github.limiter.spring.load.LoadFilter;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.PathContainer;
import org.springframework.web.cors.CorsUtils;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.util.ServletRequestPathUtils;

/**
 * Decides requests by the policies that need no annotation. If the handler is a guarded method, that decision is left to
 * it, so that all limits of a request are one decision. Preflight, error and async dispatches count nothing.
 */
public final class LimiterHandlerInterceptor implements HandlerInterceptor {

    private final Guard guard;
    private final GuardedMethods guardedMethods;
    private final RequestPolicies policies;
    private final ServletCallScopes scopes;
    private final @Nullable BanRule rule;

    /**
     * The interceptor.
     *
     * @param guard decides
     * @param guardedMethods what is guarded by annotation
     * @param policies what is charged to requests
     * @param scopes where requests keep what they owe
     * @param rule what refusals count as where no annotation says anything; null: nothing
     */
    public LimiterHandlerInterceptor(
            Guard guard,
            GuardedMethods guardedMethods,
            RequestPolicies policies,
            ServletCallScopes scopes,
            @Nullable BanRule rule) {
        this.rule = rule;
        this.guard = guard;
        this.guardedMethods = guardedMethods;
        this.policies = policies;
        this.scopes = scopes;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
            throws InterruptedException {
        if (request.getDispatcherType() != DispatcherType.REQUEST || CorsUtils.isPreFlightRequest(request)) {
            return true;
        }
        LoadFilter.handledBy(request, handler);
        List<Charge> charges = charges(request, handler);
        if (charges.isEmpty()) {
            return true;
        }
        boolean guarded =
                handler instanceof HandlerMethod method && guardedMethods.guards(method.getBean(), method.getMethod());
        ServletCallScope scope = scopes.of(request, response);
        if (guarded) {
            scope.owe(charges);
            return true;
        }
        Decision decision = guard.enter(new GuardRequest(scope.caller(), charges, true, rule));
        scope.decided(decision);
        if (!decision.isAllowed()) {
            throw new RejectedException(decision);
        }
        if (decision.isLent()) {
            scope.atEnd(() -> guard.ended(decision));
        }
        return true;
    }

    /** What needs no annotation. */
    private List<Charge> charges(HttpServletRequest request, Object handler) {
        boolean unlimited = handler instanceof HandlerMethod method
                && guardedMethods.isUnlimited(method.getBean(), method.getMethod());
        return policies.charges(request.getMethod(), () -> path(request), unlimited);
    }

    /** All limits that a request is subject to with its handler; null if they are not certain before it gets there. */
    @Nullable
    List<Charge> certainCharges(HttpServletRequest request, Object handler) {
        List<Charge> ofHandler = handler instanceof HandlerMethod method
                ? guardedMethods.certainCharges(method.getBean(), method.getMethod())
                : List.of();
        if (ofHandler == null) {
            return null;
        }
        List<Charge> all = new ArrayList<>(ofHandler);
        all.addAll(charges(request, handler));
        return all;
    }

    /** After the last dispatch of the request; one that goes on asynchronously comes here when that is over. */
    @Override
    public void afterCompletion(
            HttpServletRequest request, HttpServletResponse response, Object handler, @Nullable Exception failure) {
        ServletCallScope scope = ServletCallScopes.known(request);
        if (scope != null) {
            scope.ended();
        }
    }

    /** The path that handlers are found by, parsed or, by the older way of ant patterns, as text. */
    static PathContainer path(HttpServletRequest request) {
        return ServletRequestPathUtils.hasParsedRequestPath(request)
                ? ServletRequestPathUtils.getParsedRequestPath(request).pathWithinApplication()
                : PathContainer.parsePath(ServletRequestPathUtils.getCachedPathValue(request));
    }
}

package io.github.limiter.spring.web;

import io.github.limiter.annotation.Mode;
import io.github.limiter.guard.Decision;
import io.github.limiter.guard.Guard;
import io.github.limiter.guard.RejectedException;
import io.github.limiter.policy.Scene;
import io.github.limiter.risk.BuiltInScenes;
import io.github.limiter.risk.RiskEvent;
import io.github.limiter.risk.RiskGuard;
import io.github.limiter.subject.Caller;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.springframework.web.cors.CorsUtils;

/**
 * Has the scene {@code crawler} look at every request, behind the {@link EarlyFilter}, which answers what is refused here.
 * In shadow nobody waits for the assessment. Thread-safe.
 */
public final class RiskFilter implements Filter {

    /** Behind the early filter, before Spring Security. */
    public static final int ORDER = EarlyFilter.ORDER + 1;

    private final Guard guard;
    private final RiskGuard risk;
    private final ServletCallScopes scopes;
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
    public RiskFilter(
            Guard guard, RiskGuard risk, ServletCallScopes scopes, List<String> exempt, UnwatchedRequests unwatched) {
        this.guard = guard;
        this.risk = risk;
        this.scopes = scopes;
        this.exempt = List.copyOf(exempt);
        this.unwatched = unwatched;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        Scene scene = risk.scene(BuiltInScenes.CRAWLER);
        if (scene != null
                && request instanceof HttpServletRequest http
                && response instanceof HttpServletResponse answer
                && request.getDispatcherType() == DispatcherType.REQUEST
                && !CorsUtils.isPreFlightRequest(http)) {
            look(scene, http, answer);
        }
        chain.doFilter(request, response);
    }

    private void look(Scene scene, HttpServletRequest request, HttpServletResponse response) {
        ServletCallScope scope = scopes.of(request, response);
        String path = scope.path().text();
        if (exempt.stream().anyMatch(path::startsWith) || unwatched.contain(request.getMethod(), scope.path())) {
            return;
        }
        Caller caller = new Caller(scope.callerSeen().address(), null, request);
        RiskEvent event = RiskEvent.of(caller, ServletRequestFacts.of(request, scope.path()));
        CompletionStage<Decision> assessed = guard.assess(risk, scene.name(), event);
        if (scene.mode() == Mode.ENFORCE) {
            Decision decision = assessed.toCompletableFuture().join();
            if (!decision.isAllowed()) {
                throw new RejectedException(decision);
            }
        }
    }
}

package io.github.limiter.spring.web;

import io.github.limiter.guard.Decision;
import io.github.limiter.guard.Guard;
import io.github.limiter.guard.GuardRequest;
import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.guard.RejectedException;
import io.github.limiter.spring.watch.Anonymity;
import io.github.limiter.spring.web.HandlerLookup.Found;
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
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.cors.CorsUtils;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Stands right before Spring Security: sheds what the load has no room for, before anybody's password is looked at. While
 * nothing is shed it does nothing; else it looks for the handler, and leaves to the guard whatever is not certain before
 * the handler is called. What it throws is answered by the {@link EarlyFilter}. Thread-safe.
 */
public final class SheddingFilter implements Filter {

    /** The place before that of Spring Security's filters in Spring Boot, −100; behind filters that change the request. */
    public static final int ORDER = -101;

    private static final String PATTERN = HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE;
    private static final String CLIENT_CERTIFICATE = "jakarta.servlet.request.X509Certificate";

    private final Guard guard;
    private final HandlerLookup handlers;
    private final ServletCallScopes scopes;
    private final CrossOrigin crossOrigin;
    private final boolean knownByHeader;

    /**
     * A filter.
     *
     * @param guard decides
     * @param handlers finds handlers
     * @param scopes where requests keep what is known of them
     * @param crossOrigin lets pages of other origins read the answer
     * @param knownByHeader whether users are known by the header of a request or its certificate alone
     */
    public SheddingFilter(
            Guard guard,
            HandlerLookup handlers,
            ServletCallScopes scopes,
            CrossOrigin crossOrigin,
            boolean knownByHeader) {
        this.guard = guard;
        this.handlers = handlers;
        this.scopes = scopes;
        this.crossOrigin = crossOrigin;
        this.knownByHeader = knownByHeader;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (guard.mayShed()
                && request instanceof HttpServletRequest http
                && response instanceof HttpServletResponse answer
                && request.getDispatcherType() == DispatcherType.REQUEST
                && !CorsUtils.isPreFlightRequest(http)) {
            shed(http, answer);
        }
        chain.doFilter(request, response);
    }

    private void shed(HttpServletRequest request, HttpServletResponse response) {
        Found found = handlers.find(request);
        List<Charge> charges = found == null ? null : charges(found);
        if (found == null || charges == null) {
            return;
        }
        ServletCallScope scope = scopes.of(request, response);
        Optional<Decision> shed =
                guard.shedEarly(new GuardRequest(scope.callerByAddress(), charges, false), () -> mayBeUser(request));
        if (shed.isPresent()) {
            // Who observes requests tells them apart by it.
            request.setAttribute(PATTERN, found.request().getAttribute(PATTERN));
            crossOrigin.allow(found, response);
            throw new RejectedException(shed.get());
        }
    }

    /** Null too for handlers that nothing is charged before, such as the actuator's. */
    private static @Nullable List<Charge> charges(Found found) {
        for (HandlerInterceptor interceptor : found.chain().getInterceptorList()) {
            if (interceptor instanceof LimiterHandlerInterceptor limits) {
                return limits.certainCharges(found.request(), found.chain().getHandler());
            }
        }
        return null;
    }

    private boolean mayBeUser(HttpServletRequest request) {
        return !knownByHeader
                || request.getAttribute(CLIENT_CERTIFICATE) != null
                || !Anonymity.isOf(request.getHeaderNames().asIterator());
    }
}

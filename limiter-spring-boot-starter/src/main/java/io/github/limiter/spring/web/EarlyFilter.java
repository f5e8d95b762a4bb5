package io.github.limiter.spring.web;

import io.github.limiter.guard.Decision;
import io.github.limiter.guard.RejectedException;
import io.github.limiter.spring.ban.BanGate;
import io.github.limiter.spring.ban.LoginAttempt;
import io.github.limiter.spring.watch.Watch;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
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
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.web.cors.CorsUtils;

/**
 * Stands before all other filters but the one that observes: finds out once where a request comes from, refuses banned
 * addresses and those who walk into a trap, answers refusals that filters further in throw, and looks at what became of
 * the request. Error and asynchronous dispatches are part of the request
 * that was seen before. Thread-safe.
 */
public final class EarlyFilter implements Filter {

    /** Behind Spring Boot's filter that observes requests (the highest precedence and one), before Spring Security. */
    public static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 5;

    private static final String COOKIE = "Set-Cookie";

    private final ServletCallScopes scopes;
    private final ServletGate gate;
    private final RejectionExceptionResolver rejections;
    private final Watch watch;

    /**
     * A filter.
     *
     * @param scopes where requests keep what is known of them
     * @param gate refuses banned callers; null: nobody is banned
     * @param rejections answers refusals
     * @param watch is told what became of requests
     */
    public EarlyFilter(
            ServletCallScopes scopes, @Nullable BanGate gate, RejectionExceptionResolver rejections, Watch watch) {
        this.gate = new ServletGate(gate);
        this.scopes = scopes;
        this.rejections = rejections;
        this.watch = watch;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request instanceof HttpServletRequest http
                && response instanceof HttpServletResponse answer
                && request.getDispatcherType() == DispatcherType.REQUEST
                && ServletCallScopes.known(http) == null) {
            filter(http, answer, chain);
        } else {
            chain.doFilter(request, response);
        }
    }

    private void filter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        ServletCallScope scope = scopes.of(request, response);
        boolean failed = true;
        try {
            pass(gate.passAddress(scope, request), scope, request, response, chain);
            failed = false;
        } catch (ServletException | RuntimeException e) {
            if (rejections.resolveException(request, response, null, e) == null) {
                throw e;
            }
        } finally {
            if (watch.isOn() && !CorsUtils.isPreFlightRequest(request)) {
                ServletSighting seen = new ServletSighting(scope, request);
                if (request.isAsyncStarted()) {
                    request.getAsyncContext().addListener(new AtTheEnd(() -> tell(seen, response.getStatus())));
                } else {
                    tell(seen, failed ? HttpServletResponse.SC_INTERNAL_SERVER_ERROR : response.getStatus());
                }
            }
        }
    }

    private static void pass(
            @Nullable LoginAttempt attempt,
            ServletCallScope scope,
            HttpServletRequest request,
            HttpServletResponse response,
            FilterChain chain)
            throws IOException, ServletException {
        if (attempt == null) {
            chain.doFilter(request, response);
            return;
        }
        List<String> cookies = List.copyOf(response.getHeaders(COOKIE));
        BannedLoginResponse answer = new BannedLoginResponse(response, attempt, scope.marks());
        try {
            chain.doFilter(request, answer);
            answer.ended();
        } catch (ServletException | RuntimeException e) {
            if (answer.refusal() == null) {
                throw e;
            }
        } finally {
            if (request.isAsyncStarted()) {
                request.getAsyncContext().addListener(new AtTheEnd(attempt::end));
            } else {
                attempt.end();
            }
        }
        Decision refusal = answer.refusal();
        if (refusal != null && !response.isCommitted()) {
            // Of what was written on the way in, such as WWW-Authenticate, nothing is to tell that this is no other
            // refusal.
            response.reset();
            cookies.forEach(cookie -> response.addHeader(COOKIE, cookie));
            throw new RejectedException(refusal);
        }
    }

    private void tell(ServletSighting seen, int status) {
        if (!seen.wasAnswered()) {
            watch.tell(() -> seen.answered(status));
        }
    }

    /** When an asynchronous request is complete, however often it was dispatched; once, though some servers say it twice. */
    private static final class AtTheEnd implements AsyncListener {

        private final AtomicReference<@Nullable Runnable> action;

        AtTheEnd(Runnable action) {
            this.action = new AtomicReference<>(action);
        }

        @Override
        public void onComplete(AsyncEvent event) {
            Runnable first = action.getAndSet(null);
            if (first != null) {
                first.run();
            }
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            // A new cycle forgets the listeners of the last.
            event.getAsyncContext().addListener(this);
        }

        @Override
        public void onTimeout(AsyncEvent event) {}

        @Override
        public void onError(AsyncEvent event) {}
    }
}

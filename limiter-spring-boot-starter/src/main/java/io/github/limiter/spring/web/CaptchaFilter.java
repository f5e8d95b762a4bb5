package io.github.limiter.spring.web;

import io.github.limiter.spring.captcha.CaptchaEndpoints;
import io.github.limiter.spring.captcha.CaptchaReply;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.CompletionException;

/**
 * Serves the CAPTCHA endpoints, before anybody asks for a login or a CSRF token, and behind the {@link EarlyFilter}, which
 * answers what is refused here. Thread-safe.
 */
public final class CaptchaFilter implements Filter {

    /** Behind the early filter, before Spring Security. */
    public static final int ORDER = EarlyFilter.ORDER + 1;

    private final CaptchaEndpoints endpoints;
    private final ServletCallScopes scopes;

    /**
     * A filter.
     *
     * @param endpoints answer
     * @param scopes where requests keep what is known of them
     */
    public CaptchaFilter(CaptchaEndpoints endpoints, ServletCallScopes scopes) {
        this.endpoints = endpoints;
        this.scopes = scopes;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request instanceof HttpServletRequest http
                && response instanceof HttpServletResponse answer
                && request.getDispatcherType() == DispatcherType.REQUEST
                && CaptchaEndpoints.serves(ServletCaptchaRequest.path(http))) {
            answer(http, answer);
        } else {
            chain.doFilter(request, response);
        }
    }

    private void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        ServletCallScope scope = scopes.of(request, response);
        scope.answered();
        WaitingThread thread = new WaitingThread();
        try {
            CaptchaReply reply =
                    thread.await(endpoints.answer(new ServletCaptchaRequest(request, scope.caller()), thread));
            ServletProblem.write(reply.status(), reply.headers(), reply.body(), request, response);
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }
}

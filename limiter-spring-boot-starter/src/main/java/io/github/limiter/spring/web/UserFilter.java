package io.github.limiter.spring.web;

import io.github.limiter.spring.ban.BanGate;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Stands right behind Spring Security: notes who is logged in, and refuses banned users. What it throws is answered by the
 * {@link EarlyFilter}. Thread-safe.
 */
public final class UserFilter implements Filter {

    /** The place behind that of Spring Security's filters in Spring Boot, −100. */
    public static final int ORDER = -99;

    private final ServletCallScopes scopes;
    private final ServletGate gate;

    /**
     * A filter.
     *
     * @param scopes where requests keep what is known of them
     * @param gate refuses banned callers; null: nobody is banned
     */
    public UserFilter(ServletCallScopes scopes, @Nullable BanGate gate) {
        this.scopes = scopes;
        this.gate = new ServletGate(gate);
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request instanceof HttpServletRequest http
                && response instanceof HttpServletResponse answer
                && request.getDispatcherType() == DispatcherType.REQUEST) {
            gate.passUser(scopes.of(http, answer), http);
        }
        chain.doFilter(request, response);
    }
}

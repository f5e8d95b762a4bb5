package io.github.limiter.spring.web;

import io.github.limiter.spring.interceptor.CallScope;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/** Finds the request that a guarded call is part of. Thread-safe. */
public final class ServletCallScopes implements CallScope.Source {

    private static final String ATTRIBUTE = ServletCallScope.class.getName();

    private final ServletCallers callers;
    private final RateLimitFields fields;
    private final CallScope.Source outside;

    /**
     * A source of scopes.
     *
     * @param callers finds out who makes a request
     * @param fields what answers tell about limits
     * @param outside scopes of calls that are part of no request
     */
    public ServletCallScopes(ServletCallers callers, RateLimitFields fields, CallScope.Source outside) {
        this.callers = callers;
        this.fields = fields;
        this.outside = outside;
    }

    @Override
    public CallScope current() {
        return RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes attributes
                ? of(attributes.getRequest(), attributes.getResponse())
                : outside.current();
    }

    /** The scope of a request that a guarded call is being decided for. */
    static @Nullable ServletCallScope known(HttpServletRequest request) {
        return request.getAttribute(ATTRIBUTE) instanceof ServletCallScope known ? known : null;
    }

    ServletCallScope of(HttpServletRequest request, @Nullable HttpServletResponse response) {
        ServletCallScope known = known(request);
        if (known != null) {
            known.seenAs(request, response);
            return known;
        }
        ServletCallScope scope = new ServletCallScope(request, response, callers, fields);
        request.setAttribute(ATTRIBUTE, scope);
        return scope;
    }
}

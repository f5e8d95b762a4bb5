package io.github.limiter.spring.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/** Notes what handlers failed with, for who looks at the request afterwards, and leaves the answer to others. Thread-safe. */
public final class MalformedRequestMarker implements HandlerExceptionResolver, Ordered {

    /** One for all. */
    public MalformedRequestMarker() {}

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
     * @return null, always
     */
    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception exception) {
        ServletCallScope scope = ServletCallScopes.known(request);
        if (scope != null) {
            scope.marks().failed(exception);
        }
        return null;
    }
}

package io.github.limiter.spring.web;

import io.github.limiter.path.RequestPath;
import io.github.limiter.spring.watch.Credentials;
import io.github.limiter.spring.watch.FetchMetadata;
import io.github.limiter.spring.watch.SeenRequest;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.HandlerMapping;

/** What there is to tell of a servlet request. The handler is noted at once: an error page has one of its own. */
final class ServletSighting {

    private static final int UNAUTHORIZED = 401;

    private final ServletCallScope scope;
    private final HttpServletRequest request;
    private final @Nullable String route;
    private final boolean reachedHandler;

    ServletSighting(ServletCallScope scope, HttpServletRequest request) {
        this.scope = scope;
        this.request = request;
        this.route = route(request);
        this.reachedHandler = request.getAttribute(HandlerMapping.BEST_MATCHING_HANDLER_ATTRIBUTE) != null;
    }

    boolean wasAnswered() {
        return scope.wasAnswered();
    }

    SeenRequest answered(int status) {
        SeenRequest seen = new SeenRequest(
                scope.callerSeen(),
                request.getMethod(),
                scope.path(),
                route,
                request.getHeader("User-Agent"),
                status,
                FetchMetadata.isOfAPage(request::getHeader));
        Credentials credentials =
                status == UNAUTHORIZED ? Credentials.of(request.getHeader("Authorization")) : Credentials.NONE;
        return seen.judge(scope.marks(), credentials, reachedHandler);
    }

    private static @Nullable String route(HttpServletRequest request) {
        return request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE) instanceof String pattern
                ? pattern
                : null;
    }

    /** As it came over the network, below the path of the application. */
    static RequestPath path(HttpServletRequest received) {
        String path = received.getRequestURI();
        String context = received.getContextPath();
        return RequestPath.of(context != null && path.startsWith(context) ? path.substring(context.length()) : path);
    }
}

package io.github.limiter.spring.load;

import io.github.limiter.load.AdaptiveLoad;
import io.github.limiter.load.AdaptiveLoad.End;
import io.github.limiter.load.RequestTime;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.function.HandlerFunction;

/**
 * Tells the load of this node when requests begin and end, asynchronous ones when they are complete, which handlers they are
 * for, and when they wait for the rest of what their client sends, or for it to read what is sent. Thread-safe.
 */
public final class LoadFilter implements Filter {

    private static final String ATTRIBUTE = RequestTime.class.getName();

    /** Spring Cloud Gateway's, once the route is being followed. */
    private static final String ROUTE = "GatewayServerMvc.gatewayRouteId";

    private final AdaptiveLoad load;

    /**
     * A filter.
     *
     * @param load is told
     */
    public LoadFilter(AdaptiveLoad load) {
        this.load = load;
    }

    /**
     * The time of a request, to leave out what it waits for.
     *
     * @param request the request
     * @return null if nobody measures it
     */
    public static @Nullable RequestTime timeOf(ServletRequest request) {
        return request.getAttribute(ATTRIBUTE) instanceof RequestTime time ? time : null;
    }

    /**
     * A request is with its handler.
     *
     * @param request the request
     * @param handler as Spring MVC has found it
     */
    public static void handledBy(ServletRequest request, Object handler) {
        RequestTime time = timeOf(request);
        Object key = time == null ? null : key(request, handler);
        if (time != null && key != null) {
            time.handledBy(key);
        }
    }

    /**
     * As many as the application has written: functions may be made anew for each request, and other handlers have the path
     * for their pattern. Null if nobody knows yet.
     */
    private static @Nullable Object key(ServletRequest request, Object handler) {
        if (handler instanceof HandlerMethod method) {
            HandlerMethod registered = method.getResolvedFromHandlerMethod();
            return registered == null ? method : registered;
        }
        if (handler instanceof HandlerFunction) {
            Object pattern = request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
            return pattern == null ? request.getAttribute(ROUTE) : pattern;
        }
        return handler.getClass();
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        RequestTime time = load.begin();
        request.setAttribute(ATTRIBUTE, time);
        ServletRequest timed = request instanceof HttpServletRequest http ? new TimedRequest(http, time) : request;
        ServletResponse answer =
                response instanceof HttpServletResponse http ? new TimedResponse(http, time) : response;
        End end = End.OTHER;
        try {
            chain.doFilter(timed, answer);
            end = endOf(response);
        } finally {
            Object handler = request.getAttribute(HandlerMapping.BEST_MATCHING_HANDLER_ATTRIBUTE);
            if (handler != null) {
                // Of what stands before handlers nothing need have said so.
                handledBy(request, handler);
            }
            if (request.isAsyncStarted()) {
                request.getAsyncContext().addListener(new AtTheEnd(time, response));
            } else {
                time.end(end);
            }
        }
    }

    private static End endOf(ServletResponse response) {
        return response instanceof HttpServletResponse http
                ? Answered.end(http.getStatus(), http.getContentType())
                : End.OTHER;
    }

    /** Some servers say it twice. */
    private record AtTheEnd(RequestTime time, ServletResponse response) implements AsyncListener {

        @Override
        public void onComplete(AsyncEvent event) {
            time.end(event.getThrowable() == null ? endOf(response) : End.OTHER);
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

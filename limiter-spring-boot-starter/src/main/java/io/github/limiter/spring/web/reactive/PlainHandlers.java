package io.github.limiter.spring.web.reactive;

import io.github.limiter.spring.interceptor.DecidedAhead;
import java.lang.reflect.Method;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.service.annotation.HttpExchange;

/**
 * Handlers of requests: Spring calls those that return no publisher on an event loop, where they neither find their
 * request nor can wait for a decision. {@link LimiterHandlerAdapter} decides in their place.
 */
public final class PlainHandlers implements DecidedAhead {

    /** One for all. */
    public PlainHandlers() {}

    @Override
    public boolean covers(Method method, Class<?> type) {
        return AnnotatedElementUtils.hasAnnotation(type, Controller.class)
                && (AnnotatedElementUtils.hasAnnotation(method, RequestMapping.class)
                        || AnnotatedElementUtils.hasAnnotation(method, HttpExchange.class));
    }
}

package io.github.limiter.spring.web;

import io.github.limiter.spring.interceptor.HeldAnswers;
import io.github.limiter.spring.interceptor.HeldCall;
import java.lang.reflect.Method;
import java.util.concurrent.Callable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.context.request.async.DeferredResult;

/** Handlers that return a {@code Callable} or a {@code DeferredResult}: a leaky bucket holds no thread for them. */
public final class HeldHandlers implements HeldAnswers {

    /** One for all. */
    public HeldHandlers() {}

    @Override
    public boolean suit(Method method, Class<?> type) {
        return (method.getReturnType() == Callable.class || method.getReturnType() == DeferredResult.class)
                && AnnotatedElementUtils.hasAnnotation(type, Controller.class)
                && AnnotatedElementUtils.hasAnnotation(method, RequestMapping.class);
    }

    @Override
    public Object of(Method method, HeldCall call) {
        return method.getReturnType() == Callable.class ? new HeldCallable(call) : new HeldDeferredResult(call);
    }
}

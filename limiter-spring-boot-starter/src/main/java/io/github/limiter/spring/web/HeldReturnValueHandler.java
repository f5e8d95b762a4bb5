package io.github.limiter.spring.web;

import io.github.limiter.spring.interceptor.HeldCall;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncUtils;
import org.springframework.web.method.support.AsyncHandlerMethodReturnValueHandler;
import org.springframework.web.method.support.HandlerMethodReturnValueHandler;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.mvc.method.annotation.CallableMethodReturnValueHandler;
import org.springframework.web.servlet.mvc.method.annotation.DeferredResultMethodReturnValueHandler;

/**
 * Lets a held request go on asynchronously: without a thread until its departure; then the server dispatches it again, with
 * all that filters put around it, and the handler runs. Thread-safe.
 */
public final class HeldReturnValueHandler implements AsyncHandlerMethodReturnValueHandler {

    /** Of Servlet: never. {@code maxWait} bounds it. */
    private static final long NO_TIMEOUT = 0;

    private final HandlerMethodReturnValueHandler callables = new CallableMethodReturnValueHandler();
    private final HandlerMethodReturnValueHandler deferred = new DeferredResultMethodReturnValueHandler();

    /** One for all. */
    public HeldReturnValueHandler() {}

    @Override
    public boolean supportsReturnType(MethodParameter returnType) {
        return Held.class.isAssignableFrom(returnType.getParameterType());
    }

    @Override
    public boolean isAsyncReturnValue(@Nullable Object value, MethodParameter returnType) {
        return value instanceof Held;
    }

    @Override
    public void handleReturnValue(
            @Nullable Object value, MethodParameter type, ModelAndViewContainer container, NativeWebRequest request)
            throws Exception {
        if (!(value instanceof Held held)) {
            throw new IllegalArgumentException(value + " is not held");
        }
        HeldCall call = held.held();
        if (call.departure().isDone()) {
            goOn(call, type, container, request);
        } else {
            WebAsyncUtils.getAsyncManager(request).startDeferredResultProcessing(later(held), container);
        }
    }

    private void goOn(HeldCall call, MethodParameter type, ModelAndViewContainer container, NativeWebRequest request)
            throws Exception {
        Object answer = proceed(call);
        (answer instanceof Callable ? callables : deferred).handleReturnValue(answer, type, container, request);
    }

    private static @Nullable Object proceed(HeldCall call) throws Exception {
        try {
            return call.proceed();
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static DeferredResult<Object> later(Held held) {
        DeferredResult<Object> later = new DeferredResult<>(NO_TIMEOUT);
        later.onError(gone -> held.held().departure().cancel(false));
        held.held().departure().whenComplete((decision, failure) -> {
            if (failure == null) {
                later.setResult(held);
            } else {
                later.setErrorResult(failure);
            }
        });
        return later;
    }
}

package io.github.limiter.spring.web;

import io.github.limiter.spring.interceptor.HeldCall;
import java.util.concurrent.Callable;

/** In the place of a handler's {@code Callable}. Never called: {@link HeldReturnValueHandler} comes first. */
record HeldCallable(HeldCall held) implements Callable<Object>, Held {

    @Override
    public Object call() {
        throw new IllegalStateException("a handler's Callable is held, but its caller is not Spring MVC");
    }
}

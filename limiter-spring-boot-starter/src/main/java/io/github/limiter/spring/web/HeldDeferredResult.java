package io.github.limiter.spring.web;

import io.github.limiter.spring.interceptor.HeldCall;
import org.springframework.web.context.request.async.DeferredResult;

/** In the place of a handler's {@code DeferredResult}. */
final class HeldDeferredResult extends DeferredResult<Object> implements Held {

    private final HeldCall held;

    HeldDeferredResult(HeldCall held) {
        this.held = held;
    }

    @Override
    public HeldCall held() {
        return held;
    }
}

package io.github.limiter.spring.interceptor;

import io.github.limiter.subject.Caller;
import reactor.core.publisher.Mono;

/**
 * A scope that travels in the Reactor context, under {@link #KEY}, to the guarded calls that are subscribed to within.
 * Thread-safe, as they may be subscribed to at once. What it is asked without waiting is as far as it is known.
 */
public interface ReactiveCallScope extends CallScope {

    /** Where the Reactor context has it. */
    Object KEY = ReactiveCallScope.class;

    /**
     * Finds out who calls; is asked for each guarded call, since it may become known during the request.
     *
     * @return the caller; never empty
     */
    Mono<Caller> findCaller();
}

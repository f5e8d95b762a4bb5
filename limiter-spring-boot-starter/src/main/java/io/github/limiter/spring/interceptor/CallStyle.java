package io.github.limiter.spring.interceptor;

import org.jspecify.annotations.Nullable;

/** How the calls of a guarded method are let through: what waits, and on which thread it goes on. */
interface CallStyle {

    /** Decided already, by what invokes the method. */
    CallStyle AHEAD = call -> call.invocation().proceed();

    /** Decides the call; returns what the method, or its fallback, answers. */
    @Nullable
    Object call(GuardedCall call) throws Throwable;
}

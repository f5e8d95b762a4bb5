package io.github.limiter.spring.interceptor;

import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

/**
 * Lets Micrometer's context propagation carry the scope of a request from the Reactor context to the threads that work for
 * it, where the application has that turned on ({@code spring.reactor.context-propagation=auto}): so that guarded methods
 * that return no publisher find it too.
 */
public final class CallScopeAccessor implements ThreadLocalAccessor<CallScope> {

    private CallScopeAccessor() {}

    /** Makes it known, once for all. */
    public static void register() {
        ContextRegistry.getInstance().registerThreadLocalAccessor(new CallScopeAccessor());
    }

    @Override
    public Object key() {
        return ReactiveCallScope.KEY;
    }

    @Override
    public @Nullable CallScope getValue() {
        return BoundScope.current();
    }

    @Override
    public void setValue(CallScope scope) {
        BoundScope.set(scope);
    }

    @Override
    public void setValue() {
        BoundScope.set(null);
    }
}

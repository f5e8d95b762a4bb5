package io.github.limiter.spring.interceptor;

import io.github.limiter.guard.Guard;
import io.github.limiter.guard.RejectedException;
import java.lang.reflect.Method;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.util.function.SingletonSupplier;

/**
 * Stands before a guarded method: asks the guard about all of the call's limits at once, then lets the call through, or
 * answers by the fallback, or refuses it with a {@link RejectedException}, in the {@link CallStyle} of the method.
 */
final class GuardInterceptor implements MethodInterceptor {

    private final GuardedMethods guardedMethods;
    private final SingletonSupplier<Guard> guard;
    private final SingletonSupplier<CallScope.Source> scopes;

    GuardInterceptor(
            GuardedMethods guardedMethods, SingletonSupplier<Guard> guard, SingletonSupplier<CallScope.Source> scopes) {
        this.guardedMethods = guardedMethods;
        this.guard = guard;
        this.scopes = scopes;
    }

    /** Looks up what calls need, so that none of them, least of all one on an event loop, waits for a lock to do so. */
    void prepare() {
        guard.obtain();
        scopes.obtain();
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Object target = invocation.getThis();
        if (target != null && Weaving.isWoven(target)) {
            // A proxy around a proxy: the inner one decides.
            return invocation.proceed();
        }
        Method method = invocation.getMethod();
        GuardedMethod guarded =
                guardedMethods.find(method, target == null ? method.getDeclaringClass() : target.getClass());
        if (guarded == null) {
            return invocation.proceed();
        }
        CallScope bound = BoundScope.current();
        CallScope scope = bound == null ? scopes.obtain().current() : bound;
        return guarded.style().call(new GuardedCall(guard.obtain(), scope, guarded, invocation));
    }
}

package io.github.limiter.spring.interceptor;

import io.github.limiter.guard.Decision;
import io.github.limiter.guard.Guard;
import io.github.limiter.guard.GuardRequest;
import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.guard.RejectedException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.util.function.SingletonSupplier;

/**
 * Stands before a guarded method: asks the guard about all of the call's limits at once, then lets the call through, or
 * answers by the fallback, or throws {@link RejectedException}.
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
        CallScope scope = scopes.obtain().current();
        List<Charge> charges = new ArrayList<>(4);
        guarded.addCharges(new Call(invocation), charges);
        charges.addAll(scope.takeOver());
        Decision decision = enter(new GuardRequest(scope.caller(), charges, true));
        scope.decided(decision);
        if (decision.isAllowed()) {
            return invocation.proceed();
        }
        Fallback fallback = guarded.fallback(decision);
        if (fallback != null) {
            return fallback.invoke(invocation, decision);
        }
        throw new RejectedException(decision);
    }

    private Decision enter(GuardRequest request) {
        try {
            return guard.obtain().enter(request);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while waiting for its departure");
        }
    }
}

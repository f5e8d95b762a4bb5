package io.github.limiter.spring.interceptor;

import io.github.limiter.annotation.RiskCheck;
import io.github.limiter.guard.Decision;
import io.github.limiter.guard.Guard;
import io.github.limiter.guard.RejectedException;
import io.github.limiter.risk.RequestFacts;
import io.github.limiter.risk.RiskEvent;
import io.github.limiter.risk.RiskGuard;
import io.github.limiter.subject.Caller;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.function.SingletonSupplier;

/** Has risk control assess a call before it goes on, and tells it afterwards what became of it. */
final class RiskInterceptor implements MethodInterceptor {

    private static final Logger log = LoggerFactory.getLogger(RiskCheck.class);

    private final Set<String> failing = ConcurrentHashMap.newKeySet();
    private final RiskMethods methods;
    private final SingletonSupplier<Guard> guard;
    private final SingletonSupplier<RiskGuard> risk;
    private final SingletonSupplier<CallScope.Source> scopes;
    private final SingletonSupplier<RequestFactsReader> facts;

    RiskInterceptor(
            RiskMethods methods,
            SingletonSupplier<Guard> guard,
            SingletonSupplier<RiskGuard> risk,
            SingletonSupplier<CallScope.Source> scopes,
            SingletonSupplier<RequestFactsReader> facts) {
        this.methods = methods;
        this.guard = guard;
        this.risk = risk;
        this.scopes = scopes;
        this.facts = facts;
    }

    /** A check that was made of this call. */
    private record Made(RiskCheckedCall check, RiskEvent event) {}

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Object target = invocation.getThis();
        List<RiskCheckedCall> checks = methods.find(
                invocation.getMethod(),
                target == null ? invocation.getMethod().getDeclaringClass() : target.getClass());
        List<Made> made = new ArrayList<>(checks.size());
        Caller caller = scopes.obtain().current().caller();
        RequestFacts request = facts.obtain().read(caller);
        for (RiskCheckedCall check : checks) {
            if (risk.obtain().scene(check.scene()) == null) {
                continue;
            }
            RiskEvent event = check.event(key(check, invocation), caller, request);
            Decision decision = decide(invocation, check, event);
            if (!decision.isAllowed()) {
                if (check.fallback() != null) {
                    return check.fallback().invoke(invocation, decision);
                }
                throw new RejectedException(decision);
            }
            made.add(new Made(check, event));
        }
        return made.isEmpty() ? invocation.proceed() : proceed(invocation, made);
    }

    /** A check that cannot say what a call is about looks at who makes it, and never fails the call. */
    private @Nullable String key(RiskCheckedCall check, MethodInvocation invocation) {
        try {
            return check.key(new Call(invocation));
        } catch (RuntimeException e) {
            if (failing.add(invocation.getMethod() + " " + check.scene())) {
                log.warn("@RiskCheck on {}: calls are about nothing", invocation.getMethod(), e);
            }
            return null;
        }
    }

    private Decision decide(MethodInvocation invocation, RiskCheckedCall check, RiskEvent event) {
        CompletableFuture<Decision> decision =
                guard.obtain().assess(risk.obtain(), check.scene(), event).toCompletableFuture();
        if (!decision.isDone() && EventLoops.forbidWaiting()) {
            throw new IllegalStateException(invocation.getMethod() + " is checked, but was called on "
                    + Thread.currentThread().getName() + ", which must not wait for the store. Call it on"
                    + " Schedulers.boundedElastic(), or the RiskGuard bean inside");
        }
        return decision.join();
    }

    private @Nullable Object proceed(MethodInvocation invocation, List<Made> made) throws Throwable {
        Object result;
        try {
            result = invocation.proceed();
        } catch (Throwable e) {
            settle(invocation, made, null, e);
            throw e;
        }
        if (result instanceof CompletionStage<?> stage) {
            return stage.whenComplete((value, failure) -> settle(invocation, made, value, failure));
        }
        // The method promises less than that, such as an Object, or its start would have been stopped.
        if (result != null
                && !invocation.getMethod().getReturnType().isPrimitive()
                && RiskMethods.isLater(result.getClass())) {
            tellOnce(
                    invocation,
                    "answered with a " + result.getClass().getSimpleName()
                            + ", whose failures are not seen. Let it return"
                            + " its value or a CompletionStage, or call the RiskGuard bean inside",
                    null);
        } else {
            settle(invocation, made, result, null);
        }
        return result;
    }

    private void settle(
            MethodInvocation invocation, List<Made> made, @Nullable Object result, @Nullable Throwable failure) {
        for (Made one : made) {
            try {
                risk.obtain().settle(one.check.scene(), one.event, one.check.result(result, failure));
            } catch (RuntimeException e) {
                tellOnce(invocation, "what became of a call cannot be told", e);
            }
        }
    }

    /** Nobody's call fails because somebody looks at it. */
    private void tellOnce(MethodInvocation invocation, String what, @Nullable Throwable failure) {
        if (failing.add(invocation.getMethod() + what)) {
            log.error("@RiskCheck on {}: {}", invocation.getMethod(), what, failure);
        }
    }
}

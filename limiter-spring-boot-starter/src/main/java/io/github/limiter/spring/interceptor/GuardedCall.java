package io.github.limiter.spring.interceptor;

import io.github.limiter.guard.Decision;
import io.github.limiter.guard.Guard;
import io.github.limiter.guard.GuardRequest;
import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.guard.RejectedException;
import io.github.limiter.subject.Caller;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.interceptor.ExposeInvocationInterceptor;

/**
 * One call of a guarded method, in the steps that every style takes: what is asked, and what follows from the answer.
 *
 * @param guard decides
 * @param scope what the call happens in
 * @param method what guards it
 * @param invocation the call itself
 * @param elsewhere whether it goes on out of the sight of those advisors that look for it on their thread
 */
record GuardedCall(Guard guard, CallScope scope, GuardedMethod method, MethodInvocation invocation, boolean elsewhere) {

    GuardedCall(Guard guard, CallScope scope, GuardedMethod method, MethodInvocation invocation) {
        this(guard, scope, method, invocation, false);
    }

    /** The same call, which goes on once the method that made it has returned, or on another thread. */
    GuardedCall goingOnElsewhere() {
        return new GuardedCall(guard, scope, method, invocation, true);
    }

    GuardRequest request(Caller caller) {
        List<Charge> charges = method.charges(invocation);
        List<Charge> owed = scope.takeOver();
        return new GuardRequest(caller, owed.isEmpty() ? charges : joined(charges, owed), true, method.rule());
    }

    private static List<Charge> joined(List<Charge> charges, List<Charge> owed) {
        List<Charge> joined = new ArrayList<>(charges.size() + owed.size());
        joined.addAll(charges);
        joined.addAll(owed);
        return joined;
    }

    /**
     * Completes at the departure. Only where the thread can be spared does it wait for the decision itself, so that the
     * call goes on on the very thread that it was made on, with all that belongs to it.
     */
    CompletableFuture<Decision> enterAsync(Caller caller) {
        GuardRequest request = request(caller);
        return EventLoops.canWait() ? guard.depart(guard.decide(request)) : guard.enterAsync(request);
    }

    /** {@link #answer}, for what has ended when it returns, or when the future that it returns has. */
    @Nullable
    Object answerToTheEnd(Decision decision) throws Throwable {
        return toTheEnd(decision, () -> answer(decision));
    }

    /** {@link #proceed}, in the same way. */
    @Nullable
    Object proceedToTheEnd(Decision decision) throws Throwable {
        return toTheEnd(decision, this::proceed);
    }

    @FunctionalInterface
    private interface Step {

        @Nullable
        Object run() throws Throwable;
    }

    private @Nullable Object toTheEnd(Decision decision, Step step) throws Throwable {
        boolean goesOn = false;
        try {
            Object answer = step.run();
            goesOn = decision.isLent() && goesOn(answer, () -> guard.ended(decision));
            return answer;
        } finally {
            if (!goesOn) {
                guard.ended(decision);
            }
        }
    }

    private boolean goesOn(@Nullable Object answer, Runnable atEnd) {
        if (answer instanceof CompletionStage<?> stage) {
            stage.whenComplete((value, failure) -> atEnd.run());
            return true;
        }
        return scope.goesOn(answer, atEnd);
    }

    /** Lets an admitted call through; answers another by the fallback, or throws. */
    @Nullable
    Object answer(Decision decision) throws Throwable {
        scope.decided(decision);
        if (decision.isAllowed()) {
            return proceed();
        }
        Fallback fallback = method.fallback(decision);
        if (fallback != null) {
            return fallback.invoke(invocation, decision);
        }
        throw new RejectedException(decision);
    }

    private @Nullable Object proceed() throws Throwable {
        return elsewhere ? ExposeInvocationInterceptor.INSTANCE.invoke(invocation) : invocation.proceed();
    }
}

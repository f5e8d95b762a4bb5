package io.github.limiter.spring.interceptor;

import io.github.limiter.guard.Decision;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.spring.policy.Written;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.KotlinDetector;
import org.springframework.core.MethodParameter;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** The method that answers in the place of a refused call. */
final class Fallback {

    private final Method method;
    private final boolean wantsDecision;

    /** A default method of a proxied interface, past the proxy: what that makes of such a call is up to its maker. */
    private final @Nullable MethodHandle special;

    private Fallback(Method method, boolean wantsDecision, @Nullable MethodHandle special) {
        this.method = method;
        this.wantsDecision = wantsDecision;
        this.special = special;
    }

    static Fallback find(Written name, Method guarded, Class<?> type) {
        Class<?>[] same = guarded.getParameterTypes();
        boolean suspending = KotlinDetector.isSuspendingFunction(guarded);
        Class<?>[] withDecision = withDecision(same, Decision.class, suspending);
        Method plain = ReflectionUtils.findMethod(type, name.text(), same);
        Method telling = ReflectionUtils.findMethod(type, name.text(), withDecision);
        Method found = telling == null ? plain : telling;
        if (found == null) {
            throw new InvalidConfigurationException(
                    name.element(),
                    name.text(),
                    "is not a method of " + type.getSimpleName() + " with the parameters of " + guarded.getName(),
                    "Declare " + declaration(guarded, name.text(), suspending)
                            + " there, optionally with a last parameter Decision");
        }
        if (found.equals(guarded)) {
            throw new InvalidConfigurationException(
                    name.element(),
                    name.text(),
                    "is the limited method itself, which would go on although it is refused",
                    "Name another method");
        }
        Class<?> answer = answer(guarded);
        if (!ClassUtils.isAssignable(answer, answer(found))) {
            throw new InvalidConfigurationException(
                    name.element(),
                    name.text(),
                    "returns " + answer(found).getSimpleName() + ", but " + guarded.getName() + " returns "
                            + answer.getSimpleName(),
                    "Let it return " + answer.getSimpleName());
        }
        ReflectionUtils.makeAccessible(found);
        boolean special = type.isInterface() && found.isDefault() && !suspending;
        return new Fallback(found, found == telling, special ? special(found) : null);
    }

    /** Of a suspending function, the last parameter is the continuation, which stays the last. */
    private static <T extends @Nullable Object> T[] withDecision(T[] values, T decision, boolean suspending) {
        T[] more = Arrays.copyOf(values, values.length + 1);
        int last = values.length;
        if (suspending) {
            more[last] = more[last - 1];
            last--;
        }
        more[last] = decision;
        return more;
    }

    /** What a method returns; of a suspending function, what its source says. */
    private static Class<?> answer(Method method) {
        return new MethodParameter(method, -1).getParameterType();
    }

    private static String declaration(Method guarded, String name, boolean suspending) {
        Class<?>[] types = guarded.getParameterTypes();
        String answer = answer(guarded).getSimpleName();
        return suspending
                ? "suspend fun " + name + "(" + types(Arrays.copyOf(types, types.length - 1)) + "): " + answer
                : answer + " " + name + "(" + types(types) + ")";
    }

    private static MethodHandle special(Method found) {
        Class<?> declaring = found.getDeclaringClass();
        try {
            return MethodHandles.privateLookupIn(declaring, MethodHandles.lookup())
                    .unreflectSpecial(found, declaring);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(
                    declaring + " is in a module that is not open to " + Fallback.class.getModule(), e);
        }
    }

    private static String types(Class<?>[] types) {
        return String.join(", ", Arrays.stream(types).map(Class::getSimpleName).toList());
    }

    @Nullable
    Object invoke(MethodInvocation invocation, Decision decision) throws Throwable {
        @Nullable Object[] arguments = invocation.getArguments();
        if (wantsDecision) {
            arguments = withDecision(arguments, decision, KotlinDetector.isSuspendingFunction(method));
        }
        return special == null
                ? AopUtils.invokeJoinpointUsingReflection(invocation.getThis(), method, arguments)
                : special.bindTo(invocation.getThis()).invokeWithArguments(arguments);
    }
}

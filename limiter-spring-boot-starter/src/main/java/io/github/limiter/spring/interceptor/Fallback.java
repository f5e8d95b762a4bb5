package io.github.limiter.spring.interceptor;

import io.github.limiter.guard.Decision;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.spring.policy.Written;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
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
        Class<?>[] withDecision = Arrays.copyOf(same, same.length + 1);
        withDecision[same.length] = Decision.class;
        Method plain = ReflectionUtils.findMethod(type, name.text(), same);
        Method telling = ReflectionUtils.findMethod(type, name.text(), withDecision);
        Method found = telling == null ? plain : telling;
        if (found == null) {
            throw new InvalidConfigurationException(
                    name.element(),
                    name.text(),
                    "is not a method of " + type.getSimpleName() + " with the parameters of " + guarded.getName(),
                    "Declare " + guarded.getReturnType().getSimpleName() + " " + name.text() + "(" + types(same)
                            + ") there, optionally with a last parameter Decision");
        }
        if (found.equals(guarded)) {
            throw new InvalidConfigurationException(
                    name.element(),
                    name.text(),
                    "is the limited method itself, which would go on although it is refused",
                    "Name another method");
        }
        if (!ClassUtils.isAssignable(guarded.getReturnType(), found.getReturnType())) {
            throw new InvalidConfigurationException(
                    name.element(),
                    name.text(),
                    "returns " + found.getReturnType().getSimpleName() + ", but " + guarded.getName() + " returns "
                            + guarded.getReturnType().getSimpleName(),
                    "Let it return " + guarded.getReturnType().getSimpleName());
        }
        ReflectionUtils.makeAccessible(found);
        return new Fallback(found, found == telling, type.isInterface() && found.isDefault() ? special(found) : null);
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
            arguments = Arrays.copyOf(arguments, arguments.length + 1);
            arguments[arguments.length - 1] = decision;
        }
        if (special != null) {
            return special.bindTo(invocation.getThis()).invokeWithArguments(arguments);
        }
        try {
            return method.invoke(invocation.getThis(), arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }
}

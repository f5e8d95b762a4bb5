package io.github.limiter.spring.interceptor;

import io.github.limiter.policy.InvalidConfigurationException;
import java.io.Closeable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.Aware;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.core.KotlinDetector;
import org.springframework.util.ClassUtils;

/** Whether a proxy can stand before a method. A limit that can never act must not look like one. */
final class Reachability {

    private final BooleanSupplier subclassing;

    /** Asks for what holds: whether proxies are subclasses even of classes that have interfaces. */
    Reachability(BooleanSupplier subclassing) {
        this.subclassing = subclassing;
    }

    void check(Method method, Class<?> type, LimitAnnotations annotations, String place) {
        String obstacle = obstacle(method, type, annotations);
        if (obstacle != null) {
            throw new InvalidConfigurationException(
                    place + ": method",
                    method.getName(),
                    "is " + obstacle + ", so no proxy can limit it",
                    remedy(method, type) + ", call the Guard bean inside"
                            + (annotations.onClass()
                                    ? ", or put @Unlimited on it"
                                    : ", or leave " + annotations.named() + " out"));
        }
    }

    /** In Kotlin, all is final that nobody opens. */
    private static String remedy(Method method, Class<?> type) {
        boolean closed = Modifier.isFinal(method.getModifiers()) || Modifier.isFinal(type.getModifiers());
        return closed && KotlinDetector.isKotlinType(type)
                ? "Open class and function with the compiler plugin kotlin-spring, which does so for Spring's"
                        + " annotations, or with the word open"
                : "Change that";
    }

    private @Nullable String obstacle(Method method, Class<?> type, LimitAnnotations annotations) {
        int modifiers = method.getModifiers();
        if (Modifier.isPrivate(modifiers)) {
            return "private";
        }
        if (Modifier.isStatic(modifiers)) {
            return "static";
        }
        if (type.isInterface()) {
            return null;
        }
        if (!subclassing.getAsBoolean() && hasProxiedInterface(type)) {
            return annotations.onClass() || isInInterface(method, type)
                    ? null
                    : "in no interface of " + type.getSimpleName() + ", of which its proxy is made"
                            + " (spring.aop.proxy-target-class=false)";
        }
        if (Modifier.isFinal(modifiers)) {
            return "final";
        }
        return Modifier.isFinal(type.getModifiers()) ? "in the final class " + type.getSimpleName() : null;
    }

    /** As Spring AOP decides it: an interface that is more than a callback of the container. */
    private static boolean hasProxiedInterface(Class<?> type) {
        return Arrays.stream(ClassUtils.getAllInterfacesForClass(type))
                .anyMatch(candidate -> candidate.getMethods().length > 0
                        && candidate != InitializingBean.class
                        && candidate != DisposableBean.class
                        && candidate != Closeable.class
                        && candidate != AutoCloseable.class
                        && !Aware.class.isAssignableFrom(candidate));
    }

    private static boolean isInInterface(Method method, Class<?> type) {
        return ClassUtils.getInterfaceMethodIfPossible(method, type)
                .getDeclaringClass()
                .isInterface();
    }
}

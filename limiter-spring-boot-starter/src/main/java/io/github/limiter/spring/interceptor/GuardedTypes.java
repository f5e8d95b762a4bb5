package io.github.limiter.spring.interceptor;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import org.springframework.aop.support.AopUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * The type that speaks for an object: its class; for a proxy that a factory made of an interface (HTTP interface clients,
 * Feign, repositories) that interface, since nobody has written its class.
 */
final class GuardedTypes {

    private GuardedTypes() {}

    /** Class of an object, as the pointcut has seen it. */
    static Class<?> classOf(Object target) {
        return Proxy.isProxyClass(target.getClass()) ? target.getClass() : AopUtils.getTargetClass(target);
    }

    /** All methods that an annotation could stand on. */
    static List<Method> methodsOf(Class<?> targetClass) {
        return Proxy.isProxyClass(targetClass)
                ? Arrays.stream(targetClass.getInterfaces())
                        .flatMap(proxied -> Arrays.stream(proxied.getMethods()))
                        .toList()
                : List.of(ReflectionUtils.getAllDeclaredMethods(ClassUtils.getUserClass(targetClass)));
    }

    /** Where annotations on a method are looked for, and what its policies are named after. */
    static Class<?> of(Method method, Class<?> targetClass) {
        if (Proxy.isProxyClass(targetClass)) {
            for (Class<?> proxied : targetClass.getInterfaces()) {
                if (method.getDeclaringClass().isAssignableFrom(proxied)) {
                    return proxied;
                }
            }
            return method.getDeclaringClass();
        }
        return targetClass;
    }
}

package io.github.limiter.spring.interceptor;

import io.github.limiter.algorithm.AlgorithmRegistry;
import io.github.limiter.spring.policy.PolicyFactory;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.config.EmbeddedValueResolver;
import org.springframework.core.MethodClassKey;
import org.springframework.util.function.SingletonSupplier;

/**
 * What guards which method, parsed once and cached, "nothing" too. The pointcut announces candidates while beans are
 * made, when the library itself may not be ready; all of them are parsed before the application is, so that mistakes
 * stop its start. Thread-safe.
 */
public final class GuardedMethods implements SmartInitializingSingleton {

    private final SingletonSupplier<RateLimitParser> parser;
    private final Map<MethodClassKey, Optional<GuardedMethod>> parsed = new ConcurrentHashMap<>();
    private final Set<Class<?>> candidates = ConcurrentHashMap.newKeySet();

    /**
     * Nothing parsed yet.
     *
     * @param beans resolves placeholders and {@code @beans}
     * @param policies makes policies; asked for on first use
     * @param algorithms knows capacities; asked for on first use
     */
    public GuardedMethods(
            ConfigurableBeanFactory beans, Supplier<PolicyFactory> policies, Supplier<AlgorithmRegistry> algorithms) {
        parser = SingletonSupplier.of(() -> new RateLimitParser(
                policies.get(),
                algorithms.get(),
                new CallExpressions(beans, beans.getBeanClassLoader()),
                new AnnotationReader(new EmbeddedValueResolver(beans))));
    }

    /** A class has a guarded method; which others it has, and whether a proxy can reach them, is found out later. */
    void announce(Class<?> targetClass) {
        candidates.add(targetClass);
    }

    @Override
    public void afterSingletonsInstantiated() {
        for (Class<?> candidate : candidates) {
            for (Method method : GuardedTypes.methodsOf(candidate)) {
                find(method, candidate);
            }
        }
    }

    /**
     * Whether something guards a method.
     *
     * @param method the method as called
     * @param targetClass class of the object it is called on
     * @return true if a call of it is decided by the interceptor
     */
    public boolean isGuarded(Method method, Class<?> targetClass) {
        return find(method, targetClass) != null;
    }

    @Nullable
    GuardedMethod find(Method method, Class<?> targetClass) {
        MethodClassKey key = new MethodClassKey(method, targetClass);
        Optional<GuardedMethod> known = parsed.get(key);
        if (known == null) {
            Class<?> type = GuardedTypes.of(method, targetClass);
            Method specific = AopUtils.getMostSpecificMethod(method, type);
            known = Optional.ofNullable(parser.obtain().parse(specific, type));
            parsed.put(key, known);
        }
        return known.orElse(null);
    }
}

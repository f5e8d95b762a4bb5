package io.github.limiter.spring.interceptor;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.TargetSource;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;

/** Finds the guard among the proxies that a bean is wrapped in. */
final class Weaving {

    private Weaving() {}

    /** The proxy that asks the guard, or that takes its target from a scope, whose beans are woven; null for none. */
    static @Nullable Advised guarding(Object bean) {
        Object candidate = bean;
        while (candidate instanceof Advised proxy) {
            TargetSource source = proxy.getTargetSource();
            if (!source.isStatic() || Arrays.stream(proxy.getAdvisors()).anyMatch(GuardAdvisor.class::isInstance)) {
                return proxy;
            }
            candidate = AopProxyUtils.getSingletonTarget(proxy);
        }
        return null;
    }

    static boolean isWoven(Object bean) {
        return guarding(bean) != null;
    }
}

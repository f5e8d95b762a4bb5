package io.github.limiter.spring.interceptor;

import java.lang.reflect.Method;
import org.springframework.aop.support.StaticMethodMatcherPointcut;

/** Methods that carry a limit, themselves or by their class. */
final class GuardPointcut extends StaticMethodMatcherPointcut {

    private final GuardedMethods guarded;

    GuardPointcut(GuardedMethods guarded) {
        this.guarded = guarded;
        setClassFilter(guarded::carriesLimits);
    }

    @Override
    public boolean matches(Method method, Class<?> targetClass) {
        return guarded.carriesLimits(method, targetClass);
    }
}

package io.github.limiter.spring.interceptor;

import io.github.limiter.annotation.RateLimit;
import java.lang.reflect.Method;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.core.annotation.AnnotationUtils;

/** Methods that carry a limit, themselves or by their class. Looks at annotations only: the rest is for later. */
final class GuardPointcut extends StaticMethodMatcherPointcut {

    private final GuardedMethods guarded;

    GuardPointcut(GuardedMethods guarded) {
        this.guarded = guarded;
        setClassFilter(type -> AnnotationUtils.isCandidateClass(type, RateLimit.class));
    }

    @Override
    public boolean matches(Method method, Class<?> targetClass) {
        Class<?> type = GuardedTypes.of(method, targetClass);
        Method specific = AopUtils.getMostSpecificMethod(method, type);
        boolean matches = !RateLimitParser.limitsOf(specific).isEmpty()
                || Reachability.isPublic(specific)
                        && !RateLimitParser.limitsOf(type).isEmpty();
        if (matches) {
            guarded.announce(targetClass);
        }
        return matches;
    }
}

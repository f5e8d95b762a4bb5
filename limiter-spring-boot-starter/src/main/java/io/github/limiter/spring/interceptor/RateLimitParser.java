package io.github.limiter.spring.interceptor;

import io.github.limiter.algorithm.AlgorithmRegistry;
import io.github.limiter.annotation.RateLimit;
import io.github.limiter.annotation.RateLimits;
import io.github.limiter.annotation.Unlimited;
import io.github.limiter.guard.Limit;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Quota;
import io.github.limiter.policy.RatePolicy;
import io.github.limiter.spring.policy.CallAttributes;
import io.github.limiter.spring.policy.PolicyFactory;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.stereotype.Controller;
import org.springframework.util.ClassUtils;

/** Reads {@link RateLimit} off a method, or off its class, and makes everything of it that a call will need. */
final class RateLimitParser {

    private final PolicyFactory policies;
    private final AlgorithmRegistry algorithms;
    private final CallExpressions expressions;
    private final AnnotationReader reader;

    RateLimitParser(
            PolicyFactory policies,
            AlgorithmRegistry algorithms,
            CallExpressions expressions,
            AnnotationReader reader) {
        this.policies = policies;
        this.algorithms = algorithms;
        this.expressions = expressions;
        this.reader = reader;
    }

    /** What guards a method; null if nothing does. The method's own annotations stand in the place of the class's. */
    @Nullable
    GuardedMethod parse(Method method, Class<?> targetClass) {
        if (isUnlimited(method)) {
            return null;
        }
        Set<RateLimit> own = limitsOf(method);
        if (!own.isEmpty()) {
            return parse(method, targetClass, own, PolicyNames.ofMethod(method, targetClass), "");
        }
        if (isUnlimited(targetClass) || !Reachability.isPublic(method)) {
            return null;
        }
        Set<RateLimit> ofClass = limitsOf(targetClass);
        return ofClass.isEmpty()
                ? null
                : parse(method, targetClass, ofClass, PolicyNames.ofClass(targetClass), " (on the class)");
    }

    static boolean isUnlimited(AnnotatedElement element) {
        return AnnotatedElementUtils.hasAnnotation(element, Unlimited.class);
    }

    static Set<RateLimit> limitsOf(AnnotatedElement element) {
        return AnnotatedElementUtils.findMergedRepeatableAnnotations(element, RateLimit.class, RateLimits.class);
    }

    private GuardedMethod parse(
            Method method, Class<?> targetClass, Set<RateLimit> annotations, String defaultName, String where) {
        String place = "@RateLimit on " + ClassUtils.getShortName(targetClass) + "." + method.getName() + where;
        Reachability.check(method, targetClass, place);
        List<GuardedLimit> limits = new ArrayList<>();
        Set<String> names = new HashSet<>();
        int position = 0;
        for (RateLimit annotation : annotations) {
            position++;
            String suffix = position == 1 ? "" : "-" + position;
            try {
                GuardedLimit limit = parse(annotation, method, targetClass, defaultName + suffix, place);
                if (!names.add(limit.limit().policy().name())) {
                    throw new InvalidConfigurationException(
                            "name",
                            limit.limit().policy().name(),
                            "stands twice on one method, which would charge it twice",
                            "Give each @RateLimit its own name");
                }
                limits.add(limit);
            } catch (InvalidConfigurationException e) {
                throw e.element().startsWith("@") || e.element().startsWith("limiter.") ? e : e.at(place);
            }
        }
        return new GuardedMethod(limits);
    }

    private GuardedLimit parse(
            RateLimit annotation, Method method, Class<?> targetClass, String defaultName, String place) {
        String name = Optional.ofNullable(reader.text(annotation.name())).orElse(defaultName);
        Limit limit = policies.limit(name, reader.attributes(annotation, place));
        checkPatience(limit.policy(), targetClass);
        CallAttributes calls = policies.calls(name).or(reader.calls(annotation));
        return new GuardedLimit(
                limit,
                compiled("key", calls.key(), method),
                permits(calls.permits(), limit.policy(), method),
                compiled("condition", calls.condition(), method),
                calls.fallback() == null ? null : Fallback.find(calls.fallback(), method, targetClass));
    }

    private @Nullable CallExpression compiled(String attribute, @Nullable String text, Method method) {
        return text == null ? null : expressions.compile(attribute, text, method);
    }

    private CallExpression permits(@Nullable String text, RatePolicy policy, Method method) {
        if (text == null) {
            return call -> 1L;
        }
        if (!text.matches("-?\\d+")) {
            return expressions.compile("permits", text, method);
        }
        Long permits = reader.number("permits", text);
        long capacity = algorithms.get(policy.algorithm()).capacity(policy.quota());
        if (permits < 1 || permits > capacity) {
            throw new InvalidConfigurationException(
                    "permits",
                    text,
                    "can never be admitted: " + policy.name() + " has room for 1 to " + capacity,
                    "Set permits within that, or a larger burst or limit");
        }
        return call -> permits;
    }

    private static void checkPatience(RatePolicy policy, Class<?> targetClass) {
        if (policy.quota().maxWait().equals(Quota.UNLIMITED_WAIT)
                && AnnotatedElementUtils.hasAnnotation(targetClass, Controller.class)) {
            throw new InvalidConfigurationException(
                    "maxWait",
                    "-1",
                    "lets HTTP callers hold a server thread for ever",
                    "Set a bound such as 2s, here or in limiter.policies." + policy.name()
                            + ".max-wait; -1 is for consumers and jobs");
        }
    }
}

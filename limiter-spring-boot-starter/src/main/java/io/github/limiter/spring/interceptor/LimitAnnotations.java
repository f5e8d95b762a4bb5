package io.github.limiter.spring.interceptor;

import io.github.limiter.annotation.Blacklist;
import io.github.limiter.annotation.RateLimit;
import io.github.limiter.annotation.Unlimited;
import io.github.limiter.policy.InvalidConfigurationException;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.MethodIntrospector.MetadataLookup;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ReflectionUtils;

/**
 * The limits that apply to a method. What is nearest counts: the method's own, then those of the method that it
 * overrides or implements, then those of its class, then those that the class inherits.
 *
 * @param limits may be none, if there is a blacklist
 * @param onClass whether they stand on the class, for all of its public methods together
 * @param blacklist who is refused and banned; null for nobody
 */
record LimitAnnotations(
        List<RateLimit> limits, boolean onClass, @Nullable Blacklist blacklist) {

    /** The methods of a type that limits apply to; those that no proxy can limit too. */
    static Map<Method, LimitAnnotations> of(Class<?> type) {
        List<RateLimit> ofClass = said(type);
        Blacklist blacklistOfClass = blacklist(type);
        Map<Method, LimitAnnotations> found = MethodIntrospector.selectMethods(
                type, (MetadataLookup<LimitAnnotations>) method -> of(method, ofClass, blacklistOfClass));
        found.values().removeIf(annotations -> annotations.limits.isEmpty() && annotations.blacklist == null);
        return Collections.unmodifiableMap(found);
    }

    private static @Nullable LimitAnnotations of(
            Method method, @Nullable List<RateLimit> ofClass, @Nullable Blacklist blacklistOfClass) {
        List<RateLimit> own = said(method);
        Blacklist blacklist = blacklist(method);
        boolean shares = Modifier.isPublic(method.getModifiers()) && !ReflectionUtils.isObjectMethod(method);
        if (blacklist == null && (shares || own != null)) {
            blacklist = blacklistOfClass;
        }
        if (own != null) {
            return new LimitAnnotations(own, false, blacklist);
        }
        if (ofClass != null && shares) {
            return new LimitAnnotations(ofClass, true, blacklist);
        }
        return blacklist == null ? null : new LimitAnnotations(List.of(), false, blacklist);
    }

    private static @Nullable Blacklist blacklist(AnnotatedElement element) {
        MergedAnnotation<Blacklist> nearest =
                MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY).get(Blacklist.class);
        return nearest.isPresent() ? nearest.synthesize() : null;
    }

    /** The annotation to name in messages. */
    String named() {
        return limits.isEmpty() ? "@Blacklist" : "@RateLimit";
    }

    /** Whether {@link Unlimited} is what is nearest to a method. */
    static boolean isUnlimited(Method method, Class<?> type) {
        List<RateLimit> own = said(method);
        List<RateLimit> nearest = own == null ? said(type) : own;
        return nearest != null && nearest.isEmpty();
    }

    /** What an element says; empty for {@link Unlimited}, null for nothing. */
    private static @Nullable List<RateLimit> said(AnnotatedElement element) {
        MergedAnnotations all = MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY);
        int limited = distance(all, RateLimit.class);
        int unlimited = distance(all, Unlimited.class);
        if (limited == unlimited) {
            if (limited == Integer.MAX_VALUE) {
                return null;
            }
            throw new InvalidConfigurationException(
                    "@RateLimit on " + element, "@Unlimited", "stands beside it", "Leave one of the two out");
        }
        return unlimited < limited
                ? List.of()
                : all.stream(RateLimit.class)
                        .filter(annotation -> annotation.getAggregateIndex() == limited)
                        .map(MergedAnnotation::synthesize)
                        .toList();
    }

    /** How many classes and interfaces away the nearest annotation of that type is. */
    private static int distance(MergedAnnotations all, Class<? extends Annotation> type) {
        return all.stream(type)
                .mapToInt(MergedAnnotation::getAggregateIndex)
                .min()
                .orElse(Integer.MAX_VALUE);
    }
}

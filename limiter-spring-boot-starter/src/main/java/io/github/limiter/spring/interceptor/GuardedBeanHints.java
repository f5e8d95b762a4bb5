package io.github.limiter.spring.interceptor;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.util.ClassUtils;

/**
 * Keeps all methods of beans with limits in native images: limits, and fallbacks that annotations or properties name, are
 * looked for by reflection.
 */
final class GuardedBeanHints implements BeanRegistrationAotProcessor {

    @Override
    public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
        Class<?> type = bean.getBeanClass();
        if (LimitAnnotations.of(type).isEmpty()) {
            return null;
        }
        return (generation, code) -> hierarchy(type)
                .forEach(each -> generation
                        .getRuntimeHints()
                        .reflection()
                        .registerType(each, MemberCategory.INVOKE_DECLARED_METHODS));
    }

    private static Set<Class<?>> hierarchy(Class<?> type) {
        Set<Class<?>> all = new LinkedHashSet<>(ClassUtils.getAllInterfacesForClassAsSet(type));
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            all.add(each);
        }
        return all;
    }
}

package io.github.limiter.spring.interceptor;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.springframework.util.ClassUtils;

/** Default names of policies: {@code OrderController.create} is {@code order-controller-create}. */
final class PolicyNames {

    private static final Pattern WORD_START = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");
    private static final Pattern NOT_IN_NAMES = Pattern.compile("[^A-Za-z0-9-]+");
    private static final int LONGEST = 60;

    private PolicyNames() {}

    static String ofClass(Class<?> targetClass) {
        return kebab(ClassUtils.getUserClass(targetClass).getSimpleName());
    }

    /** Overloads are told apart by their position among the methods of that name, in the order of their signatures. */
    static String ofMethod(Method method, Class<?> targetClass) {
        List<String> overloads = Arrays.stream(
                        ClassUtils.getUserClass(targetClass).getDeclaredMethods())
                .filter(other -> other.getName().equals(method.getName()) && !other.isBridge())
                .map(PolicyNames::signature)
                .sorted(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()))
                .toList();
        int position = overloads.indexOf(signature(method));
        String suffix = position <= 0 ? "" : "-overload-" + (position + 1);
        return cut(ofClass(targetClass) + "-" + kebab(method.getName()), suffix);
    }

    private static String signature(Method method) {
        return Arrays.toString(method.getParameterTypes());
    }

    private static String cut(String name, String suffix) {
        String whole = name + suffix;
        return whole.length() <= LONGEST
                ? whole
                : name.substring(0, LONGEST - suffix.length() - 9) + "-" + String.format("%08x", name.hashCode())
                        + suffix;
    }

    private static String kebab(String name) {
        String words = WORD_START.matcher(name).replaceAll("-").toLowerCase(Locale.ROOT);
        return NOT_IN_NAMES.matcher(words).replaceAll("-");
    }
}

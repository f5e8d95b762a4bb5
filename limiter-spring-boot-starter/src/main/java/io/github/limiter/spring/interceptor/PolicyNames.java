package io.github.limiter.spring.interceptor;

import io.github.limiter.policy.InvalidConfigurationException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Default names of policies: {@code OrderController.create} is {@code order-controller-create}, its second limit
 * {@code order-controller-create-2}. Nobody shares a count because of a name that nobody wrote.
 */
final class PolicyNames {

    private static final Pattern WORD_START = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");
    private static final Pattern NOT_IN_NAMES = Pattern.compile("[^A-Za-z0-9-]+");
    private static final int LONGEST = 60;

    private final Map<String, String> owners = new ConcurrentHashMap<>();

    /** The default name of the limit at a position, counted from 1, on what is called {@code base}. */
    String claim(String base, int position, String owner, String place) {
        String name = position == 1 ? base : base + "-" + position;
        String first = owners.putIfAbsent(name, owner);
        if (first != null && !first.equals(owner)) {
            throw new InvalidConfigurationException(
                    place + ": name",
                    name,
                    "is the default name of limits on " + first + " and on " + owner + ", which would share one count",
                    "Set name on one of them");
        }
        return name;
    }

    static String ofClass(Class<?> type) {
        String name = type.getName();
        return cut(
                kebab(type.isAnonymousClass() ? name.substring(name.lastIndexOf('.') + 1) : type.getSimpleName()), "");
    }

    /** Overloads are told apart by their position among the methods of that name, in the order of their signatures. */
    static String ofMethod(Method method, Class<?> type) {
        List<String> overloads = Arrays.stream(ReflectionUtils.getUniqueDeclaredMethods(type))
                .filter(other -> other.getName().equals(method.getName()) && !other.isBridge())
                .map(PolicyNames::signature)
                .sorted(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()))
                .toList();
        int position = overloads.indexOf(signature(method));
        String suffix = position <= 0 ? "" : "-overload-" + (position + 1);
        return cut(ofClass(type) + "-" + kebab(method.getName()), suffix);
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

    /** A method as people name it in messages, told apart from others like it. */
    static String owner(Method method, Class<?> type) {
        return type.getName() + "." + method.getName() + "("
                + String.join(
                        ", ",
                        Arrays.stream(method.getParameterTypes())
                                .map(ClassUtils::getShortName)
                                .toList())
                + ")";
    }
}

package io.github.limiter.spring.interceptor;

import io.github.limiter.policy.InvalidConfigurationException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/** Whether a proxy can stand before a method. A limit that can never act must not look like one. */
final class Reachability {

    private Reachability() {}

    static boolean isPublic(Method method) {
        return Modifier.isPublic(method.getModifiers()) && method.getDeclaringClass() != Object.class;
    }

    static void check(Method method, Class<?> targetClass, String place) {
        int modifiers = method.getModifiers();
        String obstacle = Modifier.isPrivate(modifiers)
                ? "private"
                : Modifier.isStatic(modifiers) ? "static" : Modifier.isFinal(modifiers) ? "final" : null;
        if (obstacle != null) {
            throw new InvalidConfigurationException(
                            "method",
                            method.getName(),
                            "is " + obstacle + ", so no proxy can limit it",
                            "Make it a "
                                    + (obstacle.equals("final") ? "method that is not final" : "public method")
                                    + " of " + targetClass.getSimpleName() + ", or call the Guard bean inside")
                    .at(place);
        }
    }
}

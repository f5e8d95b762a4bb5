package io.github.limiter.replay;

import io.github.limiter.policy.InvalidConfigurationException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.util.ClassUtils;

/** Says for people which property the rules could not be made of: its name, its value, and what to write instead. */
final class WrongProperty {

    private WrongProperty() {}

    /** Whatever has failed while properties were read. */
    static String describe(RuntimeException failure) {
        InvalidConfigurationException invalid = cause(failure, InvalidConfigurationException.class);
        if (invalid != null) {
            return invalid.description() + ' ' + invalid.fix();
        }
        BindException unbound = cause(failure, BindException.class);
        if (unbound != null) {
            return describe(unbound);
        }
        Throwable root = root(failure);
        return "The properties cannot be read: "
                + (root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage());
    }

    static <T extends Throwable> @Nullable T cause(Throwable failure, Class<T> type) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return type.cast(cause);
            }
        }
        return null;
    }

    private static String describe(BindException unbound) {
        // The innermost has the property itself, the outer ones the group that it is in.
        BindException innermost = unbound;
        for (Throwable cause = unbound; cause != null; cause = cause.getCause()) {
            innermost = cause instanceof BindException inner ? inner : innermost;
        }
        ConfigurationProperty property = innermost.getProperty();
        StringBuilder text = new StringBuilder(innermost.getName().toString());
        if (property != null) {
            text.append(": '").append(property.getValue()).append('\'');
            if (property.getOrigin() != null) {
                text.append(" (").append(property.getOrigin()).append(')');
            }
        }
        ConversionFailedException conversion = cause(innermost, ConversionFailedException.class);
        Class<?> wanted = conversion == null
                ? innermost.getTarget().getType().resolve(Object.class)
                : conversion.getTargetType().getType();
        return text.append(" is no ")
                .append(named(wanted))
                .append(". ")
                .append(fix(wanted, root(innermost)))
                .append('.')
                .toString();
    }

    private static String named(Class<?> type) {
        return switch (type.getSimpleName()) {
            case "int", "Integer" -> "whole number up to 2147483647";
            case "long", "Long" -> "whole number";
            case "double", "Double" -> "number";
            default ->
                type.isEnum() ? "value of it" : ClassUtils.getShortName(type).toLowerCase(Locale.ROOT);
        };
    }

    private static String fix(Class<?> type, Throwable root) {
        if (type.isEnum()) {
            return "Use one of "
                    + Arrays.stream(type.getEnumConstants())
                            .map(value -> value.toString().toLowerCase(Locale.ROOT))
                            .collect(Collectors.joining(", "));
        }
        return switch (type.getSimpleName()) {
            case "int", "long", "Integer", "Long" -> "Write a number such as 60";
            case "double", "Double" -> "Write a number such as 0.5";
            case "boolean", "Boolean" -> "Write true or false";
            case "Duration" -> "Write a number with its unit, such as 500ms, 30s, 5m or 1h";
            default -> String.valueOf(root.getMessage());
        };
    }

    private static Throwable root(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }
}

package io.github.limiter.spring.interceptor;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.spring.policy.CallAttributes;
import io.github.limiter.spring.policy.PolicyAttributes;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.util.StringValueResolver;

/** Reads attribute values: fills placeholders, knows what "not set" is, and turns text into what it means. */
final class AnnotationReader {

    private final StringValueResolver placeholders;

    AnnotationReader(StringValueResolver placeholders) {
        this.placeholders = placeholders;
    }

    PolicyAttributes attributes(RateLimit annotation, String place) {
        return new PolicyAttributes(
                place,
                text(annotation.algorithm()),
                number("limit", annotation.limit(), annotation.limitString()),
                duration("window", annotation.window()),
                number("burst", annotation.burst(), annotation.burstString()),
                duration("maxWait", annotation.maxWait()),
                text(annotation.zone()),
                text(annotation.dimension()),
                annotation.tier(),
                annotation.mode(),
                annotation.failureMode(),
                annotation.shared());
    }

    CallAttributes calls(RateLimit annotation) {
        return new CallAttributes(
                text(annotation.key()),
                text(annotation.permits()),
                text(annotation.condition()),
                text(annotation.fallback()));
    }

    /** The value with its placeholders filled; null if it is empty. */
    @Nullable
    String text(String value) {
        String resolved = value.isEmpty() ? value : placeholders.resolveStringValue(value);
        return resolved == null || resolved.isBlank() ? null : resolved.strip();
    }

    private @Nullable Long number(String attribute, long value, String twin) {
        String text = text(twin);
        if (text == null) {
            return value == RateLimit.UNSET ? null : Long.valueOf(value);
        }
        if (value != RateLimit.UNSET) {
            throw new InvalidConfigurationException(
                    attribute, value, "stands beside " + attribute + "String = '" + text + "'", "Set one of the two");
        }
        return number(attribute + "String", text);
    }

    Long number(String attribute, String text) {
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException e) {
            throw new InvalidConfigurationException(
                    attribute, text, "is not a whole number", "Write digits only, such as 60");
        }
    }

    private @Nullable Duration duration(String attribute, String value) {
        String text = text(value);
        if (text == null) {
            return null;
        }
        try {
            return DurationStyle.detectAndParse(text, ChronoUnit.SECONDS);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new InvalidConfigurationException(
                    attribute, text, "is not a duration", "Write one such as 500ms, 1s, 1m, 1h, 1d or PT1S");
        }
    }
}

package io.github.limiter.spring.interceptor;

import io.github.limiter.annotation.Blacklist;
import io.github.limiter.annotation.RateLimit;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.spring.policy.BanAttributes;
import io.github.limiter.spring.policy.BanLadder;
import io.github.limiter.spring.policy.CallAttributes;
import io.github.limiter.spring.policy.PolicyAttributes;
import io.github.limiter.spring.policy.Written;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.util.StringValueResolver;

/** Reads attribute values: fills placeholders, knows what "not set" is, and turns text into what it means. */
final class AnnotationReader {

    private final StringValueResolver placeholders;

    AnnotationReader(StringValueResolver placeholders) {
        this.placeholders = placeholders;
    }

    @Nullable
    String name(RateLimit annotation, String place) {
        return text(written("name", annotation.name(), place));
    }

    PolicyAttributes attributes(RateLimit annotation, String place) {
        return new PolicyAttributes(
                place,
                text(written("algorithm", annotation.algorithm(), place)),
                number("limit", annotation.limit(), annotation.limitString(), place),
                duration(written("window", annotation.window(), place)),
                number("burst", annotation.burst(), annotation.burstString(), place),
                duration(written("maxWait", annotation.maxWait(), place)),
                text(written("zone", annotation.zone(), place)),
                text(written("dimension", annotation.dimension(), place)),
                annotation.tier(),
                annotation.mode(),
                annotation.failureMode(),
                annotation.shared());
    }

    CallAttributes calls(RateLimit annotation, String place) {
        return new CallAttributes(
                written("key", annotation.key(), place),
                written("permits", annotation.permits(), place),
                written("condition", annotation.condition(), place),
                written("fallback", annotation.fallback(), place));
    }

    BanAttributes bans(Blacklist annotation, String place) {
        List<String> steps = Stream.of(annotation.ban())
                .map(step -> text(written("ban", step, place)))
                .filter(Objects::nonNull)
                .toList();
        return new BanAttributes(
                place,
                Stream.of(annotation.dimension())
                        .map(dimension -> text(written("dimension", dimension, place)))
                        .filter(Objects::nonNull)
                        .collect(Collectors.toUnmodifiableSet()),
                number("strikes", annotation.strikes(), annotation.strikesString(), place),
                duration(written("within", annotation.within(), place)),
                steps.isEmpty() ? null : BanLadder.parse(steps, place + ": ban"),
                number("challengeAt", annotation.challengeAt(), annotation.challengeAtString(), place),
                annotation.mode());
    }

    private @Nullable Integer number(String attribute, int value, String twin, String place) {
        Long number = number(attribute, value == Blacklist.UNSET ? RateLimit.UNSET : value, twin, place);
        return number == null ? null : (int) Math.max(Integer.MIN_VALUE, Math.min(number, Integer.MAX_VALUE));
    }

    /** The value with its placeholders filled; null if it is empty. */
    private @Nullable Written written(String attribute, String value, String place) {
        if (value.isEmpty()) {
            return null;
        }
        String element = place + ": " + attribute;
        String resolved;
        try {
            resolved = placeholders.resolveStringValue(value);
        } catch (IllegalArgumentException e) {
            throw new InvalidConfigurationException(
                    element, value, "cannot be filled: " + e.getMessage(), "Set that property");
        }
        return resolved == null || resolved.isBlank() ? null : new Written(resolved.strip(), element);
    }

    private static @Nullable String text(@Nullable Written written) {
        return written == null ? null : written.text();
    }

    private @Nullable Long number(String attribute, long value, String twin, String place) {
        Written text = written(attribute + "String", twin, place);
        if (text == null) {
            return value == RateLimit.UNSET ? null : Long.valueOf(value);
        }
        if (value != RateLimit.UNSET) {
            throw new InvalidConfigurationException(
                    place + ": " + attribute,
                    value,
                    "stands beside " + attribute + "String = '" + text.text() + "'",
                    "Set one of the two");
        }
        try {
            return Long.valueOf(text.text());
        } catch (NumberFormatException e) {
            throw new InvalidConfigurationException(
                    text.element(), text.text(), "is not a whole number", "Write digits only, such as 60");
        }
    }

    private static @Nullable Duration duration(@Nullable Written text) {
        if (text == null) {
            return null;
        }
        try {
            return DurationStyle.detectAndParse(text.text(), ChronoUnit.SECONDS);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new InvalidConfigurationException(
                    text.element(),
                    text.text(),
                    "is not a duration",
                    "Write one such as 500ms, 1s, 1m, 1h, 1d or PT1S");
        }
    }
}

package io.github.limiter.spring.policy;

import io.github.limiter.annotation.FailureMode;
import io.github.limiter.annotation.Mode;
import io.github.limiter.annotation.Tier;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What one place says about a policy; null where it says nothing.
 *
 * @param place where this is written, for messages: {@code limiter.tiers.p0}, {@code @RateLimit on Orders.create}
 * @param algorithm name of the algorithm
 * @param limit units per window
 * @param window length of the window
 * @param burst capacity of a token bucket
 * @param maxWait patience of a leaky bucket; minus one second for no bound
 * @param zone zone of windows of whole days
 * @param dimension name of the dimension
 * @param tier the tier
 * @param mode enforce or shadow
 * @param failureMode what holds without the store
 * @param shared whether applications share the count
 */
public record PolicyAttributes(
        String place,
        @Nullable String algorithm,
        @Nullable Long limit,
        @Nullable Duration window,
        @Nullable Long burst,
        @Nullable Duration maxWait,
        @Nullable String zone,
        @Nullable String dimension,
        @Nullable Tier tier,
        @Nullable Mode mode,
        @Nullable FailureMode failureMode,
        @Nullable Boolean shared) {

    private static final Pattern UPPER_CASE = Pattern.compile("[A-Z]");

    /**
     * Attributes of a place that knows only quotas, such as {@code limiter.global}.
     *
     * @param place where this is written
     * @param algorithm name of the algorithm
     * @param limit units per window
     * @param window length of the window
     * @param dimension name of the dimension
     * @param failureMode what holds without the store
     * @return the attributes
     */
    public static PolicyAttributes ofQuota(
            String place,
            @Nullable String algorithm,
            @Nullable Long limit,
            @Nullable Duration window,
            @Nullable String dimension,
            @Nullable FailureMode failureMode) {
        return new PolicyAttributes(
                place, algorithm, limit, window, null, null, null, dimension, null, null, failureMode, null);
    }

    /**
     * Attributes of a place that leaves everything to others.
     *
     * @param place where this is written
     * @return the attributes
     */
    public static PolicyAttributes nothing(String place) {
        return ofQuota(place, null, null, null, null, null);
    }

    /** Whether this place sets an attribute, by the name that annotations give it. */
    boolean sets(String attribute) {
        return switch (attribute) {
            case "algorithm" -> algorithm != null;
            case "limit" -> limit != null;
            case "window" -> window != null;
            case "burst" -> burst != null;
            case "maxWait" -> maxWait != null;
            case "zone" -> zone != null;
            case "dimension" -> dimension != null;
            default -> false;
        };
    }

    /** Full name of an attribute here: that of the property, or the annotation's place and its own. */
    String nameOf(String attribute) {
        return place.startsWith("limiter.")
                ? place + '.' + UPPER_CASE.matcher(attribute).replaceAll("-$0").toLowerCase(Locale.ROOT)
                : place + ": " + attribute;
    }
}

package io.github.limiter.gateway;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.annotation.FailureMode;
import io.github.limiter.annotation.Mode;
import io.github.limiter.annotation.Tier;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.spring.policy.PolicyAttributes;
import io.github.limiter.spring.policy.Written;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationUnit;
import org.springframework.cloud.gateway.filter.ratelimit.KeyResolver;
import org.springframework.cloud.gateway.support.HasRouteId;

/**
 * What a route says about a limit: the arguments of the filter {@code RateLimit}. What is not set is left to
 * {@code limiter.policies.<name>}, the tier and the defaults. For one thread.
 */
public final class RouteLimitConfig implements HasRouteId {

    /** As YAML writes them. */
    static final List<String> ATTRIBUTES = List.of(
            "name",
            "limit",
            "window",
            "dimension",
            "algorithm",
            "burst",
            "max-wait",
            "zone",
            "key",
            "key-resolver",
            "permits",
            "tier",
            "mode",
            "failure-mode",
            "shared");

    private @Nullable String routeId;
    private @Nullable String name;
    private @Nullable Long limit;

    @DurationUnit(ChronoUnit.SECONDS)
    private @Nullable Duration window;

    private @Nullable String dimension;
    private @Nullable String algorithm;
    private @Nullable Long burst;

    @DurationUnit(ChronoUnit.SECONDS)
    private @Nullable Duration maxWait;

    private @Nullable String zone;
    private @Nullable Tier tier;
    private @Nullable Mode mode;
    private @Nullable FailureMode failureMode;
    private @Nullable Boolean shared;
    private @Nullable Long permits;
    private @Nullable String key;
    private @Nullable KeyResolver keyResolver;

    /** Says nothing yet. */
    public RouteLimitConfig() {}

    @Override
    public void setRouteId(String routeId) {
        this.routeId = routeId;
    }

    @Override
    public @Nullable String getRouteId() {
        return routeId;
    }

    /**
     * Sets an argument.
     *
     * @param name name of the policy, 1 to 64 of {@code A-Z a-z 0-9 . _ -}; by default the id of the route
     * @return this
     */
    public RouteLimitConfig setName(String name) {
        this.name = name;
        return this;
    }

    /**
     * Sets an argument.
     *
     * @param limit units per window, at least 1
     * @return this
     */
    public RouteLimitConfig setLimit(Long limit) {
        this.limit = limit;
        return this;
    }

    /**
     * Sets an argument.
     *
     * @param window length of the window; a number without unit is in seconds
     * @return this
     */
    public RouteLimitConfig setWindow(Duration window) {
        this.window = window;
        return this;
    }

    /**
     * Sets an argument.
     *
     * @param dimension name of the dimension, such as {@code user}
     * @return this
     */
    public RouteLimitConfig setDimension(String dimension) {
        this.dimension = dimension;
        return this;
    }

    /**
     * Sets an argument.
     *
     * @param algorithm name of the algorithm, such as {@code token-bucket}
     * @return this
     */
    public RouteLimitConfig setAlgorithm(String algorithm) {
        this.algorithm = algorithm;
        return this;
    }

    /**
     * Sets an argument.
     *
     * @param burst capacity of a token bucket
     * @return this
     */
    public RouteLimitConfig setBurst(Long burst) {
        this.burst = burst;
        return this;
    }

    /**
     * Sets an argument.
     *
     * @param maxWait how long a leaky bucket may hold a request, without a thread; a number without unit is in seconds
     * @return this
     */
    public RouteLimitConfig setMaxWait(Duration maxWait) {
        this.maxWait = maxWait;
        return this;
    }

    /**
     * Sets an argument.
     *
     * @param zone time zone of a fixed window of whole days
     * @return this
     */
    public RouteLimitConfig setZone(String zone) {
        this.zone = zone;
        return this;
    }

    /**
     * Sets an argument.
     *
     * @param tier how much the business depends on it
     * @return this
     */
    public RouteLimitConfig setTier(Tier tier) {
        this.tier = tier;
        return this;
    }

    /**
     * Sets an argument.
     *
     * @param mode whether it acts, or only reports
     * @return this
     */
    public RouteLimitConfig setMode(Mode mode) {
        this.mode = mode;
        return this;
    }

    /**
     * Sets an argument.
     *
     * @param failureMode what holds while the shared store cannot be reached
     * @return this
     */
    public RouteLimitConfig setFailureMode(FailureMode failureMode) {
        this.failureMode = failureMode;
        return this;
    }

    /**
     * Sets an argument.
     *
     * @param shared whether all applications on one store share the count
     * @return this
     */
    public RouteLimitConfig setShared(Boolean shared) {
        this.shared = shared;
        return this;
    }

    /**
     * Sets an argument.
     *
     * @param permits units that a request costs; by default 1
     * @return this
     */
    public RouteLimitConfig setPermits(Long permits) {
        this.permits = permits;
        return this;
    }

    /**
     * Sets an argument.
     *
     * @param key SpEL about the {@link RoutedRequest} that refines the count; as {@link #setKeyResolver}
     * @return this
     */
    public RouteLimitConfig setKey(String key) {
        this.key = key;
        return this;
    }

    /**
     * Sets an argument.
     *
     * @param keyResolver refines the count: within the dimension, or instead of it if no dimension is set here; a request
     *     without a key is counted with all others that have none
     * @return this
     */
    public RouteLimitConfig setKeyResolver(KeyResolver keyResolver) {
        this.keyResolver = keyResolver;
        return this;
    }

    /** Whether there is an argument that is written so. */
    static boolean knows(String written) {
        String plain = plain(written);
        return ATTRIBUTES.stream().anyMatch(attribute -> plain(attribute).equals(plain));
    }

    /** A mistake in one of the arguments, which is named as annotations name it, by the name that routes give it. */
    InvalidConfigurationException asWritten(InvalidConfigurationException mistake) {
        String argument = mistake.element().substring(mistake.element().lastIndexOf(' ') + 1);
        return ATTRIBUTES.stream()
                .filter(attribute -> mistake.element().equals(place() + ": " + argument)
                        && plain(attribute).equals(plain(argument)))
                .findFirst()
                .map(attribute -> mistake.named(place() + ": " + attribute))
                .orElse(mistake);
    }

    private static String plain(String written) {
        return written.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
    }

    /** Where this is written, for messages. */
    String place() {
        return place(routeId);
    }

    static String place(@Nullable String routeId) {
        return RateLimitGatewayFilterFactory.NAME + " of route " + (routeId == null ? "without id" : routeId);
    }

    String policyName() {
        String chosen = name == null || name.isBlank() ? routeId : name;
        if (chosen == null) {
            throw new InvalidConfigurationException(
                    place() + ": name",
                    "",
                    "is missing, and there is no id of the route to take its place",
                    "Set a name: RateLimit=orders, 20, 1s");
        }
        return chosen;
    }

    PolicyAttributes attributes() {
        return new PolicyAttributes(
                place(),
                algorithm,
                limit,
                window,
                burst,
                maxWait,
                zone,
                dimension == null && (key != null || keyResolver != null) ? Dimensions.INTERFACE : dimension,
                tier,
                mode,
                failureMode,
                shared);
    }

    Written permits() {
        return new Written(permits == null ? "1" : permits.toString(), place() + ": permits");
    }

    @Nullable
    KeyResolver keys() {
        if (key == null) {
            return keyResolver;
        }
        Written written = new Written(key, place() + ": key");
        if (keyResolver != null) {
            throw new InvalidConfigurationException(
                    written.element(), key, "stands beside a key-resolver", "Leave one of them out");
        }
        return KeyExpression.of(written);
    }
}

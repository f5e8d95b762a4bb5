package io.github.limiter.gateway;

import io.github.limiter.policy.InvalidConfigurationException;
import java.util.List;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.factory.AbstractGatewayFilterFactory;
import org.springframework.cloud.gateway.support.NameUtils;

/**
 * The route filter {@code RateLimit}: a policy for the requests of a route, of any algorithm and dimension. What its
 * {@link RouteLimitConfig} leaves out comes from where it does for an annotation: {@code limiter.policies.<name>}, which
 * beats the route too, then the tier, then {@code limiter.defaults}.
 *
 * <pre>{@code
 * filters:
 * - RateLimit=orders, 20, 1s, user, token-bucket
 * - name: RateLimit
 *   args: {name: reports, algorithm: leaky-bucket, dimension: global, limit: 5, window: 1s, max-wait: 2s}
 * }</pre>
 *
 * <p>Wherever it stands among the filters of its route: all limits of a request, {@code limiter.global} among them, are
 * one decision, before the filters of the route begin. Thread-safe.
 */
public final class RateLimitGatewayFilterFactory extends AbstractGatewayFilterFactory<RouteLimitConfig> {

    /** How routes name it. */
    static final String NAME = "RateLimit";

    /** What the short form takes, in this order. */
    static final List<String> SHORTCUT = List.of("name", "limit", "window", "dimension", "algorithm", "burst");

    private final RouteLimits limits;

    /** Made by the auto-configuration. */
    RateLimitGatewayFilterFactory(RouteLimits limits) {
        super(RouteLimitConfig.class);
        this.limits = limits;
    }

    /**
     * {@inheritDoc}
     *
     * @return {@code name, limit, window, dimension, algorithm, burst}
     */
    @Override
    public List<String> shortcutFieldOrder() {
        return SHORTCUT;
    }

    /**
     * Makes the filter of a route, and its policy.
     *
     * @param config what the route says
     * @return the filter
     * @throws InvalidConfigurationException naming the route, the value and the fix
     */
    @Override
    public GatewayFilter apply(RouteLimitConfig config) {
        return limits.limit(config);
    }

    /** Whether the short form made up the name of an argument. */
    static boolean isOfShortcut(String argument) {
        return argument.startsWith(NameUtils.GENERATED_NAME_PREFIX);
    }
}

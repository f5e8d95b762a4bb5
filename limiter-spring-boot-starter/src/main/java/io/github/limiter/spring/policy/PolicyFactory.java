package io.github.limiter.spring.policy;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.annotation.Dimensions;
import io.github.limiter.annotation.FailureMode;
import io.github.limiter.annotation.Mode;
import io.github.limiter.annotation.Tier;
import io.github.limiter.guard.Limit;
import io.github.limiter.guard.Policies;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Quota;
import io.github.limiter.policy.RatePolicy;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes policies of what is written about them. Precedence: {@code limiter.policies.<name>}, then the place that asks
 * for the policy (an annotation), then {@code limiter.tiers.<tier>}, then {@code limiter.defaults}, then what the
 * article recommends: 60 per minute per address, by sliding window.
 */
public final class PolicyFactory {

    private static final PolicyAttributes BUILT_IN = PolicyAttributes.ofQuota(
            "built-in default", Algorithms.SLIDING_WINDOW, 60L, Duration.ofMinutes(1), Dimensions.IP, null);

    private final Policies policies;
    private final Mode mode;
    private final Map<String, PolicyAttributes> byName;
    private final Map<String, CallAttributes> callsByName;
    private final Map<Tier, PolicyAttributes> byTier;
    private final PolicyAttributes defaults;

    /**
     * A factory.
     *
     * @param policies where the policies are registered
     * @param mode {@link Mode#SHADOW} puts every policy into shadow
     * @param byName {@code limiter.policies}
     * @param callsByName {@code limiter.policies} too, what is about calls
     * @param byTier {@code limiter.tiers}
     * @param defaults {@code limiter.defaults}
     */
    public PolicyFactory(
            Policies policies,
            Mode mode,
            Map<String, PolicyAttributes> byName,
            Map<String, CallAttributes> callsByName,
            Map<Tier, PolicyAttributes> byTier,
            PolicyAttributes defaults) {
        this.policies = policies;
        this.mode = mode;
        this.byName = Map.copyOf(byName);
        this.callsByName = Map.copyOf(callsByName);
        this.byTier = Map.copyOf(byTier);
        this.defaults = defaults;
    }

    /**
     * Makes and registers a policy.
     *
     * @param name name of the policy
     * @param asked what the place that needs it says
     * @return what charges it
     * @throws InvalidConfigurationException naming the place, the value and the fix
     */
    public Limit limit(String name, PolicyAttributes asked) {
        List<PolicyAttributes> sources = new ArrayList<>();
        PolicyAttributes named = byName.get(name);
        if (named != null) {
            sources.add(named);
        }
        sources.add(asked);
        Tier tier = first(sources, PolicyAttributes::tier, Tier.P1);
        PolicyAttributes ofTier = byTier.get(tier);
        if (ofTier != null) {
            sources.add(ofTier);
        }
        sources.add(defaults);
        sources.add(BUILT_IN);
        try {
            return policies.define(policy(name, tier, sources));
        } catch (InvalidConfigurationException e) {
            throw e.at(placeOf(e.element(), sources, asked));
        }
    }

    /**
     * Makes and registers a policy that properties alone describe, for code that asks the guard itself.
     *
     * @param name name of the policy, as in {@code limiter.policies.<name>}
     * @return what charges it
     * @throws InvalidConfigurationException naming the place, the value and the fix
     */
    public Limit limit(String name) {
        return limit(name, PolicyAttributes.nothing("limiter.policies." + name));
    }

    /**
     * What properties say about calls of a policy.
     *
     * @param name name of the policy
     * @return what beats the annotation
     */
    public CallAttributes calls(String name) {
        return callsByName.getOrDefault(name, CallAttributes.NONE);
    }

    private RatePolicy policy(String name, Tier tier, List<PolicyAttributes> sources) {
        long limit = required(sources, PolicyAttributes::limit);
        Quota quota = Quota.of(limit, required(sources, PolicyAttributes::window))
                .withBurst(first(sources, PolicyAttributes::burst, limit))
                .withMaxWait(first(sources, PolicyAttributes::maxWait, Duration.ZERO))
                .withZone(zone(first(sources, PolicyAttributes::zone, "Z")));
        return new RatePolicy(
                name,
                required(sources, PolicyAttributes::algorithm),
                quota,
                required(sources, PolicyAttributes::dimension),
                tier,
                mode == Mode.SHADOW ? mode : first(sources, PolicyAttributes::mode, Mode.ENFORCE),
                first(sources, PolicyFactory::decidedFailureMode, failureModeOf(tier)),
                first(sources, PolicyAttributes::shared, false));
    }

    private static ZoneId zone(String id) {
        try {
            return ZoneId.of(id).normalized();
        } catch (DateTimeException e) {
            throw new InvalidConfigurationException(
                    "zone", id, "is not a time zone", "Use an id such as UTC, Asia/Shanghai or Europe/Berlin");
        }
    }

    private static @Nullable FailureMode decidedFailureMode(PolicyAttributes source) {
        return source.failureMode() == FailureMode.BY_TIER ? null : source.failureMode();
    }

    /** P0 must go on, P1 must not overwhelm what is behind it, P2 can be done without. */
    private static FailureMode failureModeOf(Tier tier) {
        return switch (tier) {
            case P0 -> FailureMode.OPEN;
            case P1 -> FailureMode.LOCAL;
            case P2 -> FailureMode.CLOSED;
        };
    }

    private static <T> T required(List<PolicyAttributes> sources, Function<PolicyAttributes, @Nullable T> attribute) {
        for (PolicyAttributes source : sources) {
            T value = attribute.apply(source);
            if (value != null) {
                return value;
            }
        }
        throw new IllegalStateException("the built-in defaults set every required attribute");
    }

    private static <T> T first(
            List<PolicyAttributes> sources, Function<PolicyAttributes, @Nullable T> attribute, T fallback) {
        for (PolicyAttributes source : sources) {
            T value = attribute.apply(source);
            if (value != null) {
                return value;
            }
        }
        return fallback;
    }

    private static String placeOf(String element, List<PolicyAttributes> sources, PolicyAttributes asked) {
        for (PolicyAttributes source : sources) {
            if (source.sets(element)) {
                return source.place();
            }
        }
        return asked.place();
    }
}

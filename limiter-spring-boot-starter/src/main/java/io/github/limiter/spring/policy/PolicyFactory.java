package io.github.limiter.spring.policy;

import io.github.limiter.annotation.FailureMode;
import io.github.limiter.annotation.Mode;
import io.github.limiter.annotation.Tier;
import io.github.limiter.guard.Limit;
import io.github.limiter.guard.Policies;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Names;
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
 * for the policy (an annotation), then {@code limiter.tiers.<tier>}, then {@code limiter.defaults}. Thread-safe.
 */
public final class PolicyFactory {

    private final Policies policies;
    private final Mode mode;
    private final Map<String, PolicyAttributes> byName;
    private final Map<String, CallAttributes> callsByName;
    private final Map<Tier, PolicyAttributes> byTier;
    private final PolicyAttributes defaults;
    private final Definitions definitions = new Definitions();

    /**
     * A factory.
     *
     * @param policies where the policies are registered
     * @param mode {@link Mode#SHADOW} puts every policy into shadow
     * @param byName {@code limiter.policies}
     * @param callsByName {@code limiter.policies} too, what is about calls
     * @param byTier {@code limiter.tiers}
     * @param defaults {@code limiter.defaults}, which set algorithm, limit, window and dimension
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
     * Makes and registers a policy. Places that ask for the same policy by the same name share it.
     *
     * @param name name of the policy
     * @param asked what the place that needs it says
     * @return what charges it
     * @throws InvalidConfigurationException naming the place, the value and the fix
     */
    public Limit limit(String name, PolicyAttributes asked) {
        return make(name, asked, policy -> {
            boolean first = definitions.add(policy, asked.place());
            Limit known = first ? null : policies.find(name).orElse(null);
            try {
                return known == null ? policies.define(policy) : known;
            } catch (InvalidConfigurationException e) {
                definitions.forget(policy);
                throw e;
            }
        });
    }

    /**
     * Makes a policy anew, since the place that asked for it before says something else now: a route that was changed. If
     * it says the same, nothing happens, and what was changed at run time stays.
     *
     * @param name name of the policy
     * @param asked what the place says now
     * @return what charges it
     * @throws InvalidConfigurationException naming the place, the value and the fix; the policy is what it was
     */
    public Limit limitAnew(String name, PolicyAttributes asked) {
        return make(name, asked, policy -> {
            Limit limit = policies.find(name)
                    .filter(known -> definitions.has(policy))
                    .orElseGet(() -> policies.redefine(policy));
            definitions.replace(policy, asked.place());
            return limit;
        });
    }

    private Limit make(String name, PolicyAttributes asked, Function<RatePolicy, Limit> register) {
        List<PolicyAttributes> sources = sources(name, asked);
        try {
            return register.apply(policy(name, sources));
        } catch (InvalidConfigurationException e) {
            throw e.named(fullName(e.element(), sources, asked));
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

    /** Where to look, in this order. */
    private List<PolicyAttributes> sources(String name, PolicyAttributes asked) {
        List<PolicyAttributes> sources = new ArrayList<>();
        PolicyAttributes named = byName.get(name);
        if (named != null) {
            sources.add(named);
        }
        sources.add(asked);
        PolicyAttributes ofTier = byTier.get(tier(sources));
        if (ofTier != null) {
            sources.add(ofTier);
        }
        sources.add(defaults);
        return sources;
    }

    private static Tier tier(List<PolicyAttributes> sources) {
        return first(sources, PolicyAttributes::tier, Tier.P1);
    }

    /**
     * Whether anything says of what tier a policy is.
     *
     * @param name name of the policy
     * @param asked what the place that needs it says
     * @return false if its tier is only the default
     */
    public boolean namesTier(String name, PolicyAttributes asked) {
        PolicyAttributes named = byName.get(name);
        return asked.tier() != null || named != null && named.tier() != null;
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

    /**
     * Reads a cost that is the same for all calls.
     *
     * @param permits a whole number
     * @param limit what is charged
     * @return the cost
     * @throws InvalidConfigurationException if no call could ever be admitted
     */
    public static long fixedCost(Written permits, Limit limit) {
        long cost;
        try {
            cost = Long.parseLong(permits.text());
        } catch (NumberFormatException e) {
            throw new InvalidConfigurationException(
                    permits.element(), permits.text(), "is not a whole number", "Write digits only, such as 2");
        }
        if (cost < 1 || cost > limit.capacity()) {
            throw new InvalidConfigurationException(
                    permits.element(),
                    permits.text(),
                    "can never be admitted: " + limit.policy().name() + " has room for 1 to " + limit.capacity(),
                    "Set permits within that, or a larger limit or burst");
        }
        return cost;
    }

    private RatePolicy policy(String name, List<PolicyAttributes> sources) {
        String algorithm = required(sources, PolicyAttributes::algorithm);
        long limit = required(sources, PolicyAttributes::limit);
        // What a place says for one algorithm is not meant for the one that a stronger place chose.
        List<PolicyAttributes> agreeing = sources.stream()
                .filter(source -> source.algorithm() == null
                        || Names.canonical(source.algorithm()).equals(Names.canonical(algorithm)))
                .toList();
        Quota quota = Quota.of(limit, required(sources, PolicyAttributes::window))
                .withBurst(first(agreeing, PolicyAttributes::burst, limit))
                .withMaxWait(first(agreeing, PolicyAttributes::maxWait, Duration.ZERO))
                .withZone(zone(first(agreeing, PolicyAttributes::zone, "Z")));
        Tier tier = tier(sources);
        return new RatePolicy(
                name,
                algorithm,
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
        throw new IllegalStateException("limiter.defaults set every required attribute");
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

    private static String fullName(String element, List<PolicyAttributes> sources, PolicyAttributes asked) {
        for (PolicyAttributes source : sources) {
            if (source.sets(element)) {
                return source.nameOf(element);
            }
        }
        return asked.nameOf(element);
    }
}

package io.github.limiter.spring.autoconfigure;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.annotation.Tier;
import io.github.limiter.guard.Limit;
import io.github.limiter.guard.Policies;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.spring.autoconfigure.LimiterProperties.Defaults;
import io.github.limiter.spring.autoconfigure.LimiterProperties.Global;
import io.github.limiter.spring.autoconfigure.LimiterProperties.Policy;
import io.github.limiter.spring.policy.CallAttributes;
import io.github.limiter.spring.policy.PolicyAttributes;
import io.github.limiter.spring.policy.PolicyFactory;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the properties say about policies, in the words of the {@link PolicyFactory}. */
final class PropertyPolicies {

    private static final String GLOBAL = "global";

    private PropertyPolicies() {}

    static PolicyFactory factory(LimiterProperties properties, Policies policies) {
        Map<String, PolicyAttributes> byName = new HashMap<>();
        Map<String, CallAttributes> calls = new HashMap<>();
        properties.policies().forEach((name, policy) -> {
            byName.put(name, attributes(name, policy));
            calls.put(name, new CallAttributes(policy.key(), policy.permits(), policy.condition(), policy.fallback()));
        });
        Map<Tier, PolicyAttributes> byTier = new EnumMap<>(Tier.class);
        properties
                .tiers()
                .forEach((tier, quota) -> byTier.put(
                        tier,
                        PolicyAttributes.ofQuota(
                                "limiter.tiers." + tier.name().toLowerCase(java.util.Locale.ROOT),
                                quota.algorithm(),
                                quota.limit(),
                                quota.window(),
                                null,
                                quota.failureMode())));
        Defaults defaults = properties.defaults();
        return new PolicyFactory(
                policies,
                properties.mode(),
                byName,
                calls,
                byTier,
                PolicyAttributes.ofQuota(
                        "limiter.defaults",
                        defaults.algorithm(),
                        defaults.limit(),
                        defaults.window(),
                        defaults.dimension(),
                        null));
    }

    private static PolicyAttributes attributes(String name, Policy policy) {
        return new PolicyAttributes(
                place(name),
                policy.algorithm(),
                policy.limit(),
                policy.window(),
                policy.burst(),
                policy.maxWait(),
                policy.zone(),
                policy.dimension(),
                policy.tier(),
                policy.mode(),
                policy.failureMode(),
                policy.shared());
    }

    static String place(String name) {
        return "limiter.policies." + name;
    }

    /** The one over everything; null if no limit is set. */
    static @Nullable Limit global(LimiterProperties properties, PolicyFactory factory) {
        Global global = properties.global();
        if (global.limit() == null) {
            return null;
        }
        return factory.limit(
                GLOBAL,
                PolicyAttributes.ofQuota(
                        "limiter.global",
                        global.algorithm(),
                        global.limit(),
                        global.window(),
                        Dimensions.GLOBAL,
                        null));
    }

    /** Cost of a request to a policy with {@code match}, which has no arguments to work anything out from. */
    static long requestCost(String name, Policy policy) {
        refuse(name, "key", policy.key());
        refuse(name, "condition", policy.condition());
        refuse(name, "fallback", policy.fallback());
        String permits = policy.permits() == null ? "1" : policy.permits();
        if (!permits.matches("[1-9]\\d{0,17}")) {
            throw new InvalidConfigurationException(
                    place(name) + ".permits",
                    permits,
                    "is not a whole number of 1 or more, but the policy has no method to work it out from",
                    "Set a number, or put @RateLimit(name = \"" + name + "\") on the method");
        }
        return Long.parseLong(permits);
    }

    private static void refuse(String name, String attribute, @Nullable String value) {
        if (value != null) {
            throw new InvalidConfigurationException(
                    place(name) + "." + attribute,
                    value,
                    "needs an annotated method, but this policy applies to requests by match",
                    "Leave it out, or put @RateLimit(name = \"" + name + "\") on the method");
        }
    }
}

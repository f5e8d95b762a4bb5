package io.github.limiter.spring.autoconfigure;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.annotation.Tier;
import io.github.limiter.guard.Limit;
import io.github.limiter.guard.Policies;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Quota;
import io.github.limiter.policy.RatePolicy;
import io.github.limiter.spring.autoconfigure.LimiterProperties.Defaults;
import io.github.limiter.spring.autoconfigure.LimiterProperties.Global;
import io.github.limiter.spring.autoconfigure.LimiterProperties.Policy;
import io.github.limiter.spring.autoconfigure.LimiterProperties.TierQuota;
import io.github.limiter.spring.policy.CallAttributes;
import io.github.limiter.spring.policy.PolicyAttributes;
import io.github.limiter.spring.policy.PolicyFactory;
import io.github.limiter.spring.policy.Written;
import io.github.limiter.spring.web.RequestPolicies;
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
            calls.put(name, calls(name, policy));
        });
        Defaults defaults = properties.defaults();
        return new PolicyFactory(
                policies,
                properties.mode(),
                byName,
                calls,
                Map.of(
                        Tier.P0, tier("p0", properties.tiers().p0()),
                        Tier.P1, tier("p1", properties.tiers().p1()),
                        Tier.P2, tier("p2", properties.tiers().p2())),
                PolicyAttributes.ofQuota(
                        "limiter.defaults",
                        defaults.algorithm(),
                        defaults.limit(),
                        defaults.window(),
                        defaults.dimension(),
                        null));
    }

    private static PolicyAttributes tier(String name, TierQuota quota) {
        return PolicyAttributes.ofQuota(
                "limiter.tiers." + name, quota.algorithm(), quota.limit(), quota.window(), null, quota.failureMode());
    }

    private static CallAttributes calls(String name, Policy policy) {
        return new CallAttributes(
                written(name, "key", policy.key()),
                written(name, "permits", policy.permits()),
                written(name, "condition", policy.condition()),
                written(name, "fallback", policy.fallback()));
    }

    private static @Nullable Written written(String name, String attribute, @Nullable String text) {
        return text == null || text.isBlank() ? null : new Written(text.strip(), place(name) + '.' + attribute);
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

    private static String place(String name) {
        return "limiter.policies." + name;
    }

    /** The one over everything, of no tier; null if no limit is set. */
    static @Nullable Limit global(LimiterProperties properties, PolicyFactory factory) {
        Global global = properties.global();
        if (global.limit() == null) {
            return null;
        }
        Defaults defaults = properties.defaults();
        return factory.limit(
                GLOBAL,
                PolicyAttributes.ofQuota(
                        "limiter.global",
                        global.algorithm() == null ? defaults.algorithm() : global.algorithm(),
                        global.limit(),
                        global.window() == null ? defaults.window() : global.window(),
                        Dimensions.GLOBAL,
                        null));
    }

    /** What others than P0 may take of the one over everything; null if P0 would have less than one unit for itself. */
    static @Nullable Limit unreserved(Limit global, double reserved, PolicyFactory factory) {
        RatePolicy policy = global.policy();
        long limit = policy.quota().limit();
        long shared = limit - (long) (limit * reserved);
        if (shared == limit) {
            return null;
        }
        return factory.limit(
                GLOBAL + "-unreserved",
                PolicyAttributes.ofQuota(
                        "limiter.global",
                        policy.algorithm(),
                        Math.max(1, shared),
                        policy.quota().window(),
                        Dimensions.GLOBAL,
                        policy.failureMode()));
    }

    /** Those that requests need no annotation for. */
    static RequestPolicies requests(LimiterProperties properties, PolicyFactory factory, GlobalCharge global) {
        RequestPolicies.Builder requests = RequestPolicies.builder(global.charges());
        properties.policies().forEach((name, policy) -> {
            Written match = written(name, "match", policy.match());
            if (match != null) {
                Limit limit = factory.limit(name);
                requests.add(match, limit, requestCost(calls(name, policy), limit));
            }
        });
        return requests.build();
    }

    /** A request has no arguments to work anything out from. */
    private static long requestCost(CallAttributes calls, Limit limit) {
        refuse(calls.key(), limit);
        refuse(calls.condition(), limit);
        refuse(calls.fallback(), limit);
        if (limit.policy().quota().maxWait().equals(Quota.UNLIMITED_WAIT)) {
            throw new InvalidConfigurationException(
                    place(limit.policy().name()) + ".max-wait",
                    "-1",
                    "lets HTTP callers hold a server thread for ever",
                    "Set a bound such as 2s");
        }
        return calls.permits() == null ? 1 : PolicyFactory.fixedCost(calls.permits(), limit);
    }

    private static void refuse(@Nullable Written written, Limit limit) {
        if (written != null) {
            throw new InvalidConfigurationException(
                    written.element(),
                    written.text(),
                    "needs an annotated method, but this policy applies to requests by match",
                    "Leave it out, or leave match out and put @RateLimit(name = \""
                            + limit.policy().name() + "\") on the method");
        }
    }
}

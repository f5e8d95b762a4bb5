package io.github.limiter.gateway;

import io.github.limiter.guard.Limit;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Quota;
import io.github.limiter.spring.policy.CallAttributes;
import io.github.limiter.spring.policy.PolicyFactory;
import io.github.limiter.spring.policy.Written;
import io.github.limiter.spring.web.reactive.ExchangeEntrance;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes limits of what routes say. Thread-safe. */
final class RouteLimits {

    private final PolicyFactory policies;
    private final Supplier<@Nullable ExchangeEntrance> entrance;

    RouteLimits(PolicyFactory policies, Supplier<@Nullable ExchangeEntrance> entrance) {
        this.policies = policies;
        this.entrance = entrance;
    }

    RouteLimit limit(RouteLimitConfig config) {
        String name = config.policyName();
        Limit limit = policies.limit(name, config.attributes());
        if (limit.policy().quota().maxWait().equals(Quota.UNLIMITED_WAIT)) {
            throw new InvalidConfigurationException(
                    config.place() + ": max-wait",
                    "-1",
                    "lets callers wait for ever, each with a connection",
                    "Set a bound such as 2s");
        }
        CallAttributes calls = policies.calls(name);
        refuse(calls.key(), name);
        refuse(calls.condition(), name);
        refuse(calls.fallback(), name);
        Written permits = calls.permits() == null ? config.permits() : calls.permits();
        return new RouteLimit(limit, config.keys(), PolicyFactory.fixedCost(permits, limit), entrance);
    }

    private static void refuse(@Nullable Written written, String name) {
        if (written != null) {
            throw new InvalidConfigurationException(
                    written.element(),
                    written.text(),
                    "needs an annotated method, but the policy " + name + " is a route's",
                    "Leave it out");
        }
    }
}

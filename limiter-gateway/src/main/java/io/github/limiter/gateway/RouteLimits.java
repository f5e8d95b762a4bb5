package io.github.limiter.gateway;

import io.github.limiter.guard.Limit;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Quota;
import io.github.limiter.spring.policy.CallAttributes;
import io.github.limiter.spring.policy.PolicyFactory;
import io.github.limiter.spring.policy.Written;
import io.github.limiter.spring.web.reactive.ExchangeEntrance;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.event.RefreshRoutesEvent;
import org.springframework.cloud.gateway.filter.ratelimit.KeyResolver;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;

/**
 * Makes limits of what routes say. Routes are made again whenever the gateway refreshes them: what a route says then takes
 * the place of what it said before, while two routes that disagree about one policy are a mistake. Thread-safe.
 */
final class RouteLimits implements ApplicationListener<RefreshRoutesEvent>, Ordered {

    private final PolicyFactory policies;
    private final Supplier<@Nullable ExchangeEntrance> entrance;

    /** In which refresh each policy was last made. */
    private final Map<String, Integer> made = new HashMap<>();

    private int refresh;

    RouteLimits(PolicyFactory policies, Supplier<@Nullable ExchangeEntrance> entrance) {
        this.policies = policies;
        this.entrance = entrance;
    }

    /**
     * Before the routes are made.
     *
     * @return the highest precedence
     */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    public synchronized void onApplicationEvent(RefreshRoutesEvent event) {
        refresh++;
    }

    RouteLimit limit(RouteLimitConfig config) {
        String name = config.policyName();
        Limit limit = define(name, config);
        if (limit.policy().quota().maxWait().equals(Quota.UNLIMITED_WAIT)) {
            throw new InvalidConfigurationException(
                    config.place() + ": max-wait",
                    "-1",
                    "lets callers wait for ever, each with a connection",
                    "Set a bound such as 2s");
        }
        CallAttributes calls = policies.calls(name);
        refuse(calls.condition(), name);
        refuse(calls.fallback(), name);
        KeyResolver keys = calls.key() == null ? config.keys() : KeyExpression.of(calls.key());
        Written permits = calls.permits() == null ? config.permits() : calls.permits();
        return new RouteLimit(
                limit,
                keys,
                PolicyFactory.fixedCost(permits, limit),
                policies.namesTier(name, config.attributes()),
                entrance);
    }

    private synchronized Limit define(String name, RouteLimitConfig config) {
        Integer before = made.get(name);
        try {
            Limit limit = before == null || before == refresh
                    ? policies.limit(name, config.attributes())
                    : policies.limitAnew(name, config.attributes());
            made.put(name, refresh);
            return limit;
        } catch (InvalidConfigurationException e) {
            throw config.asWritten(e);
        }
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

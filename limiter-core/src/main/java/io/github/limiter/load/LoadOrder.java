package io.github.limiter.load;

import io.github.limiter.annotation.Tier;
import io.github.limiter.policy.InvalidConfigurationException;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What an operator or a schedule wants for a while. Immutable.
 *
 * @param level the level; null: that of the other sources
 * @param tiers discarded as a whole; never P0
 * @param policies names of policies whose calls are discarded, unless a call is P0; at most {@value #MAX_POLICIES}
 */
public record LoadOrder(@Nullable LoadLevel level, Set<Tier> tiers, Set<String> policies) {

    /** Most policies that one order can name. */
    public static final int MAX_POLICIES = 50;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    /**
     * Refuses what would harm the core business or says nothing.
     *
     * @param level the level; null: that of the other sources
     * @param tiers discarded as a whole; never P0
     * @param policies names of policies whose calls are discarded
     * @throws InvalidConfigurationException if it cannot be
     */
    public LoadOrder {
        tiers = Set.copyOf(tiers);
        policies = Set.copyOf(policies);
        if (tiers.contains(Tier.P0)) {
            throw new InvalidConfigurationException(
                    "tiers", Tier.P0, "is the core business, which is never shed", "Name P1 or P2, or single policies");
        }
        if (policies.size() > MAX_POLICIES) {
            throw new InvalidConfigurationException(
                    "policies",
                    policies.size(),
                    "are too many policies",
                    "Name " + MAX_POLICIES + " at most, or a tier");
        }
        for (String policy : policies) {
            if (!NAME.matcher(policy).matches()) {
                throw new InvalidConfigurationException(
                        "policies", policy, "is not the name of a policy", "Use 1 to 64 of A-Z a-z 0-9 . _ -");
            }
        }
        if (level == null && tiers.isEmpty() && policies.isEmpty()) {
            throw new InvalidConfigurationException(
                    "level", "", "is missing, and nothing is discarded either", "Set a level, tiers or policies");
        }
    }

    /**
     * An order about the level alone.
     *
     * @param level the level
     * @return the order
     */
    public static LoadOrder of(LoadLevel level) {
        return new LoadOrder(level, Set.of(), Set.of());
    }
}

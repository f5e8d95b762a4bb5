package io.github.limiter.load;

import io.github.limiter.annotation.Tier;
import java.util.Set;

/**
 * What holds at this moment on this node. Immutable.
 *
 * @param level the level
 * @param source who has set it
 * @param tiers discarded as a whole; never P0
 * @param policies names of policies whose calls are discarded, unless a call is P0
 * @param until when it ends, in microseconds since the epoch; {@link #OPEN} if nobody knows
 */
public record LoadState(LoadLevel level, LoadSource source, Set<Tier> tiers, Set<String> policies, long until) {

    /** {@link #until()} of what has no end yet. */
    public static final long OPEN = Long.MAX_VALUE;

    static final LoadState CALM = new LoadState(LoadLevel.NORMAL, LoadSource.NONE, Set.of(), Set.of(), OPEN);

    /**
     * Copies the sets.
     *
     * @param level the level
     * @param source who has set it
     * @param tiers discarded as a whole
     * @param policies names of policies whose calls are discarded
     * @param until when it ends
     */
    public LoadState {
        tiers = Set.copyOf(tiers);
        policies = Set.copyOf(policies);
    }

    /**
     * Whether no call is treated otherwise than usual.
     *
     * @return true at {@link LoadLevel#NORMAL}, with nothing discarded
     */
    public boolean isCalm() {
        return level == LoadLevel.NORMAL && tiers.isEmpty() && policies.isEmpty();
    }

    /**
     * Whether all calls of a tier are dropped.
     *
     * @param tier the tier of a call
     * @return never for P0
     */
    public boolean drops(Tier tier) {
        return tier != Tier.P0 && (tiers.contains(tier) || tier == Tier.P2 && level != LoadLevel.NORMAL);
    }
}

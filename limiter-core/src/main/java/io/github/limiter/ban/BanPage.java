package io.github.limiter.ban;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some of the bans of all nodes.
 *
 * @param bans those that end first come first, then those that do not
 * @param next where the next page begins; null after the last one
 * @param asOf when they were read, on the clock of the store
 */
public record BanPage(List<Ban> bans, @Nullable String next, Instant asOf) {

    /**
     * Copies the list.
     *
     * @param bans those that end first come first, then those that do not
     * @param next where the next page begins; null after the last one
     * @param asOf when they were read, on the clock of the store
     */
    public BanPage {
        bans = List.copyOf(bans);
    }
}

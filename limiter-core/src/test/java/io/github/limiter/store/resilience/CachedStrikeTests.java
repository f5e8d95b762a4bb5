package io.github.limiter.store.resilience;

import io.github.limiter.ban.MemoryBanStore;
import io.github.limiter.store.LimiterStore;
import io.github.limiter.store.MemoryStore;
import io.github.limiter.store.StrikeContract;
import io.github.limiter.time.ManualTime;

/** A cache of denials keeps no strike from being counted. */
class CachedStrikeTests extends StrikeContract {

    @Override
    protected LimiterStore createStore(ManualTime time) {
        MemoryStore store = new MemoryStore(10_000, time, new MemoryBanStore(1_000, time));
        return new DenialCache(
                store, 1_000, Long.MAX_VALUE, check -> check.rule() != null, () -> time.micros() * 1_000);
    }
}

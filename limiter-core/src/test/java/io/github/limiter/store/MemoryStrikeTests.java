package io.github.limiter.store;

import io.github.limiter.ban.MemoryBanStore;
import io.github.limiter.time.ManualTime;

class MemoryStrikeTests extends StrikeContract {

    @Override
    protected LimiterStore createStore(ManualTime time) {
        return new MemoryStore(10_000, time, new MemoryBanStore(1_000, time));
    }
}

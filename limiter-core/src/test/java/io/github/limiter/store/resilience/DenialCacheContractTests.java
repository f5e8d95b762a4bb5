package io.github.limiter.store.resilience;

import io.github.limiter.store.LimiterStore;
import io.github.limiter.store.LimiterStoreContract;
import io.github.limiter.store.MemoryStore;
import io.github.limiter.time.ManualTime;

/** With a cache that answers nothing by itself, since all is counted, a store is what it is without. */
class DenialCacheContractTests extends LimiterStoreContract {

    @Override
    protected LimiterStore createStore(ManualTime time) {
        return new DenialCache(
                new MemoryStore(10_000, time), 1_000, Long.MAX_VALUE, check -> true, () -> time.micros() * 1_000);
    }
}

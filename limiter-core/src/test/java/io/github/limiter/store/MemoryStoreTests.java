package io.github.limiter.store;

import io.github.limiter.time.ManualTime;

class MemoryStoreTests extends LimiterStoreContract {

    @Override
    protected LimiterStore createStore(ManualTime time) {
        return new MemoryStore(10_000, time);
    }
}

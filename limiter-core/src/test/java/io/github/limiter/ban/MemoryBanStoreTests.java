package io.github.limiter.ban;

import io.github.limiter.time.ManualTime;

class MemoryBanStoreTests extends BanStoreContract {

    @Override
    protected BanStore createStore(ManualTime time) {
        return new MemoryBanStore(10_000, time);
    }
}

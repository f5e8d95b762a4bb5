package io.github.limiter.ban;

import io.github.limiter.time.TimeSource;

class MemorySetBackBanTests extends SetBackBanContract {

    @Override
    protected BanStore createStore(TimeSource clock) {
        return new MemoryBanStore(1_000, clock);
    }
}

package io.github.limiter.load;

import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.time.Instant;

class MemoryLoadStoreTests extends LoadStoreContract {

    private final ManualTime time = new ManualTime(Instant.parse("2026-01-01T00:00:00Z"));
    private final LoadStore store = new MemoryLoadStore(time);

    @Override
    LoadStore node() {
        return store;
    }

    @Override
    void pass(Duration passed) {
        time.advance(passed);
    }
}

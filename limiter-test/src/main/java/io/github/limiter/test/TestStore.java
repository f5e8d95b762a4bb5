package io.github.limiter.test;

import io.github.limiter.ban.MemoryBanStore;
import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.LimiterStore;
import io.github.limiter.store.MemoryStore;
import io.github.limiter.time.TimeSource;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Counts in memory that can begin anew, together with bans. */
final class TestStore implements LimiterStore {

    private final int maxKeys;
    private final TimeSource time;
    private final MemoryBanStore bans;
    private volatile MemoryStore counts;

    TestStore(int maxKeys, TimeSource time, MemoryBanStore bans) {
        this.maxKeys = maxKeys;
        this.time = time;
        this.bans = bans;
        this.counts = new MemoryStore(maxKeys, time, bans);
    }

    void forgetAll() {
        bans.forgetAll();
        counts = new MemoryStore(maxKeys, time, bans);
    }

    @Override
    public CompletionStage<List<LimitResult>> decide(List<LimitCheck> checks) {
        return counts.decide(checks);
    }

    @Override
    public CompletionStage<Void> giveBack(List<LimitResult> results) {
        return counts.giveBack(results);
    }
}

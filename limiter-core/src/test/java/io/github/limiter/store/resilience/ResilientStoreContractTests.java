package io.github.limiter.store.resilience;

import io.github.limiter.store.LimiterStore;
import io.github.limiter.store.LimiterStoreContract;
import io.github.limiter.store.MemoryStore;
import io.github.limiter.time.ManualTime;
import java.time.Duration;
import org.junit.jupiter.api.Nested;

class ResilientStoreContractTests {

    private static final Duration DEADLINE = Duration.ofMillis(50);

    @Nested
    class AroundAStoreThatAnswers extends LimiterStoreContract {
        @Override
        protected LimiterStore createStore(ManualTime time) {
            return around(new MemoryStore(10_000, time), time);
        }
    }

    /** With one node alive, a node alone is a store like any other. */
    @Nested
    class AroundAStoreThatNeverDoes extends LimiterStoreContract {
        @Override
        protected LimiterStore createStore(ManualTime time) {
            FakeStore store = new FakeStore();
            store.fails(new IllegalStateException("down"));
            return around(store, time);
        }
    }

    private static ResilientStore around(LimiterStore store, ManualTime time) {
        return new ResilientStore(
                store,
                DEADLINE,
                new MemoryStore(10_000, time),
                () -> 1,
                new ManualAlarm(time, DEADLINE),
                () -> time.micros() * 1_000);
    }
}

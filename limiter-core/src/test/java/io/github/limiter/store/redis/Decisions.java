package io.github.limiter.store.redis;

import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.LimiterStore;
import io.github.limiter.store.TestLimit;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Short words for calls. */
final class Decisions {

    private Decisions() {}

    static List<LimitResult> decide(LimiterStore store, LimitCheck... checks) {
        return store.decide(List.of(checks))
                .toCompletableFuture()
                .orTimeout(20, TimeUnit.SECONDS)
                .join();
    }

    static LimitResult call(LimiterStore store, TestLimit limit, long cost) {
        return decide(store, limit.cost(cost)).get(0);
    }

    static boolean passes(LimiterStore store, TestLimit limit) {
        return call(store, limit, 1).allowed();
    }

    static void giveBack(LimiterStore store, List<LimitResult> results) {
        store.giveBack(results)
                .toCompletableFuture()
                .orTimeout(20, TimeUnit.SECONDS)
                .join();
    }
}

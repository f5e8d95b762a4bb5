package io.github.limiter.store.redis;

import static io.github.limiter.store.redis.Decisions.call;
import static io.github.limiter.store.redis.Decisions.decide;
import static io.github.limiter.store.redis.Decisions.giveBack;
import static io.github.limiter.store.redis.Decisions.passes;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.policy.Quota;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.TestLimit;
import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A lease that is given back once more, since a reply was lost, frees nobody else's: also not one of the same time. */
class RepeatedGiveBackTests {

    private static final int LIMIT = 4;

    private static Stores stores;

    private final ManualTime time = new ManualTime(Instant.parse("2026-01-01T00:00:00Z"));
    private final RedisStore store = stores.create(time);
    private final TestLimit leases = TestLimit.of(Algorithms.CONCURRENCY, Quota.of(LIMIT, Duration.ofMinutes(10)));

    @BeforeAll
    static void connect() {
        stores = new Stores(Client.LETTUCE, TestRedis.uri());
    }

    @AfterAll
    static void disconnect() {
        stores.close();
    }

    @ParameterizedTest(name = "the leases begin {0} µs apart")
    @ValueSource(longs = {0, 1})
    void freesOneLease(long apart) {
        for (int which = 0; which < LIMIT; which++) {
            TestLimit limit = leases.named("number-" + which);
            List<List<LimitResult>> taken = new ArrayList<>();
            for (int i = 0; i < LIMIT; i++) {
                taken.add(decide(store, limit.cost(1)));
                time.advanceMicros(apart);
            }
            assertThat(passes(store, limit)).isFalse();

            for (int times = 0; times < 3; times++) {
                giveBack(store, taken.get(which));
            }

            LimitResult next = call(store, limit, 1);
            assertThat(next.allowed()).isTrue();
            assertThat(next.remaining()).isZero();
        }
    }
}

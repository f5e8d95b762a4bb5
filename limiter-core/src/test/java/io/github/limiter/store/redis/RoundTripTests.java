package io.github.limiter.store.redis;

import static io.github.limiter.annotation.Algorithms.FIXED_WINDOW;
import static io.github.limiter.annotation.Algorithms.LEAKY_BUCKET;
import static io.github.limiter.annotation.Algorithms.SLIDING_WINDOW;
import static io.github.limiter.annotation.Algorithms.TOKEN_BUCKET;
import static io.github.limiter.store.redis.Decisions.decide;
import static io.github.limiter.store.redis.Decisions.giveBack;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.policy.Quota;
import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.TestLimit;
import io.github.limiter.store.resilience.DenialCache;
import io.github.limiter.subject.Subject;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** On one server a decision is one call, however many limits it has. Counted by the server. */
class RoundTripTests {

    private static final LimitCheck[] THREE = {
        limit(TOKEN_BUCKET).on(Subject.of("ip", "203.0.113.7")).cost(1),
        limit(SLIDING_WINDOW).cost(2),
        limit(FIXED_WINDOW).on(Subject.of("global", "everybody")).cost(1)
    };

    private final RedisServer server = new RedisServer();
    private final Stores witness = new Stores(Client.LETTUCE, server.uri());

    private static TestLimit limit(String algorithm) {
        return TestLimit.of(algorithm, Quota.of(10, Duration.ofHours(1))).named(algorithm);
    }

    @AfterEach
    void stop() {
        witness.close();
        server.close();
    }

    /** How often clients called scripts, by command. */
    private String scriptCalls() {
        return witness.redis()
                .info("commandstats")
                .lines()
                .filter(line -> line.startsWith("cmdstat_eval"))
                .map(line -> line.replaceAll("cmdstat_(\\w+):calls=(\\d+),.*", "$1 $2"))
                .collect(Collectors.joining(", "));
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void aDecisionIsOneCall(Client client) {
        try (Client.Connection connection = client.connect(server.uri())) {
            RedisStore store = new RedisStore(connection.executor(), "limiter:", Stores.ALGORITHMS);
            witness.redis().configResetstat();

            assertThat(decide(store, THREE)).hasSize(3).allMatch(LimitResult::charged);

            assertThat(scriptCalls()).isEqualTo("evalsha 1");
        }
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void aRefusalIsOneCallToo(Client client) {
        try (Client.Connection connection = client.connect(server.uri())) {
            RedisStore store = new RedisStore(connection.executor(), "limiter:", Stores.ALGORITHMS);
            TestLimit slow = limit(LEAKY_BUCKET);
            decide(store, slow.cost(1));
            witness.redis().configResetstat();

            assertThat(decide(store, limit(TOKEN_BUCKET).cost(1), slow.cost(1))).noneMatch(LimitResult::charged);

            assertThat(scriptCalls()).isEqualTo("evalsha 1");
        }
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void aGiveBackIsOneCallToo(Client client) {
        try (Client.Connection connection = client.connect(server.uri())) {
            RedisStore store = new RedisStore(connection.executor(), "limiter:", Stores.ALGORITHMS);
            List<LimitResult> taken = decide(store, THREE);
            witness.redis().configResetstat();

            giveBack(store, taken);

            assertThat(scriptCalls()).isEqualTo("evalsha 1");
        }
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void aRememberedRefusalIsNone(Client client) {
        try (Client.Connection connection = client.connect(server.uri());
                DenialCache cache = DenialCache.of(
                        new RedisStore(connection.executor(), "limiter:", Stores.ALGORITHMS), 100, check -> false)) {
            TestLimit limit = limit(TOKEN_BUCKET);
            assertThat(decide(cache, limit.cost(10))).allMatch(LimitResult::charged);
            assertThat(decide(cache, limit.cost(1))).noneMatch(LimitResult::charged);
            witness.redis().configResetstat();

            for (int call = 0; call < 1_000; call++) {
                assertThat(decide(cache, limit.cost(1))).noneMatch(LimitResult::charged);
            }

            assertThat(scriptCalls()).isEmpty();
        }
    }
}

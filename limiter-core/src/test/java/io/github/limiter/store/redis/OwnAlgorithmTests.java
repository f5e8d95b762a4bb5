package io.github.limiter.store.redis;

import static io.github.limiter.store.redis.Decisions.decide;
import static io.github.limiter.store.redis.Decisions.giveBack;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.github.limiter.algorithm.AlgorithmRegistry;
import io.github.limiter.algorithm.Counter;
import io.github.limiter.algorithm.LuaSource;
import io.github.limiter.algorithm.RateLimitAlgorithm;
import io.github.limiter.annotation.Algorithms;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Quota;
import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.TestLimit;
import io.github.limiter.store.UndecidedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** An application's own algorithm counts on Redis like the library's, if it brings its Lua. */
class OwnAlgorithmTests {

    private static final Quota THREE = Quota.of(3, Duration.ofHours(1));

    private static Stores stores;

    @BeforeAll
    static void connect() {
        stores = new Stores(Client.LETTUCE, TestRedis.uri());
    }

    @AfterAll
    static void disconnect() {
        stores.close();
    }

    /** Only its Lua is asked for here. */
    private record Own(String name, Optional<String> luaChunk) implements RateLimitAlgorithm {

        static Own fuse() {
            return new Own("fuse", Optional.of(LuaSource.read(OwnAlgorithmTests.class, "fuse.lua")));
        }

        @Override
        public Counter newCounter() {
            throw new AssertionError("counted in memory");
        }
    }

    private static RedisStore store(RateLimitAlgorithm own) {
        return new RedisStore(stores.executor(), TestRedis.newPrefix(), new AlgorithmRegistry(List.of(own)));
    }

    /** A call counted in that way. */
    private static LimitCheck by(RateLimitAlgorithm algorithm, LimitCheck check) {
        return new LimitCheck(check.policy(), check.key(), algorithm, check.quota(), check.cost());
    }

    @Test
    void decidesTogetherWithTheLibrarys() {
        Own fuse = Own.fuse();
        RedisStore store = store(fuse);
        TestLimit burnt = TestLimit.of(Algorithms.FIXED_WINDOW, THREE).named("burnt");
        TestLimit bucket = TestLimit.of(Algorithms.TOKEN_BUCKET, THREE).named("bucket");

        assertThat(decide(store, by(fuse, burnt.cost(2)), bucket.cost(1)))
                .extracting(LimitResult::charged, LimitResult::remaining)
                .containsExactly(tuple(true, 1L), tuple(true, 2L));
        assertThat(decide(store, by(fuse, burnt.cost(2)), bucket.cost(1)))
                .extracting(LimitResult::charged, LimitResult::retryAfter)
                .containsExactly(tuple(false, 3_600_000_000L), tuple(false, 0L));
    }

    @Test
    void withoutARefundKeepsWhatItTook() {
        Own fuse = Own.fuse();
        RedisStore store = store(fuse);
        LimitCheck three = by(fuse, TestLimit.of(Algorithms.FIXED_WINDOW, THREE).cost(3));

        giveBack(store, decide(store, three));

        assertThat(decide(store, three).get(0).allowed()).isFalse();
    }

    @Test
    void mayTakeThePlaceOfOneOfTheLibrarys() {
        Own fuse = new Own(Algorithms.TOKEN_BUCKET, Own.fuse().luaChunk());
        RedisStore store = store(fuse);
        LimitCheck three = by(fuse, TestLimit.of(Algorithms.TOKEN_BUCKET, THREE).cost(3));

        decide(store, three);

        assertThat(decide(store, three).get(0).retryAfter()).isEqualTo(3_600_000_000L);
    }

    @Test
    void withoutLuaIsRefusedWithTheFix() {
        assertThatThrownBy(() -> store(new Own("abacus", Optional.empty())))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("abacus")
                .hasMessageContaining(Own.class.getName())
                .hasMessageContaining("luaChunk()");
    }

    @Test
    void withLuaThatDoesNotCompileIsRefusedWithItsName() {
        assertThatThrownBy(() -> store(new Own("abacus", Optional.of("return {\n  check = functoin() end }"))))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("abacus")
                .hasMessageContaining("line 2");
    }

    @Test
    void withANameThatLuaCannotQuoteIsRefused() {
        assertThatThrownBy(() -> store(new Own("it's", Own.fuse().luaChunk())))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("it's");
    }

    /** Fails on keys of "mallory", as code fails that an odd key makes do what its author did not think of. */
    private static final String FAILING = """
            local function check(key, cost, at)
              if string.find(key, 'mallory', 1, true) then
                local nothing
                return nothing.value
              end
              return 0, 9, 0, 0
            end
            return check, function() return 0, 9, 0 end
            """;

    /** Forgets a number on keys of "mallory", of which Redis would cut all answers that follow. */
    private static final String FORGETFUL = """
            local function check(key, cost, at)
              if string.find(key, 'mallory', 1, true) then
                return 0, 9, nil, 0
              end
              return 0, 9, 0, 0
            end
            return check, function(key) return 0, 9, not string.find(key, 'mallory', 1, true) and 0 or nil end
            """;

    static Stream<Arguments> faults() {
        return Arrays.stream(Client.values())
                .flatMap(client -> Stream.of(
                        Arguments.argumentSet("failing on " + client, client, FAILING),
                        Arguments.argumentSet("forgetful on " + client, client, FORGETFUL)));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void thatFailsOnACallFailsOnNoOther(Client client, String chunk) {
        Own failing = new Own("failing", Optional.of(chunk));
        try (Stores others = new Stores(client, TestRedis.uri())) {
            RedisStore store =
                    new RedisStore(others.executor(), TestRedis.newPrefix(), new AlgorithmRegistry(List.of(failing)));
            LimitCheck odd = by(
                    failing,
                    TestLimit.of(Algorithms.FIXED_WINDOW, THREE)
                            .named("mallory")
                            .cost(1));
            TestLimit bucket = TestLimit.of(Algorithms.TOKEN_BUCKET, Quota.of(1_000, Duration.ofHours(1)));

            assertThatThrownBy(() -> decide(store, odd)).hasCauseInstanceOf(UndecidedException.class);
            List<CompletableFuture<List<LimitResult>>> odds = new ArrayList<>();
            List<CompletableFuture<List<LimitResult>>> crowd = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                odds.add(store.decide(List.of(bucket.cost(1), odd)).toCompletableFuture());
                crowd.add(store.decide(List.of(bucket.cost(1))).toCompletableFuture());
                crowd.add(store.decide(List.of(bucket.named("other").cost(1), bucket.cost(1)))
                        .toCompletableFuture());
            }

            assertThat(crowd).allSatisfy(one -> assertThat(one.join()).allMatch(LimitResult::charged));
            assertThat(odds)
                    .allSatisfy(one -> assertThatThrownBy(one::join).hasCauseInstanceOf(UndecidedException.class));
            // What an odd call shares with others was not charged, unless it went wrong after that.
            if (chunk.equals(FAILING)) {
                assertThat(decide(store, bucket.cost(1)).get(0).remaining()).isEqualTo(1_000 - 201);
            }
        }
    }
}

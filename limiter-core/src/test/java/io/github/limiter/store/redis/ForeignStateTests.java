package io.github.limiter.store.redis;

import static io.github.limiter.store.redis.Decisions.call;
import static io.github.limiter.store.redis.Decisions.decide;
import static io.github.limiter.store.redis.Decisions.giveBack;
import static io.github.limiter.store.redis.Decisions.passes;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.policy.BanRule;
import io.github.limiter.policy.Quota;
import io.github.limiter.store.DifferentialSteps;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.TestLimit;
import io.github.limiter.store.UndecidedException;
import io.github.limiter.subject.Subject;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What another version, another algorithm or somebody else has left under a key is no error: the limit starts anew. */
class ForeignStateTests {

    private static final Map<String, BiConsumer<RedisCommands<String, String>, String>> LEFT =
            new TreeMap<>(Map.ofEntries(
                    Map.entry("an empty string", (redis, key) -> redis.set(key, "")),
                    Map.entry("a number", (redis, key) -> redis.set(key, "5")),
                    Map.entry("a time", (redis, key) -> redis.set(key, "9007199254740991")),
                    Map.entry("a time long ago", (redis, key) -> redis.set(key, "-1767225600000000")),
                    Map.entry("a text", (redis, key) -> redis.set(key, "what is this?")),
                    Map.entry("a token bucket, next version", (redis, key) -> redis.set(key, "tb2:1796028135258481")),
                    Map.entry("a token bucket that is none", (redis, key) -> redis.set(key, "-x796028135258481")),
                    Map.entry(
                            "a fixed window, next version",
                            (redis, key) -> redis.set(key, "fw2:1796028135258481:whatever")),
                    Map.entry("a fixed window that is none", (redis, key) -> redis.set(key, "fw1:")),
                    Map.entry(
                            "a leaky bucket, next version",
                            (redis, key) -> redis.set(key, "lb2:1796028135258481:1796028135258481")),
                    Map.entry(
                            "a leaky bucket that is none",
                            (redis, key) -> redis.set(key, "lb1:179602813525848x:179602813525848y")),
                    Map.entry("a sliding window, next version", (redis, key) -> redis.rpush(key, "sw2:0:0", "a", "b")),
                    Map.entry("a sliding window without calls", (redis, key) -> redis.rpush(key, "sw1:0:0")),
                    Map.entry("a concurrency limit, next version", (redis, key) -> {
                        redis.zadd(key, 5, "cc2");
                        redis.zadd(key, 1.7e15, "whatever");
                    }),
                    Map.entry("a concurrency limit without calls", (redis, key) -> redis.zadd(key, 0, "cc1")),
                    Map.entry("a concurrency limit that is none", (redis, key) -> {
                        redis.zadd(key, 5, "cc1");
                        redis.zadd(key, 1.7e15, "whatever");
                    }),
                    Map.entry("a list", (redis, key) -> redis.rpush(key, "1", "2")),
                    Map.entry("a hash", (redis, key) -> redis.hset(key, "tokens", "5")),
                    Map.entry("a set", (redis, key) -> redis.sadd(key, "5")),
                    Map.entry("a sorted set", (redis, key) -> redis.zadd(key, 1, "5")),
                    Map.entry("a stream", (redis, key) -> redis.xadd(key, "field", "value"))));

    private static final Quota THREE = Quota.of(3, Duration.ofHours(1));

    private static Stores stores;

    private final String prefix = TestRedis.newPrefix();
    private final RedisStore store = stores.create(prefix);
    private final String key = prefix + "{user:carol}:limit:test:limit";

    @BeforeAll
    static void connect() {
        stores = new Stores(Client.LETTUCE, TestRedis.uri());
    }

    @AfterAll
    static void disconnect() {
        stores.close();
    }

    static Stream<Arguments> leftovers() {
        return DifferentialSteps.ALGORITHMS.stream()
                .flatMap(algorithm -> LEFT.entrySet().stream()
                        .map(left -> Arguments.argumentSet(
                                left.getKey() + " under a " + algorithm, algorithm, left.getValue())));
    }

    @ParameterizedTest
    @MethodSource("leftovers")
    void startsAnew(String algorithm, BiConsumer<RedisCommands<String, String>, String> left) {
        left.accept(stores.redis(), key);
        TestLimit limit = TestLimit.of(algorithm, THREE);

        assertThat(call(store, limit, 3).allowed()).isTrue();

        assertThat(passes(store, limit)).isFalse();
        assertThat(stores.redis().pttl(key)).isPositive();
    }

    @ParameterizedTest
    @MethodSource("leftovers")
    void isLeftAloneByCallsThatChargeNothing(String algorithm, BiConsumer<RedisCommands<String, String>, String> left) {
        TestLimit limit = TestLimit.of(algorithm, THREE);
        TestLimit full = limit.named("full");
        call(store, full, 3);
        List<LimitResult> taken = decide(store, limit.cost(1));
        stores.redis().del(key);
        left.accept(stores.redis(), key);
        byte[] before = stores.redis().dump(key);

        assertThat(decide(store, limit.cost(1), full.cost(1)).get(0).allowed()).isTrue();
        giveBack(store, taken);

        assertThat(stores.redis().dump(key)).isEqualTo(before);
    }

    /** Keys of strikes are read when somebody is struck: who meets one of somebody else's fails alone. */
    @ParameterizedTest
    @ValueSource(strings = {"strikes:limited", "strikes", "limited", "users"})
    void failsTheCallsOfItsSubjectAlone(String name) {
        TestLimit carols = TestLimit.of(Algorithms.FIXED_WINDOW, Quota.of(1_000, Duration.ofHours(1)));
        TestLimit mallorys = TestLimit.of(Algorithms.FIXED_WINDOW, THREE).on(Subject.of("user", "mallory"));
        BanRule rule = BanRule.of("limited", 2, Duration.ofMinutes(1), Duration.ofMinutes(5));
        call(store, mallorys, 3);
        stores.redis().set(prefix + "{user:mallory}:" + name, "of somebody else");
        List<CompletableFuture<List<LimitResult>>> crowd = new ArrayList<>();
        List<CompletableFuture<List<LimitResult>>> odd = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            crowd.add(store.decide(List.of(carols.cost(1).counting(rule))).toCompletableFuture());
            odd.add(store.decide(List.of(mallorys.cost(1).counting(rule))).toCompletableFuture());
        }

        assertThat(crowd).allSatisfy(one -> assertThat(one.join()).allMatch(LimitResult::charged));
        assertThat(odd)
                .allSatisfy(one -> assertThat(one.handle((results, failure) -> failure == null
                                        || failure instanceof UndecidedException
                                        || failure.getCause() instanceof UndecidedException)
                                .join())
                        .isTrue());
    }
}

package io.github.limiter.store.redis;

import static io.github.limiter.annotation.Algorithms.LEAKY_BUCKET;
import static io.github.limiter.annotation.Algorithms.SLIDING_WINDOW;
import static io.github.limiter.annotation.Algorithms.TOKEN_BUCKET;
import static io.github.limiter.store.redis.Decisions.call;
import static io.github.limiter.store.redis.Decisions.decide;
import static io.github.limiter.store.redis.Decisions.giveBack;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.policy.Quota;
import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.TestLimit;
import io.github.limiter.subject.Subject;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.SlotHash;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Decisions about several subjects on a cluster of three masters. */
class ClusterStoreTests {

    private static final Quota TEN = Quota.of(10, Duration.ofDays(366));

    private static RedisCluster cluster;
    private static Map<Client, Client.Connection> connections;

    private final String prefix = TestRedis.newPrefix();
    private final TestLimit user = TestLimit.of(SLIDING_WINDOW, TEN);
    private final TestLimit address = TestLimit.of(TOKEN_BUCKET, TEN).on(Subject.of(Dimensions.IP, "203.0.113.7"));
    private final TestLimit global = TestLimit.of(TOKEN_BUCKET, TEN).on(Subject.of(Dimensions.GLOBAL, "all"));

    @BeforeAll
    static void start() {
        cluster = new RedisCluster();
        connections = List.of(Client.values()).stream()
                .collect(Collectors.toMap(Function.identity(), client -> client.connect(cluster)));
    }

    @AfterAll
    static void stop() {
        connections.values().forEach(Client.Connection::close);
        Set<String> errors = cluster.errors();
        cluster.close();
        assertThat(errors).as("all keys of a call are on one slot").doesNotContain("CROSSSLOT");
    }

    @Test
    void keysOfSeveralSlotsWouldBeAmongTheErrors() {
        try (RedisCluster other = new RedisCluster();
                Client.Connection connection = Client.LETTUCE.connect(other)) {
            assertThat(connection.executor().run(new RedisScript("return { 1 }"), List.of("a", "b"), List.of()))
                    .failsWithin(Duration.ofSeconds(10));
            assertThat(other.errors()).contains("CROSSSLOT");
        }
    }

    private RedisStore store(Client client) {
        return new RedisStore(new SharedExecutor(connections.get(client).executor()), prefix, Stores.ALGORITHMS);
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void areChargedOnAll(Client client) {
        assertThat(decide(store(client), user.cost(1), address.cost(2), global.cost(3)))
                .extracting(LimitResult::charged, LimitResult::remaining)
                .containsExactly(tuple(true, 9L), tuple(true, 8L), tuple(true, 7L));
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void orOnNone(Client client) {
        RedisStore store = store(client);
        call(store, global, 8);

        List<LimitResult> refused = decide(store, user.cost(1), address.cost(2), global.cost(3));

        assertThat(refused).noneMatch(LimitResult::charged);
        assertThat(refused.get(2).retryAfter()).isPositive();
        Await.until("the user's unit is given back", () -> call(store, user, 10).allowed());
        Await.until(
                "the address's units are given back",
                () -> call(store, address, 10).allowed());
        assertThat(call(store, global, 2).allowed()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void aLimitOfTheCallerSparesTheGlobalOne(Client client) {
        RedisStore store = store(client);
        call(store, user, 10);

        List<LimitResult> refused = decide(store, global.cost(1), user.cost(1));

        assertThat(refused.get(0)).isEqualTo(LimitResult.unknown(refused.get(0).check()));
        assertThat(call(store, global, 10).allowed()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void aDepartureIsGivenBackAsWell(Client client) {
        RedisStore store = store(client);
        TestLimit paced = TestLimit.of(LEAKY_BUCKET, TEN.withMaxWait(Duration.ofDays(1)));
        call(store, global, 10);

        decide(store, paced.cost(1), global.cost(1));

        Await.until("the departure is free again", () -> call(store, paced, 1).delay() == 0);
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void callsOfAllMastersAreAnswered(Client client) {
        RedisStore store = store(client);
        LimitCheck[] checks = IntStream.range(0, 20)
                .mapToObj(i -> user.on(Subject.of("user", "user-" + i)).cost(1))
                .toArray(LimitCheck[]::new);

        List<LimitResult> results = decide(store, checks);
        assertThat(results).hasSize(20).allMatch(LimitResult::charged);
        giveBack(store, results);

        assertThat(decide(store, checks)).allMatch(result -> result.remaining() == 9);
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void aSlotMovesToAnotherMaster(Client client) {
        RedisStore store = store(client);
        String subject = "moved-with-" + client;
        TestLimit limit = user.on(Subject.of("user", subject));
        assertThat(call(store, limit.named("before"), 1).charged()).isTrue();

        moveSlot(SlotHash.getSlot("{user:" + subject + "}"));

        assertThat(call(store, limit.named("after"), 1).charged()).isTrue();
    }

    /** With its keys lost, which is no matter here. */
    private void moveSlot(int slot) {
        RedisClient client = RedisClient.create();
        try {
            List<StatefulRedisConnection<String, String>> masters = cluster.servers().stream()
                    .map(server -> client.connect(RedisURI.create(server.uri())))
                    .toList();
            int owner = IntStream.range(0, masters.size())
                    .filter(i -> slot < 16_384 * (i + 1) / masters.size())
                    .findFirst()
                    .orElseThrow();
            masters.get(owner)
                    .sync()
                    .clusterGetKeysInSlot(slot, 100)
                    .forEach(masters.get(owner).sync()::del);
            String other = masters.get((owner + 1) % masters.size()).sync().clusterMyId();
            // The new owner first, then those who may still point elsewhere.
            masters.get((owner + 1) % masters.size()).sync().clusterSetSlotNode(slot, other);
            masters.forEach(master -> master.sync().clusterSetSlotNode(slot, other));
        } finally {
            client.shutdown();
        }
    }
}

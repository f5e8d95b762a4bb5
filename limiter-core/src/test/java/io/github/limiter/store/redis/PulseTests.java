package io.github.limiter.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.policy.Quota;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.LimitResult.Basis;
import io.github.limiter.store.TestLimit;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nodes of an application, one on each client, know how many they are, and forget together. */
class PulseTests {

    private static final int QUOTA = 10;

    private final TestLimit limit = TestLimit.of(Algorithms.FIXED_WINDOW, Quota.of(QUOTA, Duration.ofDays(366)));
    private final String prefix = TestRedis.newPrefix();

    private RedisServer server;
    private RedisClient backDoor;
    private RedisCommands<String, String> redis;
    private Node lettuce;
    private Node redisson;

    @BeforeEach
    void start() {
        server = new RedisServer();
        backDoor = RedisClient.create(server.uri());
        redis = backDoor.connect().sync();
        lettuce = new Node(Client.LETTUCE.connect(server.uri()), prefix);
        redisson = new Node(Client.REDISSON.connect(server.uri()), prefix);
        Await.until(
                "each node knows of the other",
                () -> Stream.of(lettuce, redisson).allMatch(node -> node.pulse().liveNodes() == 2));
    }

    @AfterEach
    void stop() {
        lettuce.close();
        redisson.close();
        backDoor.shutdown();
        server.close();
    }

    @Test
    void aNodeThatIsGoneCountsForFiveSecondsYet() {
        redisson.pulse().close();
        long closed = System.nanoTime();

        Await.until("the other node is alone", () -> lettuce.pulse().liveNodes() == 1);

        assertThat(since(closed)).isBetween(Duration.ofSeconds(4), Duration.ofSeconds(7));
    }

    @Test
    void withoutRedisEachNodeAdmitsItsShare() {
        server.kill();

        for (Node node : List.of(lettuce, redisson)) {
            Await.until("the loss is noticed", () -> !node.counts(limit.named("any")));
            assertThat(node.calls(limit, QUOTA))
                    .allMatch(result -> result.basis() == Basis.NODE)
                    .filteredOn(LimitResult::allowed)
                    .hasSize(QUOTA / 2);
        }
    }

    @Test
    void aChangeThatOneNodeTellsEndsRefusalsThatOthersRemember() {
        bothRememberARefusal();
        redis.keys(prefix + "{*").forEach(redis::del);
        assertThat(redisson.call(limit).allowed()).isFalse();

        lettuce.pulse()
                .tellChange()
                .toCompletableFuture()
                .orTimeout(20, TimeUnit.SECONDS)
                .join();

        bothForgetWithinASecond();
    }

    @Test
    void aLossOfAllDataEndsThem() {
        bothRememberARefusal();

        redis.flushall();

        bothForgetWithinASecond();
    }

    @Test
    void aRestartWithoutDataEndsThem() {
        bothRememberARefusal();

        server.kill();
        server.start();

        for (Node node : List.of(lettuce, redisson)) {
            Await.until("the server is asked again, and admits", () -> {
                LimitResult result = node.call(limit);
                return result.basis() == Basis.STORE && result.allowed();
            });
        }
    }

    @Test
    void allKeysEndByThemselvesButTheEpoch() {
        lettuce.call(limit);
        lettuce.pulse()
                .tellChange()
                .toCompletableFuture()
                .orTimeout(20, TimeUnit.SECONDS)
                .join();

        assertThat(redis.keys("*"))
                .hasSize(3)
                .allSatisfy(key -> assertThat(redis.ttl(key) < 0).isEqualTo(key.equals(prefix + "epoch")));
    }

    private void bothRememberARefusal() {
        assertThat(lettuce.calls(limit, QUOTA)).allMatch(LimitResult::charged);
        assertThat(List.of(lettuce, redisson))
                .noneMatch(node -> node.call(limit).allowed());
    }

    private void bothForgetWithinASecond() {
        long changed = System.nanoTime();
        for (Node node : List.of(lettuce, redisson)) {
            Await.until("the refusal is forgotten", () -> node.call(limit).allowed());
        }
        assertThat(since(changed)).isLessThan(Duration.ofSeconds(2));
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }
}

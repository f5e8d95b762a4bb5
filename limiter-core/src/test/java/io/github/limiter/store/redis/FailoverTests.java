package io.github.limiter.store.redis;

import static io.github.limiter.store.redis.Decisions.call;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.annotation.Tier;
import io.github.limiter.policy.Quota;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.LimitResult.Basis;
import io.github.limiter.store.TestLimit;
import io.github.limiter.subject.Subject;
import io.lettuce.core.cluster.SlotHash;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A replica takes the place of its master; two nodes, one on each client, follow by themselves. */
class FailoverTests {

    private static final int QUOTA = 10;

    /** Somebody whom the first of three masters counts. */
    private static final Subject SOMEBODY = IntStream.iterate(0, i -> i + 1)
            .mapToObj(i -> Subject.of("user", "user-" + i))
            .filter(subject -> SlotHash.getSlot('{' + subject.text() + '}') < SlotHash.SLOT_COUNT / 3)
            .findFirst()
            .orElseThrow();

    /** What becomes of the master. */
    enum Fate {
        DIES(RedisServer::kill),
        FREEZES(RedisServer::freeze);

        private final Consumer<RedisServer> come;

        Fate(Consumer<RedisServer> come) {
            this.come = come;
        }
    }

    private final String prefix = TestRedis.newPrefix();
    private final TestLimit regular = TestLimit.of(Algorithms.FIXED_WINDOW, Quota.of(QUOTA, Duration.ofDays(366)))
            .on(SOMEBODY);
    private final TestLimit core = regular.named("core").in(Tier.P0);
    private final TestLimit rest = regular.named("rest").in(Tier.P2);

    @ParameterizedTest
    @EnumSource
    void sentinelNamesTheReplica(Fate fate) {
        try (SentinelTrio trio = new SentinelTrio()) {
            isFollowed(client -> client.connect(trio), trio.master(), fate);
        }
    }

    /** The server that dies is the only one that the clients were told of. */
    @ParameterizedTest
    @EnumSource
    void aClusterElectsTheReplica(Fate fate) {
        try (RedisCluster cluster = RedisCluster.withReplicas()) {
            isFollowed(client -> client.connect(cluster), cluster.servers().get(0), fate);
        }
    }

    private void isFollowed(Function<Client, Client.Connection> connect, RedisServer master, Fate fate) {
        try (Node lettuce = new Node(connect.apply(Client.LETTUCE), prefix);
                Node redisson = new Node(connect.apply(Client.REDISSON), prefix);
                Traffic one = new Traffic(lettuce, "lettuce-");
                Traffic two = new Traffic(redisson, "redisson-")) {
            List<Node> nodes = List.of(lettuce, redisson);
            assertThat(nodes)
                    .allSatisfy(node -> assertThat(node.calls(regular, 2)).allMatch(LimitResult::charged));

            fate.come.accept(master);
            assertThat(nodes).allSatisfy(node -> {
                assertThat(node.call(core).basis()).isEqualTo(Basis.NODE);
                assertThat(node.call(rest).isUnavailable()).isTrue();
            });
            for (Node node : nodes) {
                Await.until("the node counts on the replica", () -> node.counts(core.named("any")));
            }

            long left = call(lettuce.shared(), regular, 1).remaining();
            assertThat(IntStream.range(0, QUOTA)
                            .mapToObj(call -> nodes.get(call % 2).call(regular)))
                    .as("both together, when the replica has %d left", left)
                    .allMatch(result -> result.basis() == Basis.STORE)
                    .filteredOn(LimitResult::allowed)
                    .hasSize((int) left);
            one.hasBeenChargedOnce(lettuce.shared(), false);
            two.hasBeenChargedOnce(lettuce.shared(), false);
        }
    }
}

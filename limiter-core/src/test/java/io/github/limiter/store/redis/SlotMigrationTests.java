package io.github.limiter.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.policy.Quota;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.TestLimit;
import io.github.limiter.subject.Subject;
import io.lettuce.core.MigrateArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.SlotHash;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A slot moves to another master with its keys; all that time no call is lost, and none counted twice. */
class SlotMigrationTests {

    private static RedisCluster cluster;

    private final TestLimit limit = TestLimit.of(Algorithms.FIXED_WINDOW, Quota.of(100, Duration.ofDays(366)));

    @BeforeAll
    static void start() {
        cluster = new RedisCluster();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void countsGoOnThroughAllSteps(Client client) {
        TestLimit moved = limit.on(Subject.of("user", "moved-through-" + client));
        RedisClient admin = RedisClient.create();
        try (Client.Connection connection = client.connect(cluster)) {
            RedisStore store = new RedisStore(connection.executor(), TestRedis.newPrefix(), Stores.ALGORITHMS);
            Move move = new Move(admin, SlotHash.getSlot('{' + moved.subject().text() + '}'));
            assertThat(remainingAfterTwoCalls(store, moved)).containsExactly(99L, 98L);

            move.announce();
            assertThat(remainingAfterTwoCalls(store, moved))
                    .as("still at the old master")
                    .containsExactly(97L, 96L);
            assertThat(remainingAfterTwoCalls(store, moved.named("new")))
                    .as("ASK: new keys are at the new master")
                    .containsExactly(99L, 98L);

            move.carry();
            assertThat(remainingAfterTwoCalls(store, moved)).as("ASK").containsExactly(95L, 94L);

            move.settle();
            assertThat(remainingAfterTwoCalls(store, moved)).as("MOVED").containsExactly(93L, 92L);
        } finally {
            admin.shutdown();
        }
    }

    private static List<Long> remainingAfterTwoCalls(RedisStore store, TestLimit limit) {
        return IntStream.range(0, 2)
                .mapToObj(call -> Decisions.call(store, limit, 1))
                .map(LimitResult::remaining)
                .toList();
    }

    /** Of a slot from its master to the next one. */
    private static final class Move {

        private final List<RedisCommands<String, String>> masters;
        private final RedisServer target;
        private final RedisCommands<String, String> from;
        private final RedisCommands<String, String> to;
        private final int slot;

        Move(RedisClient admin, int slot) {
            this.slot = slot;
            masters = cluster.servers().stream()
                    .map(server -> admin.connect(RedisURI.create(server.uri())).sync())
                    .toList();
            int owner = slot * masters.size() / SlotHash.SLOT_COUNT;
            int next = (owner + 1) % masters.size();
            target = cluster.servers().get(next);
            from = masters.get(owner);
            to = masters.get(next);
        }

        void announce() {
            to.clusterSetSlotImporting(slot, from.clusterMyId());
            from.clusterSetSlotMigrating(slot, to.clusterMyId());
        }

        void carry() {
            List<String> keys = from.clusterGetKeysInSlot(slot, 100);
            from.migrate("127.0.0.1", target.port(), 0, 5_000, MigrateArgs.Builder.keys(keys));
        }

        void settle() {
            to.clusterSetSlotNode(slot, to.clusterMyId());
            masters.forEach(master -> master.clusterSetSlotNode(slot, to.clusterMyId()));
        }
    }
}

package io.github.limiter.store.redis;

import static io.github.limiter.store.redis.Decisions.call;
import static io.github.limiter.store.redis.Decisions.passes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.policy.Quota;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.TestLimit;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a server goes through, a store survives without being made anew. */
class OutageTests {

    private final TestLimit limit = TestLimit.of(Algorithms.SLIDING_WINDOW, Quota.of(1_000, Duration.ofHours(1)));
    private RedisServer server;

    @BeforeEach
    void start() {
        server = new RedisServer();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static RedisStore store(Client.Connection connection) {
        return new RedisStore(connection.executor(), RedisStore.DEFAULT_KEY_PREFIX, Stores.ALGORITHMS);
    }

    private static void tell(RedisServer server, Consumer<RedisCommands<String, String>> command) {
        RedisClient client = RedisClient.create(server.uri());
        try {
            command.accept(client.connect().sync());
        } finally {
            client.shutdown();
        }
    }

    /** Whether a call is answered; that it fails is no surprise, that it hangs is. */
    private boolean answers(RedisStore store) {
        return store.decide(List.of(limit.cost(1)))
                .handle((results, failure) -> failure == null)
                .toCompletableFuture()
                .orTimeout(20, TimeUnit.SECONDS)
                .join();
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void itsScriptsAreForgotten(Client client) {
        try (Client.Connection connection = client.connect(server.uri())) {
            RedisStore store = store(connection);
            assertThat(call(store, limit, 1).remaining()).isEqualTo(999);

            tell(server, RedisCommands::scriptFlush);

            assertThat(call(store, limit, 1).remaining()).isEqualTo(998);
            assertThat(call(store, limit, 1).remaining()).isEqualTo(997);
        }
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void itsDataIsLost(Client client) {
        try (Client.Connection connection = client.connect(server.uri())) {
            RedisStore store = store(connection);
            call(store, limit, 1_000);
            assertThat(passes(store, limit)).isFalse();

            tell(server, RedisCommands::flushall);

            assertThat(call(store, limit, 1).remaining()).isEqualTo(999);
        }
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void itDiesAndComesBack(Client client) {
        try (Client.Connection connection = client.connect(server.uri())) {
            RedisStore store = store(connection);
            assertThat(answers(store)).isTrue();

            server.kill();
            assertThat(answers(store)).isFalse();

            server.start();
            Await.until("calls are answered again", () -> answers(store));
        }
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void itFreezesAndThaws(Client client) {
        try (Client.Connection connection = client.connect(server.uri())) {
            RedisStore store = store(connection);
            assertThat(answers(store)).isTrue();

            server.freeze();
            CompletableFuture<List<LimitResult>> waiting =
                    store.decide(List.of(limit.cost(1))).toCompletableFuture();
            assertThat(waiting).isNotDone();

            server.thaw();
            Await.until("calls are answered again", () -> answers(store));
            assertThat(waiting).isDone();
        }
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void itIsAReplicaForATime(Client client) {
        try (Client.Connection connection = client.connect(server.uri());
                RedisServer master = new RedisServer()) {
            RedisStore store = store(connection);
            assertThat(answers(store)).isTrue();

            tell(server, redis -> redis.replicaof("127.0.0.1", master.port()));
            assertThat(answers(store)).isFalse();

            tell(server, RedisCommands::replicaofNoOne);
            Await.until("calls are answered again", () -> answers(store));
        }
    }

    @Test
    void onLettuceItIsNotThereYet() {
        server.kill();
        try (Client.Connection connection = Client.LETTUCE.connect(server.uri())) {
            RedisStore store = store(connection);
            assertThat(answers(store)).isFalse();

            server.start();
            Await.until("calls are answered", () -> answers(store));
        }
    }

    @Test
    void onLettuceWithoutAConnectionCallsFailAtOnceInsteadOfQueueing() {
        try (Client.Connection connection = Client.LETTUCE.connect(server.uri())) {
            RedisStore store = store(connection);
            server.kill();
            Await.until("the loss is noticed", () -> !answers(store));

            CompletableFuture<List<LimitResult>> call =
                    store.decide(List.of(limit.cost(1))).toCompletableFuture();

            assertThat(call).isCompletedExceptionally();
            assertThatThrownBy(call::join)
                    .isInstanceOf(CompletionException.class)
                    .hasMessageContaining("no connection");
        }
    }

    @Test
    void onLettuceItsAddressLeadsToAnotherMasterNow() throws Exception {
        try (RedisServer other = new RedisServer();
                Wire wire = new Wire(server);
                Client.Connection connection = Client.LETTUCE.connect(wire.uri())) {
            RedisStore store = store(connection);
            assertThat(answers(store)).isTrue();

            wire.leadTo(other);
            tell(server, redis -> redis.replicaof("127.0.0.1", other.port()));

            Await.until("calls are answered again", () -> answers(store));
        }
    }

    @Test
    void onLettuceItsConnectionIsDeadWithoutASign() throws Exception {
        try (Wire wire = new Wire(server);
                Client.Connection connection = Client.LETTUCE.connect(wire.uri())) {
            RedisStore store = store(connection);
            assertThat(answers(store)).isTrue();

            wire.deadenConnections();
            CompletableFuture<List<LimitResult>> lost =
                    store.decide(List.of(limit.cost(1))).toCompletableFuture();

            Await.until("the connection is given up", () -> {
                store.decide(List.of(limit.cost(1)));
                return lost.isDone();
            });
            Await.until("calls are answered again", () -> answers(store));
        }
    }

    /** In the words that {@link LettuceScriptExecutor} knows a replica by: those of the server, or of a script on Redis 6.2. */
    @Test
    void callsThatGoTogetherTellOfAReplicaAsOneDoes() {
        try (Client.Connection connection = Client.LETTUCE.connect(server.uri())) {
            RedisStore store = store(connection);
            call(store, limit, 1);
            tell(server, redis -> redis.replicaof("127.0.0.1", 1));

            List<CompletableFuture<List<LimitResult>>> calls = Stream.generate(
                            () -> store.decide(List.of(limit.cost(1))).toCompletableFuture())
                    .limit(5)
                    .toList();

            assertThat(calls)
                    .allSatisfy(one -> assertThatThrownBy(one::join)
                            .cause()
                            .message()
                            .matches("(ERR Error running script .*: -)?READONLY .*"));
        }
    }
}

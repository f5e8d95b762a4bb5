package io.github.limiter.store.redis;

import static io.github.limiter.store.redis.Decisions.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.policy.Quota;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.TestLimit;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A script that counts runs at most once for a call, also when nobody can say whether it has run. */
class LostReplyTests {

    private static RedisServer server;

    private final TestLimit ten = TestLimit.of(Algorithms.FIXED_WINDOW, Quota.of(10, Duration.ofDays(366)));

    @BeforeAll
    static void start() {
        server = new RedisServer();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void isNotAskedForAgain(Client client) throws Exception {
        String prefix = TestRedis.newPrefix();
        try (Wire wire = new Wire(server);
                Client.Connection throughWire = client.connect(wire.uri());
                Client.Connection direct = client.connect(server.uri())) {
            RedisStore store = new RedisStore(throughWire.executor(), prefix, Stores.ALGORITHMS);
            RedisStore witness = new RedisStore(direct.executor(), prefix, Stores.ALGORITHMS);
            assertThat(call(store, ten, 1).remaining()).isEqualTo(9);

            wire.loseNextReply();
            CompletionStage<List<LimitResult>> lost = store.decide(List.of(ten.cost(1)));

            assertThatThrownBy(() -> lost.toCompletableFuture().get(20, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class);
            Await.until("the client has reconnected", () -> answers(store));
            long before = call(witness, ten, 1).remaining();
            assertThat(before)
                    .as("two calls that were answered, the lost one, the answered probe")
                    .isEqualTo(6);
        }
    }

    private boolean answers(RedisStore store) {
        return store.decide(List.of(ten.cost(1)))
                .handle((results, failure) -> failure == null)
                .toCompletableFuture()
                .orTimeout(20, TimeUnit.SECONDS)
                .join();
    }
}

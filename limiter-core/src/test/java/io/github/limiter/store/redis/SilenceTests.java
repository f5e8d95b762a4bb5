package io.github.limiter.store.redis;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.policy.Quota;
import io.github.limiter.store.TestLimit;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.TimeoutOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A connection that is dead without a sign, under a client that gives calls up sooner than the connection. */
class SilenceTests {

    private final TestLimit limit = TestLimit.of(Algorithms.FIXED_WINDOW, Quota.of(1_000, Duration.ofDays(366)));

    @Test
    void isNotTakenForAnAnswerBecauseTheClientTimesCallsOut() throws IOException {
        try (RedisServer server = new RedisServer();
                Wire wire = new Wire(server)) {
            RedisClient client = RedisClient.create(wire.uri());
            client.setOptions(ClientOptions.builder()
                    .timeoutOptions(TimeoutOptions.enabled(Duration.ofMillis(100)))
                    .build());
            try (RedisStore store = new RedisStore(
                    LettuceScriptExecutor.connect(client), RedisStore.DEFAULT_KEY_PREFIX, Stores.ALGORITHMS)) {
                Await.until("calls are answered", () -> answers(store));

                wire.deadenConnections();

                Await.until("the client gives a call up", () -> !answers(store));
                Await.until("calls are answered on another connection", () -> answers(store));
            } finally {
                client.shutdown();
            }
        }
    }

    private boolean answers(RedisStore store) {
        return store.decide(List.of(limit.cost(1)))
                .handle((results, failure) -> failure == null)
                .toCompletableFuture()
                .join();
    }
}

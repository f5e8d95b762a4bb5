package io.github.limiter.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.policy.Quota;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.LimitResult.Basis;
import io.github.limiter.store.TestLimit;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Leases do not outlive an outage of Redis: five calls at once, each lease for ten minutes if nobody gives it back. */
@ParameterizedClass
@EnumSource(Client.class)
class LeaseOutageTests {

    private static final int LIMIT = 5;

    private final TestLimit leases = TestLimit.of(Algorithms.CONCURRENCY, Quota.of(LIMIT, Duration.ofMinutes(10)));
    private final TestLimit other = leases.named("other");

    @Parameter
    private Client client;

    private RedisServer server;

    @BeforeEach
    void start() {
        server = new RedisServer();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest(name = "by {0} calls at once")
    @ValueSource(ints = {1, 2, LIMIT})
    void takenWhileItWasFrozen(int calls) {
        try (Node node = new Node(client.connect(server.uri()), TestRedis.newPrefix())) {
            assertThat(node.counts(other)).isTrue();

            server.freeze();
            List<LimitResult> decided = node.calls(leases, calls);
            assertThat(decided).allMatch(result -> result.basis() == Basis.NODE);
            node.end(decided);
            server.thaw();

            assertThatAllMayCall(node);
        }
    }

    @ParameterizedTest(name = "that it was left alone: {0}")
    @ValueSource(booleans = {true, false})
    void thatEndedWhileItWasFrozen(boolean leftAlone) {
        try (Node node = new Node(client.connect(server.uri()), TestRedis.newPrefix())) {
            List<LimitResult> underWay = node.calls(leases, LIMIT);
            assertThat(underWay).allMatch(result -> result.basis() == Basis.STORE && result.charged());

            server.freeze();
            if (leftAlone) {
                node.calls(other, LIMIT);
            }
            node.end(underWay);
            server.thaw();

            assertThatAllMayCall(node);
        }
    }

    /** The server runs the scripts, and nobody hears of it. */
    @ParameterizedTest(name = "by {0} calls at once")
    @ValueSource(ints = {1, LIMIT})
    void takenByCallsWhoseAnswersWereLost(int calls) throws IOException {
        try (Wire wire = new Wire(server);
                Node node = new Node(client.connect(wire.uri()), TestRedis.newPrefix())) {
            assertThat(node.counts(other)).isTrue();

            wire.loseReplies(true);
            List<LimitResult> decided = node.calls(leases, calls);
            assertThat(decided).allMatch(result -> result.basis() == Basis.NODE);
            node.end(decided);
            wire.loseReplies(false);

            assertThatAllMayCall(node);
        }
    }

    /** The server thaws after the clients have given up its answers: then it runs what it was sent before. */
    @Test
    void takenByCallsThatTheClientGaveUp() {
        try (Node node = new Node(client.connect(server.uri()), TestRedis.newPrefix())) {
            assertThat(node.counts(other)).isTrue();

            server.freeze();
            CompletableFuture<?> unheard =
                    node.shared().decide(List.of(other.cost(1))).toCompletableFuture();
            node.end(node.calls(leases, LIMIT));
            Await.until("the client has given up", () -> {
                node.call(other);
                return unheard.isDone();
            });
            server.thaw();

            assertThatAllMayCall(node);
        }
    }

    /** As many as the limit, at once and on the server's count. */
    private void assertThatAllMayCall(Node node) {
        Await.until("all leases are free", () -> {
            List<LimitResult> next = node.calls(leases, LIMIT);
            boolean all = next.stream().allMatch(result -> result.basis() == Basis.STORE && result.charged());
            node.end(next);
            return all;
        });
    }
}

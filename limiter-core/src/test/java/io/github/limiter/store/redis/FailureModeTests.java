package io.github.limiter.store.redis;

import static io.github.limiter.store.redis.Decisions.call;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.annotation.Tier;
import io.github.limiter.policy.Quota;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.LimitResult.Basis;
import io.github.limiter.store.TestLimit;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What callers are answered while Redis fails, and that all is right again afterwards, by itself. */
@ParameterizedClass
@EnumSource(Client.class)
class FailureModeTests {

    private static final int QUOTA = 10;

    private final TestLimit core = limit(Algorithms.TOKEN_BUCKET).named("core").in(Tier.P0);
    private final TestLimit regular = limit(Algorithms.FIXED_WINDOW);
    private final TestLimit rest = limit(Algorithms.TOKEN_BUCKET).named("rest").in(Tier.P2);

    /** None of which has more room before the test ends. */
    private static TestLimit limit(String algorithm) {
        return TestLimit.of(algorithm, Quota.of(QUOTA, Duration.ofDays(366)));
    }

    @Parameter
    private Client client;

    private RedisServer server;
    private Wire wire;

    @BeforeEach
    void start() {
        server = new RedisServer();
        wire = new Wire(server);
    }

    @AfterEach
    void stop() throws IOException {
        wire.close();
        server.close();
    }

    @ParameterizedTest
    @EnumSource
    void callsAreServedByFailureModeAndCountedRightAfterwards(Outage outage) {
        try (Node node = new Node(client.connect(wire.uri()), TestRedis.newPrefix());
                Traffic traffic = new Traffic(node, "call-")) {
            assertThat(List.of(core, regular, rest))
                    .allSatisfy(limit -> assertThat(node.calls(limit, 4))
                            .allMatch(LimitResult::charged)
                            .allMatch(FailureModeTests::isShared));

            outage.begin(server, wire);
            assertThat(node.calls(core, QUOTA))
                    .as("open: the quota, of which 4 are used up")
                    .allMatch(FailureModeTests::isOfNode)
                    .filteredOn(LimitResult::allowed)
                    .hasSize(QUOTA - 4);
            assertThat(node.calls(regular, QUOTA + 2))
                    .as("local: the quota of the only node, from zero")
                    .allMatch(FailureModeTests::isOfNode)
                    .filteredOn(LimitResult::allowed)
                    .hasSize(QUOTA);
            assertThat(node.calls(rest, 4)).as("closed").allMatch(LimitResult::isUnavailable);

            outage.end(server, wire);
            Await.until("the node counts on the server again", () -> node.counts(core.named("any")));
            assertThat(List.of(core, regular, rest)).allSatisfy(limit -> {
                long left = call(node.shared(), limit, 1).remaining();
                assertThat(node.calls(limit, QUOTA))
                        .as("what the server has left")
                        .allMatch(FailureModeTests::isShared)
                        .filteredOn(LimitResult::allowed)
                        .hasSize((int) left);
            });
            traffic.hasBeenChargedOnce(node.shared(), !outage.losesData());
        }
    }

    private static boolean isShared(LimitResult result) {
        return result.basis() == Basis.STORE;
    }

    private static boolean isOfNode(LimitResult result) {
        return result.basis() == Basis.NODE;
    }
}

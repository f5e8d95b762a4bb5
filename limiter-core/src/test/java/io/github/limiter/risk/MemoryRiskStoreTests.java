package io.github.limiter.risk;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.annotation.Mode;
import io.github.limiter.path.TrapPaths;
import io.github.limiter.policy.RiskAction;
import io.github.limiter.policy.Scene;
import io.github.limiter.policy.SignalRule;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.subject.MissingUser;
import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is forgotten where there is no room for all. */
class MemoryRiskStoreTests {

    private final ManualTime time = new ManualTime(1_000_000_000_000L);

    private RiskGuard guard(RiskStore store) {
        return new RiskGuard(
                List.of(Scene.of(
                        "test",
                        Mode.ENFORCE,
                        List.of(SignalRule.of("velocity", Signals.VELOCITY, Dimensions.USER, 30, 50)))),
                new DimensionRegistry(64, MissingUser.SKIP, List.of()),
                store,
                GoodBots.none(),
                List.of(),
                TrapPaths.of(List.of(), "honeypots"),
                Sanctions.NONE);
    }

    private static RiskAction visit(RiskGuard guard, String user) {
        RiskEvent event = new RiskEvent(new Caller(null, user, null), null, null, null);
        return Objects.requireNonNull(
                        guard.assess("test", event).toCompletableFuture().join())
                .action();
    }

    /** Between any two of its calls there are three times as many new ones as the store has room for. */
    @ParameterizedTest
    @ValueSource(ints = {100, 2_000})
    void aFloodOfSubjectsThatComeOncePushesOutNobodyWhoKeepsComing(int room) {
        MemoryRiskStore store = new MemoryRiskStore(room, time);
        RiskGuard guard = guard(store);
        int challenged = 0;
        for (int i = 0; i < 60; i++) {
            for (int other = 0; other < 3 * room; other++) {
                visit(guard, "once-" + i + '-' + other);
            }
            time.advance(Duration.ofSeconds(1));
            challenged += visit(guard, "poller") == RiskAction.CHALLENGE ? 1 : 0;
        }

        assertThat(challenged).isGreaterThan(20);
        assertThat(store.size()).isEqualTo(room);
    }

    @Test
    void whoComesNewHasAChanceAgainstThoseOfYesterday() {
        RiskGuard guard = guard(new MemoryRiskStore(100, time));
        for (int i = 0; i < 3_000; i++) {
            visit(guard, "yesterday-" + i % 100);
        }
        for (int i = 0; i < 29; i++) {
            assertThat(visit(guard, "today")).isEqualTo(RiskAction.ALLOW);
        }

        assertThat(visit(guard, "today")).isEqualTo(RiskAction.CHALLENGE);
    }

    @Test
    void evenOneHasRoom() {
        MemoryRiskStore store = new MemoryRiskStore(1, time);
        RiskGuard guard = guard(store);
        for (int i = 0; i < 29; i++) {
            assertThat(visit(guard, "only")).isEqualTo(RiskAction.ALLOW);
        }

        assertThat(visit(guard, "only")).isEqualTo(RiskAction.CHALLENGE);
        visit(guard, "another");
        assertThat(store.size()).isEqualTo(1);
    }
}

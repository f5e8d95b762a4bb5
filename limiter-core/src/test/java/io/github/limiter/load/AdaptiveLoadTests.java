package io.github.limiter.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.load.AdaptiveLoad.End;
import io.github.limiter.load.SimulatedServer.Change;
import io.github.limiter.store.MemoryNews;
import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The level follows the load of a simulated server, slowly; most often it learns for ten minutes at 40% of what it can do. */
class AdaptiveLoadTests {

    private static final Duration TEN_MINUTES = Duration.ofMinutes(10);
    private static final double USUAL = 0.4;

    private final ManualTime time = new ManualTime(Instant.parse("2026-06-10T12:00:00Z"));
    private final AdaptiveLoad load = new AdaptiveLoad(time, AdaptiveRules.DEFAULT);

    private SimulatedServer server(long seed) {
        SimulatedServer server = new SimulatedServer(load, time, seed);
        server.run(TEN_MINUTES, second -> USUAL);
        assertThat(server.changes()).isEmpty();
        return server;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void staysNormalWhileAServerIsBusyButAbleTo(long seed) {
        SimulatedServer server = server(seed);

        server.run(TEN_MINUTES, second -> 0.85);

        assertThat(server.changes()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void doesNotFlapUnderALoadThatRisesAndFallsSlowly(long seed) {
        SimulatedServer server = server(seed);
        double most = 3;

        server.run(TEN_MINUTES, second -> USUAL + (most - USUAL) * second / 600);
        server.run(TEN_MINUTES, second -> most);
        server.run(TEN_MINUTES, second -> most - (most - USUAL) * second / 600);
        server.run(TEN_MINUTES.multipliedBy(2), second -> USUAL);

        assertThat(server.changes())
                .extracting(Change::level)
                .contains(LoadLevel.PEAK)
                .doesNotContain(LoadLevel.CRITICAL);
        assertThat(server.changes()).hasSizeLessThanOrEqualTo(10);
        assertThat(load.level()).isEqualTo(LoadLevel.NORMAL);
    }

    /** Sixty bursts: a level that followed them would change 120 times. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void doesNotFlapUnderBursts(long seed) {
        SimulatedServer server = server(seed);

        server.run(TEN_MINUTES.multipliedBy(3), second -> second % 30 < 5 ? 3 : USUAL);

        assertThat(server.changes()).hasSizeBetween(1, 10);
        server.run(TEN_MINUTES.multipliedBy(3), second -> USUAL);
        assertThat(load.level()).isEqualTo(LoadLevel.NORMAL);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void staysUpAsLongAsFarTooMuchIsAskedFor(long seed) {
        SimulatedServer server = server(seed);

        server.run(TEN_MINUTES.plusMinutes(5), second -> 5);

        assertThat(server.changes().get(0).level()).isEqualTo(LoadLevel.PEAK);
        assertThat(server.changes().get(0).second()).isBetween(601.0, 606.0);
        assertThat(server.changes()).extracting(Change::level).doesNotContain(LoadLevel.NORMAL);
        server.run(TEN_MINUTES, second -> USUAL);
        assertThat(load.level()).isEqualTo(LoadLevel.NORMAL);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void isNormalAgainAMinuteAfterASpike(long seed) {
        SimulatedServer server = server(seed);

        server.run(TEN_MINUTES, second -> second > 100 && second < 101.5 ? 3 : USUAL);

        assertThat(server.changes()).extracting(Change::level).containsExactly(LoadLevel.PEAK, LoadLevel.NORMAL);
        assertThat(server.changes().get(1).second() - server.changes().get(0).second())
                .isBetween(15.0, 60.0);
    }

    @Test
    void isRaisedWhenNothingIsServedAnyMore() {
        SimulatedServer server = server(1);
        server.hang();

        server.run(Duration.ofSeconds(20), second -> USUAL);

        assertThat(server.changes()).extracting(Change::level).containsExactly(LoadLevel.PEAK, LoadLevel.CRITICAL);
    }

    @Test
    void staysNormalWhenFewRequestsTakeLonger() {
        SimulatedServer server = new SimulatedServer(load, time, 1);
        server.run(TEN_MINUTES, second -> 0.05);
        server.slowDown(3);

        server.run(TEN_MINUTES, second -> 0.05);

        assertThat(server.changes()).isEmpty();
    }

    @Test
    void staysNormalUntilItHasLearntSomething() {
        SimulatedServer server = new SimulatedServer(load, time, 1);

        server.run(Duration.ofSeconds(9), second -> 5);

        assertThat(server.changes()).isEmpty();
    }

    @Test
    void fallsWhenNobodyCallsAnyMore() {
        SimulatedServer server = server(1);
        server.run(Duration.ofSeconds(20), second -> 5);
        assertThat(load.level()).isEqualTo(LoadLevel.CRITICAL);
        server.run(Duration.ofSeconds(10), second -> 0);
        assertThat(load.inFlight()).isZero();

        time.advance(Duration.ofMinutes(1));
        assertThat(load.level()).isEqualTo(LoadLevel.PEAK);
        time.advance(Duration.ofMinutes(1));
        assertThat(load.level()).isEqualTo(LoadLevel.NORMAL);
    }

    @Test
    void countsWhatIsUnderWay() {
        RequestTime one = load.begin();
        RequestTime other = load.begin();
        one.end(End.SERVED);

        assertThat(load.inFlight()).isEqualTo(1);
        other.end(End.OTHER);
        other.end(End.OTHER);
        assertThat(load.inFlight()).isZero();
    }

    @Test
    void whatWaitsForSomethingElseIsNotUnderWay() {
        RequestTime request = load.begin();
        request.resume();
        request.pause();
        request.pause();
        assertThat(load.inFlight()).isZero();
        request.resume();
        assertThat(load.inFlight()).isZero();
        request.resume();
        assertThat(load.inFlight()).isEqualTo(1);
        request.pause();

        request.end(End.OTHER);

        assertThat(load.inFlight()).isZero();
    }

    /** Beside the usual, requests that their clients take two seconds over. */
    @Nested
    class SlowClients {

        private void slowClients(SimulatedServer server, int atOnce, boolean isKnown) {
            Deque<RequestTime> slow = new ArrayDeque<>();
            for (int tenth = 0; tenth < 600; tenth++) {
                for (int arrival = 0; arrival < atOnce / 20; arrival++) {
                    RequestTime request = load.begin();
                    if (isKnown) {
                        request.pause();
                    }
                    slow.add(request);
                }
                while (slow.size() > atOnce) {
                    slow.remove().end(End.SERVED);
                }
                server.run(Duration.ofMillis(100), second -> USUAL);
            }
        }

        @Test
        void areNoLoadWhereItIsKnownWhatTheyWaitFor() {
            SimulatedServer server = server(1);

            slowClients(server, 2_000, true);

            assertThat(server.changes()).isEmpty();
        }

        @Test
        void areNoLoadAsLongAsTheyAreFew() {
            SimulatedServer server = server(1);

            slowClients(server, 100, false);

            assertThat(server.changes()).isEmpty();
        }

        @Test
        void areNoLoadThoughNobodyElseIsThere() {
            SimulatedServer server = server(1);
            for (int client = 0; client < 40; client++) {
                load.begin().pause();
            }

            server.run(Duration.ofMinutes(1), second -> 0.005);

            assertThat(server.changes()).isEmpty();
        }

        /** Four requests a second, served as quickly as ever. */
        @Test
        void areNoLoadWhereFewAreServedButQuickly() {
            SimulatedServer server = server(1);
            for (int client = 0; client < 40; client++) {
                load.begin();
            }

            server.run(Duration.ofMinutes(1), second -> 0.005);

            assertThat(server.changes()).isEmpty();
        }
    }

    @Test
    void isOneOfTheSources() {
        SimulatedServer server = server(1);
        Load all = new Load(LoadRules.DEFAULT, List.of(), load, new MemoryLoadStore(time), new MemoryNews(), time);
        assertThat(all.state()).isEqualTo(LoadState.CALM);

        server.run(Duration.ofSeconds(5), second -> 5);

        assertThat(all.state().level()).isEqualTo(LoadLevel.PEAK);
        assertThat(all.state().source()).isEqualTo(LoadSource.ADAPTIVE);
        all.order(LoadOrder.of(LoadLevel.NORMAL), Duration.ofHours(1), "alice")
                .toCompletableFuture()
                .join();
        assertThat(all.state().isCalm()).isTrue();
    }
}

package io.github.limiter.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.limiter.annotation.Tier;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.store.MemoryNews;
import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who sets the level. */
class LoadTests {

    private static final Duration HOUR = Duration.ofHours(1);

    private final ManualTime time = new ManualTime(Instant.parse("2026-06-10T12:00:00Z"));
    private final MemoryNews news = new MemoryNews();
    private final MemoryLoadStore store = new MemoryLoadStore(time);

    private Load load(ScheduledLoad... schedule) {
        return new Load(LoadRules.DEFAULT, List.of(schedule), null, store, news, time);
    }

    /** Each full hour, for ten minutes. */
    private static ScheduledLoad hourly(LoadOrder order) {
        return new ScheduledLoad(
                "hourly",
                after -> after.truncatedTo(ChronoUnit.HOURS).plusHours(1),
                Duration.ofMinutes(10),
                ZoneOffset.UTC,
                order);
    }

    private static void done(CompletionStage<Void> stage) {
        assertThat(stage.toCompletableFuture()).isCompleted();
    }

    @Test
    void withoutAnySourceItIsNormalForEver() {
        assertThat(load().state()).isEqualTo(LoadState.CALM);
    }

    @Nested
    class AnOperator {

        @Test
        void setsTheLevelUntilItsOrderEnds() {
            Load load = load();
            done(load.order(LoadOrder.of(LoadLevel.CRITICAL), HOUR, "alice"));

            assertThat(load.state().level()).isEqualTo(LoadLevel.CRITICAL);
            assertThat(load.state().source()).isEqualTo(LoadSource.OPERATOR);
            time.advance(HOUR.minusNanos(1_000));
            assertThat(load.state().level()).isEqualTo(LoadLevel.CRITICAL);
            time.advanceMicros(1);
            assertThat(load.state()).isEqualTo(LoadState.CALM);
            assertThat(load.ordered()).isNull();
        }

        @Test
        void withdrawsIt() {
            Load load = load();
            done(load.order(LoadOrder.of(LoadLevel.PEAK), HOUR, "alice"));
            done(load.withdraw("bob"));

            assertThat(load.state()).isEqualTo(LoadState.CALM);
        }

        @Test
        void reachesNodesThatAreThereAndThoseThatStartLater() {
            Load there = load();
            Load ordering = load();

            done(ordering.order(LoadOrder.of(LoadLevel.PEAK), HOUR, "alice"));
            time.advance(Duration.ofMinutes(20));
            Load later = load();

            for (Load node : List.of(there, later)) {
                assertThat(node.state().level()).isEqualTo(LoadLevel.PEAK);
                assertThat(node.ordered().by()).isEqualTo("alice");
            }
            time.advance(Duration.ofMinutes(40));
            assertThat(there.state()).isEqualTo(LoadState.CALM);
            assertThat(later.state()).isEqualTo(LoadState.CALM);
        }

        @Test
        void withNormalEndsWhatTheScheduleWants() {
            Load load = load(hourly(new LoadOrder(LoadLevel.PEAK, Set.of(Tier.P1), Set.of("export"))));
            assertThat(load.state().level()).isEqualTo(LoadLevel.PEAK);

            done(load.order(LoadOrder.of(LoadLevel.NORMAL), HOUR, "alice"));

            assertThat(load.state().isCalm()).isTrue();
        }

        @Test
        void withoutALevelDiscardsOnTopOfTheSchedule() {
            Load load = load(hourly(LoadOrder.of(LoadLevel.PEAK)));
            done(load.order(new LoadOrder(null, Set.of(Tier.P1), Set.of("export")), HOUR, "alice"));

            assertThat(load.state().level()).isEqualTo(LoadLevel.PEAK);
            assertThat(load.state().source()).isEqualTo(LoadSource.SCHEDULE);
            assertThat(load.state().drops(Tier.P1)).isTrue();
            assertThat(load.state().policies()).containsExactly("export");
            time.advance(Duration.ofMinutes(10));
            assertThat(load.state().level()).isEqualTo(LoadLevel.NORMAL);
            assertThat(load.state().drops(Tier.P1)).isTrue();
            time.advance(Duration.ofMinutes(50));
            assertThat(load.state().drops(Tier.P1)).isFalse();
        }

        @ParameterizedTest
        @ValueSource(strings = {"PT0S", "PT0.999S", "-PT1H", "P31D"})
        void mustSayHowLong(String length) {
            assertThatThrownBy(() -> load().order(LoadOrder.of(LoadLevel.PEAK), Duration.parse(length), "alice"))
                    .isInstanceOf(InvalidConfigurationException.class)
                    .hasMessageEndingWith("is out of range. Set a duration from 1s to 30d.");
        }

        @Test
        void isShownOnOneShortLine() {
            Load load = load();
            done(load.order(LoadOrder.of(LoadLevel.PEAK), HOUR, "alice\r\n" + "x".repeat(1_000)));

            assertThat(load.ordered().by()).hasSize(64).startsWith("alice").doesNotContain("\n", "\r");
        }
    }

    @Nested
    class AnOrder {

        @Test
        void neverDiscardsP0() {
            assertThatThrownBy(() -> new LoadOrder(null, Set.of(Tier.P0), Set.of()))
                    .isInstanceOf(InvalidConfigurationException.class)
                    .hasMessage("tiers: 'P0' is the core business, which is never shed. Name P1 or P2, or single"
                            + " policies.");
        }

        @Test
        void saysSomething() {
            assertThatThrownBy(() -> new LoadOrder(null, Set.of(), Set.of()))
                    .isInstanceOf(InvalidConfigurationException.class)
                    .hasMessageContaining("Set a level, tiers or policies");
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "a b", "a|b", "a,b", "ä"})
        void namesPoliciesAsTheyAreNamed(String policy) {
            assertThatThrownBy(() -> new LoadOrder(null, Set.of(), Set.of(policy)))
                    .isInstanceOf(InvalidConfigurationException.class)
                    .hasMessageContaining("is not the name of a policy");
        }
    }

    @Nested
    class ASchedule {

        @Test
        void setsTheLevelWhileItHolds() {
            Load load = load(hourly(LoadOrder.of(LoadLevel.PEAK)));

            assertThat(load.state().level()).isEqualTo(LoadLevel.PEAK);
            assertThat(load.state().source()).isEqualTo(LoadSource.SCHEDULE);
            time.advance(Duration.ofMinutes(10));
            assertThat(load.state().isCalm()).isTrue();
            time.advance(Duration.ofMinutes(50));
            assertThat(load.state().level()).isEqualTo(LoadLevel.PEAK);
        }

        @Test
        void ofSeveralTheHighestCounts() {
            Load load = load(hourly(LoadOrder.of(LoadLevel.CRITICAL)), hourly(LoadOrder.of(LoadLevel.PEAK)));

            assertThat(load.state().level()).isEqualTo(LoadLevel.CRITICAL);
        }

        @Test
        void tellsExactlyWhenItEnds() {
            Load load = load(hourly(LoadOrder.of(LoadLevel.PEAK)));
            time.advance(Duration.ofMinutes(3));

            assertThat(load.retryAfter(load.state())).isEqualTo(Duration.ofMinutes(7));
        }
    }

    @ParameterizedTest(name = "an order of {0} with {1} left says {2}")
    @CsvSource({"PEAK, PT1H, PT30S", "PEAK, PT20S, PT20S"})
    void anOrderMayBeWithdrawnBeforeItEnds(LoadLevel level, Duration left, Duration retryAfter) {
        Load load = load();
        done(load.order(LoadOrder.of(level), left, "alice"));

        assertThat(load.retryAfter(load.state())).isEqualTo(retryAfter);
    }

    @Test
    void whatCannotBeReadIsReadAgainUntilItCan() {
        FailingStore failing = new FailingStore();
        Load load = new Load(LoadRules.DEFAULT, List.of(), null, failing, news, time);
        time.advance(Duration.ofSeconds(5));
        assertThat(load.state()).isEqualTo(LoadState.CALM);

        failing.fails = false;
        time.advance(Duration.ofSeconds(1));

        assertThat(load.state().level()).isEqualTo(LoadLevel.PEAK);
        assertThat(time.delays()).as("no more attempts").isZero();
    }

    @Nested
    class WhileTheStoreDoesNotAnswer {

        private final FailingStore failing = new FailingStore();
        private final Load load = new Load(LoadRules.DEFAULT, List.of(), null, failing, news, time);

        @Test
        void anOrderHoldsOnTheNodeThatWasToldAndIsKeptAsSoonAsItDoes() {
            done(load.order(LoadOrder.of(LoadLevel.CRITICAL), HOUR, "alice"));

            assertThat(load.state().level()).isEqualTo(LoadLevel.CRITICAL);
            assertThat(load.isAlone()).isTrue();
            time.advance(Duration.ofMinutes(10));
            assertThat(load.state().level()).isEqualTo(LoadLevel.CRITICAL);
            failing.fails = false;
            time.advance(Duration.ofSeconds(1));

            assertThat(load.isAlone()).isFalse();
            assertThat(failing.kept).isEqualTo(LoadOrder.of(LoadLevel.CRITICAL));
            assertThat(failing.length).isBetween(Duration.ofMinutes(49), Duration.ofMinutes(50));
            assertThat(load.state().level()).isEqualTo(LoadLevel.CRITICAL);
        }

        @Test
        void theLastOrderCounts() {
            done(load.order(LoadOrder.of(LoadLevel.CRITICAL), HOUR, "alice"));
            done(load.withdraw("bob"));
            assertThat(load.state()).isEqualTo(LoadState.CALM);

            failing.fails = false;
            time.advance(Duration.ofSeconds(2));

            assertThat(load.isAlone()).isFalse();
            assertThat(failing.kept).isNull();
            assertThat(load.state()).isEqualTo(LoadState.CALM);
        }

        @Test
        void anOrderThatHasEndedMeanwhileIsNotKept() {
            done(load.order(LoadOrder.of(LoadLevel.CRITICAL), Duration.ofMinutes(1), "alice"));
            time.advance(Duration.ofMinutes(2));
            assertThat(load.isAlone()).isFalse();
            assertThat(load.state()).isEqualTo(LoadState.CALM);
        }
    }

    /** Does not answer, until it does. */
    private static final class FailingStore implements LoadStore {

        private volatile boolean fails = true;
        private volatile @Nullable LoadOrder kept = LoadOrder.of(LoadLevel.PEAK);
        private volatile Duration length = HOUR;

        @Override
        public CompletionStage<@Nullable Kept> read() {
            LoadOrder order = kept;
            return answer(order == null ? null : new Kept(order, "alice", 60_000_000));
        }

        @Override
        public CompletionStage<Void> write(LoadOrder order, String by, Duration length) {
            if (!fails) {
                kept = order;
                this.length = length;
            }
            return answer(null);
        }

        @Override
        public CompletionStage<Void> clear() {
            if (!fails) {
                kept = null;
            }
            return answer(null);
        }

        private <T> CompletionStage<T> answer(@Nullable T value) {
            return fails
                    ? CompletableFuture.failedFuture(new IllegalStateException("down"))
                    : CompletableFuture.completedFuture(value);
        }
    }
}

package io.github.limiter.risk;

import static io.github.limiter.risk.Gauge.NONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.policy.SignalRule;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each gauge makes of what happens. */
class GaugeTests {

    private static final long SECOND = 1_000_000;
    private static final long MINUTE = 60 * SECOND;

    private long now = 1_000_000 * MINUTE;

    private final class Probe {

        private final Gauge gauge;
        private final long[] state;
        private final LongSet seen = new LongSet();

        Probe(Gauge gauge) {
            this.gauge = gauge;
            this.state = new long[gauge.words()];
        }

        long tell(long input) {
            return tell(input, 0);
        }

        long tell(long input, long more) {
            return gauge.keepsSet() ? gauge.step(state, 0, seen, input, now) : gauge.step(state, 0, input, more, now);
        }

        long read() {
            return tell(NONE);
        }
    }

    @Nested
    class OfCounts {

        private final Probe count = new Probe(new CountGauge(MINUTE));

        @Test
        void countsWithinTheWindowAndLetsTheWindowBeforeFade() {
            for (int i = 0; i < 10; i++) {
                count.tell(1);
            }
            assertThat(count.read()).isEqualTo(10);

            now += MINUTE + MINUTE / 2;
            assertThat(count.read()).isEqualTo(5);

            now += MINUTE;
            assertThat(count.read()).isZero();
        }

        @Test
        void aClockThatIsSetBackIntoTheWindowBeforeChangesNothing() {
            count.tell(1);
            now -= MINUTE / 2;

            assertThat(count.tell(1)).isEqualTo(2);
        }
    }

    @Nested
    class OfRegularity {

        private final Probe beat = new Probe(new BeatGauge(10 * MINUTE));

        private long beats(int times, long interval, long jitter, Random random) {
            long value = 0;
            for (int i = 0; i < times; i++) {
                now += interval + (jitter == 0 ? 0 : random.nextLong(-jitter, jitter + 1));
                value = beat.tell(1);
            }
            return value;
        }

        @Test
        void aTimerIsKnownByFifteenBeats() {
            assertThat(beats(16, 2 * SECOND, SECOND / 20, new Random(1))).isGreaterThan(800);
        }

        @Test
        void missedBeatsDoNotBreakIt() {
            Random random = new Random(2);
            beats(20, 2 * SECOND, SECOND / 20, random);
            for (int i = 0; i < 10; i++) {
                now += (1 + random.nextInt(3)) * 2 * SECOND;
                beats(1, 2 * SECOND, SECOND / 20, random);
            }

            assertThat(beat.read()).isGreaterThan(800);
        }

        @Test
        void aClockThatJumpsIsOneMisfit() {
            beats(30, 2 * SECOND, SECOND / 20, new Random(3));
            now += 97 * SECOND;
            assertThat(beat.tell(1)).isGreaterThan(800);
            now -= 97 * SECOND;
            beat.tell(1);

            assertThat(beats(5, 2 * SECOND, SECOND / 20, new Random(3))).isGreaterThan(800);
        }

        @Test
        void aNewBeatIsFollowed() {
            beats(30, 2 * SECOND, 0, new Random(4));

            assertThat(beats(30, 7 * SECOND, 0, new Random(4))).isGreaterThan(900);
        }

        @Test
        void callsInABurstAreOneBeat() {
            Random random = new Random(6);
            for (int i = 0; i < 30; i++) {
                beats(1, 2 * SECOND, SECOND / 50, random);
                for (int more = random.nextInt(4); more > 0; more--) {
                    now += random.nextLong(SECOND / 50);
                    beat.tell(1);
                }
            }
            assertThat(beat.read()).isGreaterThan(800);
        }

        @Test
        void aFloodHasNone() {
            Random random = new Random(7);
            long most = 0;
            for (int i = 0; i < 5_000; i++) {
                now += random.nextLong(SECOND / 25);
                most = Math.max(most, beat.tell(1));
            }
            assertThat(most).isLessThan(800);
        }

        /** As most logs have it. */
        @Nested
        class ByAClockOfWholeSeconds {

            private long wholeSeconds(int times, long mean) {
                Random random = new Random(8);
                long exact = now;
                long most = 0;
                for (int i = 0; i < times; i++) {
                    exact += Math.round(-Math.log(1 - random.nextDouble()) * mean);
                    now = exact / SECOND * SECOND;
                    most = Math.max(most, beat.tell(1));
                }
                return most;
            }

            @ParameterizedTest
            @ValueSource(longs = {200, 500, 1_000, 2_000, 3_000, 5_000, 10_000})
            void manyPeopleBehindOneAddressHaveNone(long meanMillis) {
                assertThat(wholeSeconds(3_000, meanMillis * 1_000)).isLessThan(800);
            }

            @ParameterizedTest
            @ValueSource(longs = {5, 30, 300})
            void aTimerHasOne(long seconds) {
                Random random = new Random(9);
                long exact = now;
                for (int i = 0; i < 30; i++) {
                    exact += seconds * SECOND + random.nextLong(SECOND / 20);
                    now = exact / SECOND * SECOND;
                    beat.tell(1);
                }
                assertThat(beat.read()).isGreaterThan(800);
            }
        }

        @Test
        void peopleHaveNone() {
            Random random = new Random(5);
            long most = 0;
            for (int i = 0; i < 2_000; i++) {
                now += Math.round(Math.max(0.4, 8 * Math.exp(random.nextGaussian())) * SECOND);
                most = Math.max(most, beat.tell(1));
            }

            assertThat(most).isLessThan(800);
        }
    }

    @Nested
    class OfSequences {

        private final Probe sequence = new Probe(new SequenceGauge(10 * MINUTE, 10));

        @Test
        void idsInARowAreOneUpwardsOrDownwardsWithGaps() {
            long value = 0;
            for (int i = 0; i < 20; i++) {
                value = sequence.tell(100 + 3 * i, 7);
            }
            assertThat(value).isGreaterThan(900);

            Probe downwards = new Probe(new SequenceGauge(10 * MINUTE, 10));
            for (int i = 0; i < 20; i++) {
                value = downwards.tell(1_000 - i, 7);
            }
            assertThat(value).isGreaterThan(900);
        }

        @Test
        void idsAtRandomAreNone() {
            Random random = new Random(1);
            long most = 0;
            for (int i = 0; i < 2_000; i++) {
                most = Math.max(most, sequence.tell(random.nextInt(30), 7));
            }

            assertThat(most).isLessThan(800);
        }

        @Test
        void theSameIdAgainSaysNothing() {
            for (int i = 0; i < 20; i++) {
                sequence.tell(5, 7);
            }

            assertThat(sequence.read()).isZero();
        }

        @Test
        void anotherRouteInBetweenDoesNotBreakIt() {
            long value = 0;
            for (int i = 0; i < 30; i++) {
                sequence.tell(i, 7);
                value = sequence.tell(900, 8);
            }

            assertThat(value).isGreaterThan(900);
        }
    }

    @Nested
    class OfDifferentThings {

        private final Probe distinct = new Probe(new DistinctGauge(MINUTE));

        @Test
        void countsEachOnceAndLetsTheWindowBeforeFade() {
            for (int i = 0; i < 40; i++) {
                distinct.tell(1 + i % 10);
            }
            assertThat(distinct.read()).isEqualTo(10);

            now += MINUTE + MINUTE / 2;
            assertThat(distinct.read()).isEqualTo(5);
            assertThat(distinct.tell(99)).isEqualTo(5);

            now += 3 * MINUTE;
            assertThat(distinct.read()).isZero();
        }

        @Test
        void keepsNoMoreThanItsBound() {
            for (int i = 1; i < 100_000; i++) {
                distinct.tell(i);
            }

            assertThat(distinct.read()).isEqualTo(LongSet.MOST);
        }

        @Test
        void manyAgentsUsedAgainAreAFewAgentsUsedOnceAreNot() {
            Probe people = new Probe(new VarietyGauge(MINUTE, 20));
            Probe bot = new Probe(new VarietyGauge(MINUTE, 20));
            for (int i = 0; i < 320; i++) {
                people.tell(1 + i % 32);
                bot.tell(1 + i);
            }

            assertThat(people.read()).isEqualTo(100);
            assertThat(bot.read()).isEqualTo(1_000);
        }
    }

    @Nested
    class OfRows {

        private final Probe streak = new Probe(new StreakGauge(10 * MINUTE));

        @Test
        void countsWhatFollowsAndHalvesAtABreak() {
            for (int i = 0; i < 21; i++) {
                streak.tell(1);
            }
            assertThat(streak.tell(0)).isEqualTo(10);
            assertThat(streak.tell(1)).isEqualTo(11);
        }

        @Test
        void whatComesAgainIsNotOneMore() {
            assertThat(streak.tell(StreakGauge.MORE, 7)).isEqualTo(1);
            assertThat(streak.tell(StreakGauge.MORE, 7)).isEqualTo(1);
            assertThat(streak.tell(StreakGauge.MORE, 8)).isEqualTo(2);
            assertThat(streak.tell(StreakGauge.MORE, 7)).isEqualTo(3);
            assertThat(streak.tell(StreakGauge.MORE)).isEqualTo(4);
            assertThat(streak.tell(StreakGauge.MORE)).isEqualTo(5);
        }

        @Test
        void whatBreaksItAgainIsNoBreak() {
            for (int i = 0; i < 40; i++) {
                streak.tell(StreakGauge.MORE);
            }
            assertThat(streak.tell(StreakGauge.BREAK, 7)).isEqualTo(20);
            assertThat(streak.tell(StreakGauge.BREAK, 7)).isEqualTo(20);
            assertThat(streak.tell(StreakGauge.BREAK, 8)).isEqualTo(10);
            assertThat(streak.tell(StreakGauge.BREAK)).isEqualTo(5);
            assertThat(streak.tell(StreakGauge.BREAK)).isEqualTo(2);
        }

        @Test
        void aBreakThatWasNoneIsTakenBack() {
            for (int i = 0; i < 20; i++) {
                streak.tell(StreakGauge.MORE);
                streak.tell(StreakGauge.BREAK);
                streak.tell(StreakGauge.NO_BREAK);
            }
            assertThat(streak.read()).isBetween(20L, 40L);
        }

        @Test
        void whatBreaksItLessTakesAFixedNumberOffAndGivesItBack() {
            for (int i = 0; i < 40; i++) {
                streak.tell(StreakGauge.MORE);
            }
            assertThat(streak.tell(StreakGauge.LESS, 7)).isEqualTo(36);
            assertThat(streak.tell(StreakGauge.LESS, 7)).isEqualTo(36);
            assertThat(streak.tell(StreakGauge.LESS, 8)).isEqualTo(32);
            assertThat(streak.tell(StreakGauge.NO_LESS)).isEqualTo(36);
        }

        @Test
        void whatTakesLessOffThanThatGivesNoMoreBack() {
            streak.tell(StreakGauge.MORE);
            for (int i = 0; i < 40; i++) {
                assertThat(streak.tell(StreakGauge.LESS, i)).isZero();
                assertThat(streak.tell(StreakGauge.NO_LESS)).isEqualTo(1);
            }
            assertThat(streak.tell(StreakGauge.NO_LESS)).isEqualTo(1);
        }

        @Test
        void whatBelongsToAPageCountsOnceWhereNoPageWasSeen() {
            assertThat(streak.tell(StreakGauge.PART, 7)).isEqualTo(1);
            assertThat(streak.tell(StreakGauge.PART, 8)).isEqualTo(2);
            assertThat(streak.tell(StreakGauge.PART, 7)).isEqualTo(2);
            assertThat(streak.tell(StreakGauge.MORE)).isEqualTo(3);
            assertThat(streak.tell(StreakGauge.PART, 9)).isEqualTo(3);
        }

        @Test
        void whatBelongsToAPageDoesNotCountAfterAPicture() {
            streak.tell(StreakGauge.LESS, 7);

            assertThat(streak.tell(StreakGauge.PART, 8)).isZero();
        }

        @Test
        void aDozenPartsAgainAndAgainAreNoRowAndHundredsAre() {
            for (int i = 0; i < 1_000; i++) {
                streak.tell(StreakGauge.PART, Hash.of("/part/" + i % 12));
            }
            assertThat(streak.read()).isLessThanOrEqualTo(12);
            for (int i = 0; i < 450; i++) {
                streak.tell(StreakGauge.PART, Hash.of("/one/" + i));
            }
            assertThat(streak.read()).isGreaterThan(300);
        }

        @Test
        void aPauseEndsARow() {
            streak.tell(1);
            now += 11 * MINUTE;

            assertThat(streak.read()).isZero();
            assertThat(streak.tell(1)).isEqualTo(1);
        }
    }

    /** A clock that is far ahead for a moment must not leave suspicion for as long as it was ahead. */
    @ParameterizedTest
    @EnumSource(BuiltInSignal.class)
    void whatWasTakenDownFarAheadIsForgotten(BuiltInSignal signal) {
        Probe probe = new Probe(
                signal.gauge(SignalRule.of("it", "it", Dimensions.IP, 500, 1).within(Duration.ofMinutes(1))));
        long nothing = probe.read();
        now += 365 * 24 * 60 * MINUTE;
        for (int i = 0; i < 100; i++) {
            now += 2 * SECOND + i;
            probe.tell(1, i);
        }
        now -= 365 * 24 * 60 * MINUTE;

        assertThat(probe.read()).isEqualTo(nothing);
    }

    @Nested
    class OfFailures {

        private final Probe ratio = new Probe(new RatioGauge(MINUTE, 10));

        @Test
        void saysNothingAboutFew() {
            for (int i = 0; i < 9; i++) {
                ratio.tell(RatioGauge.ATTEMPT);
                ratio.tell(RatioGauge.FAILURE);
            }

            assertThat(ratio.read()).isZero();
            assertThat(ratio.tell(RatioGauge.ATTEMPT)).isEqualTo(900);
        }

        @Test
        void anAttemptThatWasRefusedIsNone() {
            for (int i = 0; i < 10; i++) {
                ratio.tell(RatioGauge.ATTEMPT);
                ratio.tell(RatioGauge.FAILURE);
            }
            for (int i = 0; i < 50; i++) {
                ratio.tell(RatioGauge.ATTEMPT);
                ratio.tell(RatioGauge.WITHDRAWN);
            }

            assertThat(ratio.read()).isEqualTo(1_000);
        }
    }

    @Nested
    class OfSteps {

        private final Probe flow = new Probe(new FlowGauge(10 * MINUTE));

        @Test
        void measuresFromTheFirstToTheSecond() {
            flow.tell(FlowGauge.FIRST);
            now += 300_000;
            assertThat(flow.tell(FlowGauge.SECOND)).isEqualTo(300);
        }

        @Test
        void withoutAFirstOneItTookAsLongAsCanBe() {
            assertThat(flow.tell(FlowGauge.SECOND)).isEqualTo(600_000);
        }
    }
}

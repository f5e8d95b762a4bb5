package io.github.limiter.store.resilience;

import static io.github.limiter.store.resilience.Checks.ANY;
import static io.github.limiter.store.resilience.FakeStore.admission;
import static io.github.limiter.store.resilience.FakeStore.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.limiter.algorithm.AlgorithmRegistry;
import io.github.limiter.algorithm.Counter;
import io.github.limiter.algorithm.RateLimitAlgorithm;
import io.github.limiter.annotation.Algorithms;
import io.github.limiter.annotation.FailureMode;
import io.github.limiter.annotation.Tier;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Quota;
import io.github.limiter.store.CounterKey;
import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.MemoryStore;
import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DenialCacheTests {

    private static final long MICRO = 1_000;
    private static final long SECOND = 1_000_000_000;

    private final FakeStore store = new FakeStore();
    /** Begins shortly before it overflows, as a nanosecond clock may. */
    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - SECOND);

    private final Set<String> counted = new HashSet<>();
    private final DenialCache cache = cache(1_000, Long.MAX_VALUE);

    private DenialCache cache(int maxEntries, long maxHoldNanos) {
        return new DenialCache(
                store,
                maxEntries,
                maxHoldNanos,
                check -> counted.contains(check.policy().name()),
                clock::get);
    }

    private List<LimitResult> decide(LimitCheck... checks) {
        return decide(cache, checks);
    }

    private static List<LimitResult> decide(DenialCache cache, LimitCheck... checks) {
        return cache.decide(List.of(checks)).toCompletableFuture().join();
    }

    /** Has the store refuse a call for ten seconds and admit all that follow. */
    private void refusedForTenSeconds(LimitCheck... checks) {
        store.refuses(10_000_000);
        decide(checks);
        store.admits();
        store.asked.clear();
    }

    private boolean refusesWithoutTheStore(LimitCheck... checks) {
        int before = store.calls();
        boolean refused = decide(checks).stream().anyMatch(LimitResult::refuses);
        boolean asked = store.calls() > before;
        assertThat(refused).as("the store would have admitted").isNotEqualTo(asked);
        return refused;
    }

    @Nested
    class AKnownRefusal {

        @Test
        void isAnsweredWithWhatIsLeftOfItsTime() {
            refusedForTenSeconds(ANY);
            clock.addAndGet(3 * SECOND);

            assertThat(decide(ANY)).containsExactly(new LimitResult(ANY, false, false, 2, 7_000_000, 2_000_000, 0, 0));
            assertThat(store.asked).isEmpty();
        }

        @Test
        void knowsOfNoMoreUnitsThanTheStoreToldUntilTheCallCanPass() {
            refusedForTenSeconds(ANY);
            clock.addAndGet(5 * SECOND);

            LimitResult result = decide(ANY).get(0);

            assertThat(result.remaining()).isEqualTo(2);
            assertThat(result.resetAfter()).isEqualTo(5_000_000);
        }

        @Test
        void holdsToTheNanosecondAndRoundsWhatIsLeftUp() {
            refusedForTenSeconds(ANY);

            clock.addAndGet(10 * SECOND - MICRO - 1);
            assertThat(decide(ANY).get(0).retryAfter()).isEqualTo(2);
            clock.addAndGet(1);
            assertThat(decide(ANY).get(0).retryAfter()).isEqualTo(1);
            clock.addAndGet(MICRO - 1);
            assertThat(decide(ANY).get(0).retryAfter()).isEqualTo(1);
            clock.addAndGet(1);
            assertThat(refusesWithoutTheStore(ANY)).isFalse();
        }

        @Test
        void holdsFromBeforeTheStoreWasAskedHoweverLongTheAnswerTook() {
            store.isSilent();
            var answer = cache.decide(List.of(ANY));
            clock.addAndGet(4 * SECOND);
            store.answerNow(refusal(ANY, 10_000_000));

            assertThat(answer.toCompletableFuture().join().get(0).retryAfter())
                    .as("the store's own answer is passed on as it is")
                    .isEqualTo(10_000_000);
            assertThat(decide(ANY).get(0).retryAfter()).isEqualTo(6_000_000);
        }

        @Test
        void isNotHeldIfItIsOverWhenTheAnswerComes() {
            store.isSilent();
            cache.decide(List.of(ANY));
            clock.addAndGet(10 * SECOND);
            store.answerNow(refusal(ANY, 10_000_000));
            store.admits();

            assertThat(cache.size()).isZero();
            assertThat(refusesWithoutTheStore(ANY)).isFalse();
        }

        @Test
        void thatNeverEndsStaysOne() {
            store.refuses(Long.MAX_VALUE);
            decide(ANY);
            store.admits();
            clock.addAndGet(Duration.ofDays(3_650).toNanos());

            assertThat(refusesWithoutTheStore(ANY)).isTrue();
        }

        @Test
        void isCountedAsAHitAndAllElseAsAMiss() {
            refusedForTenSeconds(ANY);
            decide(ANY);
            decide(ANY);
            decide(Checks.of("dave"));

            assertThat(cache.hits()).isEqualTo(2);
            assertThat(cache.misses()).isEqualTo(2);
        }

        @Test
        void givesWayToALaterAnswerOfTheStore() {
            counted.add(ANY.policy().name());
            refusedForTenSeconds(ANY);
            clock.addAndGet(SECOND);
            store.refuses(30_000_000);
            decide(ANY);
            counted.clear();

            assertThat(decide(ANY).get(0).retryAfter()).isEqualTo(30_000_000);
        }
    }

    @Nested
    class ACallIsTheSame {

        static Stream<Arguments> calls() {
            CounterKey key = ANY.key();
            Quota quota = ANY.quota();
            return Stream.of(
                    Arguments.of("in every respect", Checks.costing(5), true),
                    Arguments.of("with a greater cost", Checks.costing(6), true),
                    Arguments.of("with a smaller cost", Checks.costing(4), false),
                    Arguments.of(
                            "with an equal quota",
                            Checks.counting(Checks.costing(5), Quota.of(quota.limit(), quota.window())),
                            true),
                    Arguments.of("with another quota", Checks.counting(Checks.costing(5), quota.withBurst(11)), false),
                    Arguments.of("of another subject", Checks.costing(Checks.of("dave"), 5), false),
                    Arguments.of(
                            "of another policy",
                            Checks.keyed(Checks.costing(5), new CounterKey(key.subject(), "shop:other", null)),
                            false),
                    Arguments.of(
                            "with a refinement",
                            Checks.keyed(Checks.costing(5), new CounterKey(key.subject(), key.scope(), "7")),
                            false),
                    Arguments.of(
                            "by another algorithm",
                            Checks.costing(Checks.keyed(Checks.by(Algorithms.TOKEN_BUCKET), ANY.key()), 5),
                            false),
                    Arguments.of("in shadow", Checks.shadow(Checks.costing(5)), false));
        }

        @ParameterizedTest(name = "{0}: {2}")
        @MethodSource("calls")
        void asTheOneRefused(String respect, LimitCheck call, boolean same) {
            refusedForTenSeconds(Checks.costing(5));

            assertThat(refusesWithoutTheStore(call)).isEqualTo(same);
        }

        @Test
        void andTheSmallestCostRefusedDecides() {
            refusedForTenSeconds(Checks.costing(5));
            refusedForTenSeconds(Checks.costing(2));

            assertThat(refusesWithoutTheStore(Checks.costing(3))).isTrue();
        }

        @Test
        void andAnAnswerToAGreaterCostThatWasOnItsWayDoesNotNarrowIt() {
            store.isSilent();
            cache.decide(List.of(Checks.costing(8)));
            refusedForTenSeconds(Checks.costing(2));
            store.answerNow(refusal(Checks.costing(8), 10_000_000));

            assertThat(refusesWithoutTheStore(Checks.costing(3))).isTrue();
        }
    }

    @Nested
    class IsHeldForOneSecondAtMost {

        @ParameterizedTest(name = "{0}, on a Cluster {1}: {2} s")
        @CsvSource({
            "fixed-window,   false, 10",
            "sliding-window, false, 10",
            "token-bucket,   false, 10",
            "leaky-bucket,   false,  1",
            "own,            false,  1",
            "fixed-window,   true,   1",
            "sliding-window, true,   1",
            "token-bucket,   true,   1",
            "leaky-bucket,   true,   1",
        })
        void whereUnitsMayComeBackSooner(String algorithm, boolean cluster, long seconds) {
            DenialCache cache = cache(1_000, cluster ? SECOND : Long.MAX_VALUE);
            LimitCheck check = algorithm.equals("own") ? ofOwnAlgorithm() : Checks.by(algorithm);
            store.refuses(10_000_000);
            decide(cache, check);
            store.asked.clear();

            clock.addAndGet(seconds * SECOND - 1);
            assertThat(decide(cache, check).get(0).retryAfter())
                    .as("the time that is left is told in full")
                    .isEqualTo((10 - seconds) * 1_000_000 + 1);
            assertThat(store.asked).isEmpty();
            clock.addAndGet(1);
            decide(cache, check);
            assertThat(store.asked).hasSize(1);
        }

        @Test
        void ifAnotherLimitOfTheCallMakesItWaitAndIsCancelled() {
            LimitCheck queue = Checks.by(Algorithms.LEAKY_BUCKET);
            store.answers(check -> check == queue ? admission(check) : refusal(check, 10_000_000));
            decide(queue, ANY);
            store.admits();

            clock.addAndGet(SECOND);
            assertThat(refusesWithoutTheStore(ANY)).isFalse();
        }

        private static LimitCheck ofOwnAlgorithm() {
            RateLimitAlgorithm own = new RateLimitAlgorithm() {
                @Override
                public String name() {
                    return "own";
                }

                @Override
                public Counter newCounter() {
                    throw new UnsupportedOperationException();
                }
            };
            return new LimitCheck(
                    Checks.policy("own", "own", Checks.TEN_A_MINUTE, Tier.P1, FailureMode.OPEN),
                    ANY.key(),
                    new AlgorithmRegistry(List.of(own)).get("own"),
                    Checks.TEN_A_MINUTE,
                    1);
        }
    }

    @Nested
    class ACallWithSeveralLimits {

        private final LimitCheck first = Checks.named("first");
        private final LimitCheck second = Checks.named("second");
        private final LimitCheck third = Checks.named("third");

        @Test
        void isRefusedAsSoonAsOneIsKnownToRefuse() {
            refusedForTenSeconds(second);

            assertThat(decide(first, second, Checks.shadow(third)))
                    .containsExactly(
                            LimitResult.unknown(first),
                            new LimitResult(second, false, false, 2, 10_000_000, 5_000_000, 0, 0),
                            LimitResult.unknown(Checks.shadow(third)));
            assertThat(store.asked).isEmpty();
        }

        @Test
        void tellsAllThatAreKnownToRefuse() {
            refusedForTenSeconds(first);
            clock.addAndGet(SECOND);
            refusedForTenSeconds(third);

            assertThat(decide(first, second, third))
                    .extracting(LimitResult::retryAfter)
                    .containsExactly(9_000_000L, 0L, 10_000_000L);
        }

        @Test
        void isNotRefusedForALimitInShadow() {
            refusedForTenSeconds(first);

            assertThat(refusesWithoutTheStore(Checks.shadow(first), second)).isFalse();
        }

        @Test
        void reachesTheStoreIfOneOfItsLimitsIsCounted() {
            refusedForTenSeconds(first);
            counted.add("second");

            assertThat(refusesWithoutTheStore(first, second)).isFalse();
            assertThat(refusesWithoutTheStore(first, Checks.shadow(second)))
                    .as("shadow strikes nobody")
                    .isTrue();
            counted.clear();
            assertThat(refusesWithoutTheStore(first, second)).isTrue();
        }
    }

    @Nested
    class NothingIsRememberedOf {

        @Test
        void anAdmission() {
            decide(ANY);
            assertThat(cache.size()).isZero();
        }

        @Test
        void aRefusalInShadow() {
            refusedForTenSeconds(Checks.shadow(ANY));

            assertThat(cache.size()).isZero();
            assertThat(refusesWithoutTheStore(ANY)).isFalse();
        }

        @Test
        void limitsThatHadRoomInARefusedCall() {
            LimitCheck other = Checks.named("other");
            store.answers(check ->
                    check == ANY ? refusal(ANY, 10_000_000) : new LimitResult(check, true, false, 3, 0, 0, 0, 0));
            decide(ANY, other);
            store.admits();

            assertThat(refusesWithoutTheStore(other)).isFalse();
        }

        @Test
        void whatANodeRefusedAlone() {
            store.answers(check -> refusal(check, 10_000_000).onNode());
            decide(ANY);

            assertThat(cache.size()).isZero();
        }

        @Test
        void aStoreThatDidNotAnswer() {
            store.answers(check -> LimitResult.unavailable(check, 10_000_000));
            decide(ANY);

            assertThat(cache.size()).isZero();
        }

        @Test
        void aFailureWhichIsPassedOn() {
            store.fails(new IllegalStateException("connection reset"));

            assertThatThrownBy(() -> decide(ANY))
                    .isInstanceOf(CompletionException.class)
                    .hasRootCauseMessage("connection reset");
            assertThat(cache.size()).isZero();
        }
    }

    @Nested
    class ARefusalIsDropped {

        private final LimitCheck dave = Checks.of("dave");

        @Test
        void withItsSubject() {
            refusedForTenSeconds(ANY);
            refusedForTenSeconds(dave);
            cache.forget(ANY.key().subject());

            assertThat(refusesWithoutTheStore(ANY)).isFalse();
            assertThat(refusesWithoutTheStore(dave)).isTrue();
        }

        @Test
        void withAllOthers() {
            refusedForTenSeconds(ANY);
            refusedForTenSeconds(dave);
            cache.clear();

            assertThat(cache.size()).isZero();
            assertThat(refusesWithoutTheStore(ANY)).isFalse();
            assertThat(refusesWithoutTheStore(dave)).isFalse();
        }

        @ParameterizedTest(name = "all: {0}")
        @ValueSource(booleans = {true, false})
        void evenIfTheAnswerIsStillOnItsWay(boolean all) {
            store.isSilent();
            cache.decide(List.of(ANY));
            clock.addAndGet(MICRO);
            if (all) {
                cache.clear();
            } else {
                cache.forget(ANY.key().subject());
            }
            store.answerNow(refusal(ANY, 10_000_000));
            store.admits();

            assertThat(refusesWithoutTheStore(ANY)).isFalse();
        }

        @Test
        void butNotWhatIsRefusedThereafter() {
            cache.clear();
            clock.addAndGet(1);
            refusedForTenSeconds(ANY);

            assertThat(refusesWithoutTheStore(ANY)).isTrue();
        }

        @Test
        void whenUnitsOfItsSubjectAreGivenBack() {
            refusedForTenSeconds(ANY);
            List<LimitResult> taken = List.of(admission(ANY));
            cache.giveBack(taken);

            assertThat(store.givenBack).containsExactly(taken);
            assertThat(refusesWithoutTheStore(ANY)).isFalse();
        }

        @Test
        void butNotWhenNothingOfItWasTaken() {
            refusedForTenSeconds(ANY);
            cache.giveBack(List.of(new LimitResult(ANY, true, false, 1, 0, 0, 0, 0)));

            assertThat(refusesWithoutTheStore(ANY)).isTrue();
        }
    }

    @Nested
    class ItsMemory {

        @ParameterizedTest(name = "{0} entries, {1} keys")
        @CsvSource({"1, 1_000", "2, 1_000", "3, 1_000", "5, 1_000", "1_000, 1_000_000"})
        void isBoundedHoweverManyKeysAreRefused(String maxEntries, String keys) {
            int bound = number(maxEntries);
            DenialCache cache = cache(bound, Long.MAX_VALUE);
            store.refuses(10_000_000);
            for (int i = 0; i < number(keys); i++) {
                decide(cache, Checks.of("user" + i));
                store.asked.clear();
            }

            assertThat(cache.size()).isBetween(1, bound).isGreaterThan(bound * 3 / 4 - 1);
        }

        private static int number(String digits) {
            return Integer.parseInt(digits.replace("_", ""));
        }

        @Test
        void keepsTheRefusalsThatHoldLongest() {
            DenialCache cache = cache(4, Long.MAX_VALUE);
            for (int seconds : new int[] {40, 10, 30, 20, 50}) {
                store.refuses(seconds * 1_000_000L);
                decide(cache, Checks.of("held" + seconds));
            }
            store.asked.clear();
            for (int seconds : new int[] {20, 30, 40, 50}) {
                decide(cache, Checks.of("held" + seconds));
            }
            assertThat(store.asked).isEmpty();
            decide(cache, Checks.of("held10"));
            assertThat(store.asked).hasSize(1);
        }

        @Test
        void takesThePlacesOfThoseThatAreOverFirst() {
            DenialCache cache = cache(4, Long.MAX_VALUE);
            store.refuses(1_000_000);
            decide(cache, Checks.of("over"));
            clock.addAndGet(SECOND);
            store.refuses(500_000);
            for (String user : List.of("a", "b", "c", "d")) {
                decide(cache, Checks.of(user));
            }

            assertThat(cache.size()).isEqualTo(4);
        }

        @Test
        void mustHaveRoomForOne() {
            assertThatThrownBy(() -> cache(0, Long.MAX_VALUE))
                    .isInstanceOf(InvalidConfigurationException.class)
                    .hasMessageContaining("maxEntries");
        }
    }

    @Test
    void underManyThreadsAdmitsWhatTheStoreAdmitsNoMoreAndNoLess() throws Exception {
        ManualTime time = new ManualTime(1_700_000_000_000_000L);
        DenialCache cache = new DenialCache(
                new MemoryStore(100, time), 8, Long.MAX_VALUE, check -> false, () -> time.micros() * MICRO);
        int users = 16;
        for (int window = 0; window < 5; window++) {
            LongAdder admitted = new LongAdder();
            InParallel.run(8, thread -> {
                for (int i = 0; i < 2_000; i++) {
                    LimitResult result =
                            decide(cache, Checks.of("user" + i % users)).get(0);
                    if (result.charged()) {
                        admitted.increment();
                    } else if (i % 100 == thread) {
                        cache.forget(result.check().key().subject());
                    }
                }
            });
            assertThat(admitted.sum()).isEqualTo(10L * users);
            time.advance(Duration.ofMinutes(1));
        }
        assertThat(cache.hits()).isPositive();
    }

    @Test
    void closesItsStore() {
        cache.close();
        assertThat(store.closed).isTrue();
    }
}

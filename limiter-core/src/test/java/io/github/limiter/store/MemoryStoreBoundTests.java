package io.github.limiter.store;

import static io.github.limiter.annotation.Algorithms.FIXED_WINDOW;
import static io.github.limiter.annotation.Algorithms.SLIDING_WINDOW;
import static io.github.limiter.annotation.Algorithms.TOKEN_BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Quota;
import io.github.limiter.subject.Subject;
import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The memory store forgets, since it is bounded: what it forgets first, and what an attacker cannot make it forget. */
class MemoryStoreBoundTests {

    private static final Quota TWO_A_MINUTE = Quota.of(2, Duration.ofMinutes(1));

    private final ManualTime time = new ManualTime(StoreSuite.START);
    private final TestLimit limit = TestLimit.of(FIXED_WINDOW, TWO_A_MINUTE);

    private MemoryStore store;

    private void storeOf(int maxKeys) {
        store = new MemoryStore(maxKeys, time);
    }

    private TestLimit on(String user) {
        return limit.on(Subject.of("user", user));
    }

    private boolean passes(TestLimit limit) {
        return decide(limit).get(0).allowed();
    }

    private List<LimitResult> decide(TestLimit... limits) {
        List<LimitCheck> checks =
                List.of(limits).stream().map(limit -> limit.cost(1)).toList();
        return store.decide(checks).toCompletableFuture().join();
    }

    /** Calls once for each of many made-up users. */
    private void flood(int users, IntFunction<String> names) {
        for (int i = 0; i < users; i++) {
            decide(on(names.apply(i)));
        }
    }

    /** Texts of one hash code, for any number below 2^21: "Aa" and "BB" have the same. */
    private static String colliding(int number) {
        StringBuilder text = new StringBuilder();
        for (int bit = 0; bit < 21; bit++) {
            text.append((number >> bit & 1) == 0 ? "Aa" : "BB");
        }
        return text.toString();
    }

    @Nested
    class TheBound {

        @ParameterizedTest
        @ValueSource(ints = {1, 2, 3, 63, 64, 127, 128, 129, 1_000, 4_096, 10_007})
        void isNeverExceededAndIsUsed(int maxKeys) {
            storeOf(maxKeys);

            for (int i = 0; i < 5 * maxKeys + 20; i++) {
                decide(on("user-" + i));
                if (maxKeys < 200 || i % 1_000 == 0) {
                    assertThat(store.size()).isBetween(1, maxKeys);
                }
            }

            assertThat(store.size()).isEqualTo(maxKeys);
        }

        @Test
        void holdsUnderAFloodFromManyThreads() {
            storeOf(1_000);

            IntStream.range(0, 200_000).parallel().forEach(i -> decide(on("made-up-" + i), on("also-" + i)));

            assertThat(store.size()).isEqualTo(1_000);
        }

        @Test
        @Timeout(value = 30, unit = TimeUnit.SECONDS)
        void holdsAndIsFastUnderKeysThatWereChosenToCollide() {
            storeOf(100_000);

            flood(200_000, MemoryStoreBoundTests::colliding);

            assertThat(store.size()).as("no part of it is theirs alone").isEqualTo(100_000);
        }

        @Test
        void mustBePositive() {
            assertThatThrownBy(() -> storeOf(0))
                    .isInstanceOf(InvalidConfigurationException.class)
                    .hasMessageContaining("maxKeys", "'0'", "Set 1 or more");
        }
    }

    @Nested
    class AFlood {

        @ParameterizedTest
        @ValueSource(ints = {8, 64, 1_000, 100_000})
        void ofNewKeysDoesNotSetFreeWhoIsRefused(int maxKeys) {
            storeOf(maxKeys);
            passes(on("attacker"));
            passes(on("attacker"));
            assertThat(passes(on("attacker"))).isFalse();

            flood(3 * maxKeys, i -> "made-up-" + i);

            assertThat(passes(on("attacker"))).isFalse();
        }

        @Test
        void ofTwoMillionNewKeysNeitherExceedsTheBoundNorSetsFreeWhoIsRefused() {
            storeOf(10_007);
            List<TestLimit> refused =
                    IntStream.range(0, 20).mapToObj(i -> on("attacker-" + i)).toList();
            for (int call = 0; call < 3; call++) {
                refused.forEach(MemoryStoreBoundTests.this::passes);
            }

            for (int batch = 0; batch < 40; batch++) {
                String prefix = "made-up-" + batch + "-";
                flood(50_000, i -> prefix + i);
                assertThat(store.size()).isEqualTo(10_007);
            }

            assertThat(refused).noneMatch(MemoryStoreBoundTests.this::passes);
        }

        @Test
        void ofCollidingKeysDoesNotSetFreeWhoIsRefused() {
            storeOf(1_000);
            TestLimit attacker = on(colliding(0));
            passes(attacker);
            passes(attacker);
            assertThat(passes(attacker)).isFalse();

            flood(100_000, i -> colliding(i + 1));

            assertThat(passes(attacker)).isFalse();
        }

        @Test
        void ofKeysThatAreUsedTwiceDoesNotSetFreeWhoIsRefused() {
            storeOf(100);
            passes(on("attacker"));
            passes(on("attacker"));
            assertThat(passes(on("attacker"))).isFalse();

            flood(10_000, i -> "made-up-" + i / 2);

            assertThat(passes(on("attacker"))).isFalse();
        }

        @Test
        void doesNotResetTheCountOfWhoIsActive() {
            storeOf(100);
            TestLimit active = TestLimit.of(SLIDING_WINDOW, Quota.of(500, Duration.ofHours(1)));
            int passed = 0;

            for (int i = 0; i < 1_000; i++) {
                passed += passes(active) ? 1 : 0;
                int batch = i;
                flood(30, j -> "made-up-" + batch + "-" + j);
            }

            assertThat(passed).isEqualTo(500);
        }
    }

    @Nested
    class Forgotten {

        @Test
        void isFirstTheOneThatWasNotUsedForLongest() {
            storeOf(3);
            for (String user : List.of("first", "second", "third")) {
                passes(on(user));
            }

            passes(on("newcomer"));

            assertThat(drain("second")).as("one unit was taken").isEqualTo(1);
            assertThat(drain("third")).isEqualTo(1);
            assertThat(drain("first")).as("forgotten").isEqualTo(2);
        }

        @Test
        void areExpiredCountsBeforeAnyThatStillMatters() {
            storeOf(4);
            TestLimit brief = TestLimit.of(TOKEN_BUCKET, Quota.of(1, Duration.ofSeconds(1)));
            for (int call = 0; call < 3; call++) {
                passes(brief);
            }
            List<TestLimit> live = List.of(on("first"), on("second"), on("third"));
            live.forEach(MemoryStoreBoundTests.this::passes);
            pass(Duration.ofSeconds(1));

            passes(on("newcomer"));

            assertThat(live).allMatch(one -> decide(one).get(0).remaining() == 0);
        }

        @Test
        void isWhoWasSeenOnceBeforeWhoWasSeenAgain() {
            storeOf(8);
            TestLimit wide = TestLimit.of(FIXED_WINDOW, Quota.of(10, Duration.ofHours(1)));
            TestLimit again = wide.on(Subject.of("user", "again"));
            passes(again);
            passes(again);

            flood(100, i -> "made-up-" + i);

            assertThat(decide(again).get(0).remaining()).isEqualTo(7);
        }

        @Test
        void isNobodyWhoseCallIsBeingDecided() {
            storeOf(2);
            TestLimit known = on("known");
            passes(known);
            passes(on("other"));

            decide(on("newcomer"), known);

            assertThat(passes(known)).as("both units are taken").isFalse();
        }

        @Test
        void isNoShadowLimitThatTheCallWouldViolate() {
            storeOf(2);
            TestLimit shadow = TestLimit.of(FIXED_WINDOW, Quota.of(1, Duration.ofMinutes(1)))
                    .inShadow();
            passes(shadow);
            passes(on("other"));

            decide(on("newcomer"), shadow);

            assertThat(passes(shadow)).isFalse();
        }

        private long drain(String user) {
            return IntStream.range(0, 5).filter(i -> passes(on(user))).count();
        }
    }

    @Nested
    class ANewKey {

        @ParameterizedTest
        @ValueSource(ints = {1, 2, 3, 4, 8, 64})
        void isCountedHoweverManyAreRefused(int maxKeys) {
            storeOf(maxKeys);
            for (int i = 0; i < 10 * maxKeys; i++) {
                for (int call = 0; call < 3; call++) {
                    passes(on("refused-" + i));
                }
            }

            TestLimit newcomer = on("newcomer");

            assertThat(passes(newcomer)).isTrue();
            assertThat(passes(newcomer)).isTrue();
            assertThat(passes(newcomer)).isFalse();
        }

        @Test
        void staysAmongSomeOtherNewKeysHoweverManyAreRefused() {
            storeOf(64);
            for (int i = 0; i < 1_000; i++) {
                for (int call = 0; call < 3; call++) {
                    passes(on("refused-" + i));
                }
            }
            TestLimit newcomer = on("newcomer");

            int passed = 0;
            for (int i = 0; i < 100; i++) {
                passed += passes(newcomer) ? 1 : 0;
                int batch = i;
                flood(10, j -> "other-" + batch + "-" + j);
            }

            assertThat(passed).isEqualTo(2);
        }
    }

    @Nested
    class InAStoreOfOneKey {

        @Test
        void thatKeyIsCounted() {
            storeOf(1);

            assertThat(passes(limit)).isTrue();
            assertThat(passes(limit)).isTrue();
            assertThat(passes(limit)).isFalse();
        }

        @Test
        void aCallOnSeveralIsDecidedAllTheSame() {
            storeOf(1);

            List<LimitResult> results = decide(on("carol"), on("dave"), on("erin"));

            assertThat(results).allMatch(LimitResult::charged).hasSize(3);
            assertThat(store.size()).isEqualTo(1);
        }

        @Test
        void whatAForgottenKeyTookCannotBeGivenBackToAnother() {
            storeOf(1);
            List<LimitResult> taken = decide(on("carol"));
            passes(on("dave"));
            passes(on("dave"));

            store.giveBack(taken).toCompletableFuture().join();

            assertThat(passes(on("dave"))).isFalse();
            assertThat(store.size()).isEqualTo(1);
        }
    }

    private void pass(Duration length) {
        time.advance(length);
    }
}

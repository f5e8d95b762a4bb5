package io.github.limiter.store;

import static io.github.limiter.annotation.Algorithms.LEAKY_BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.limiter.time.ManualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The tests' own tests: random steps reach what they are for, and a fault is found. */
class DifferentialStepsTests {

    static final List<String> ALGORITHMS = DifferentialSteps.ALGORITHMS;

    private final ManualTime time = new ManualTime(StoreSuite.START);

    /** Memory with something done to its answers, and to what it is given back. */
    private final class Altered implements LimiterStore {

        private final LimiterStore store = new MemoryStore(10_000, time);
        private final UnaryOperator<LimitResult> answer;
        private final boolean takesBack;
        private final List<LimitResult> answered = new ArrayList<>();
        private int givenBack;
        private int partlyRefused;

        Altered(UnaryOperator<LimitResult> answer, boolean takesBack) {
            this.answer = answer;
            this.takesBack = takesBack;
        }

        long count(String algorithm, Predicate<LimitResult> what) {
            return answered.stream()
                    .filter(result -> result.check().algorithm().name().equals(algorithm))
                    .filter(what)
                    .count();
        }

        @Override
        public CompletionStage<List<LimitResult>> decide(List<LimitCheck> checks) {
            List<LimitResult> results = store.decide(checks).toCompletableFuture().join().stream()
                    .map(answer)
                    .toList();
            answered.addAll(results);
            boolean refused = results.stream().anyMatch(LimitResult::refuses);
            partlyRefused += refused && results.stream().anyMatch(LimitResult::allowed) ? 1 : 0;
            return CompletableFuture.completedFuture(results);
        }

        @Override
        public CompletionStage<Void> giveBack(List<LimitResult> results) {
            givenBack++;
            return takesBack ? store.giveBack(results) : CompletableFuture.completedFuture(null);
        }
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                fault(
                        "Retry-After a microsecond early",
                        r -> r.retryAfter() < 2 ? r : with(r, r.remaining(), -1, 0, 0)),
                fault("Retry-After a microsecond late", r -> r.allowed() ? r : with(r, r.remaining(), 1, 0, 0)),
                fault("Reset a microsecond late", r -> with(r, r.remaining(), 0, 1, 0)),
                fault("a remaining unit too many", r -> with(r, r.remaining() + 1, 0, 0, 0)),
                fault("a delay too short", r -> with(r, r.remaining(), 0, 0, r.delay() > 0 ? -1 : 0)));
    }

    private static Arguments fault(String what, UnaryOperator<LimitResult> answer) {
        return Arguments.argumentSet(what, answer);
    }

    private static LimitResult with(LimitResult result, long remaining, long retry, long reset, long delay) {
        return new LimitResult(
                result.check(),
                result.allowed(),
                result.charged(),
                remaining,
                result.retryAfter() + retry,
                result.resetAfter() + reset,
                result.delay() + delay,
                result.departure());
    }

    @ParameterizedTest
    @MethodSource("faults")
    void findAFaultyAnswer(UnaryOperator<LimitResult> fault) {
        DifferentialSteps steps =
                new DifferentialSteps(LEAKY_BUCKET, 1, time, new MemoryStore(10_000, time), new Altered(fault, true));

        assertThatThrownBy(() -> steps.run(200))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("leaky-bucket with seed 1");
    }

    @ParameterizedTest
    @FieldSource("ALGORITHMS")
    void findALostGiveBack(String algorithm) {
        DifferentialSteps steps = new DifferentialSteps(
                algorithm, 1, time, new MemoryStore(10_000, time), new Altered(result -> result, false));

        assertThatThrownBy(() -> steps.run(2_000)).isInstanceOf(AssertionError.class);
    }

    @ParameterizedTest
    @FieldSource("ALGORITHMS")
    void reachWhatTheyAreFor(String algorithm) {
        Altered store = new Altered(result -> result, true);
        new DifferentialSteps(algorithm, 1, time, new MemoryStore(10_000, time), store).run(10_000);

        assertThat(store.givenBack).isGreaterThan(500);
        assertThat(store.partlyRefused).as("several limits, not all refusing").isGreaterThan(500);
        assertThat(store.count(algorithm, LimitResult::charged)).isGreaterThan(2_000);
        assertThat(store.count(algorithm, LimitResult::refuses)).isGreaterThan(500);
        assertThat(store.count(algorithm, result -> result.retryAfter() == 1)).isGreaterThan(50);
        assertThat(store.count(algorithm, result -> !result.allowed() && !result.refuses()))
                .as("in shadow")
                .isGreaterThan(100);
        assertThat(store.count(algorithm, result -> result.delay() > 0))
                .isGreaterThan(algorithm.equals(LEAKY_BUCKET) ? 500 : -1);
    }
}

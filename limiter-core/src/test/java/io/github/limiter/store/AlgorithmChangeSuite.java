package io.github.limiter.store;

import static io.github.limiter.annotation.Algorithms.CONCURRENCY;
import static io.github.limiter.annotation.Algorithms.FIXED_WINDOW;
import static io.github.limiter.annotation.Algorithms.LEAKY_BUCKET;
import static io.github.limiter.annotation.Algorithms.SLIDING_WINDOW;
import static io.github.limiter.annotation.Algorithms.TOKEN_BUCKET;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.policy.Quota;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A count belongs to its algorithm: another one cannot read it. (Another quota can: see the tables.) */
abstract class AlgorithmChangeSuite extends StoreSuite {

    private static final Quota QUOTA = Quota.of(3, Duration.ofMinutes(1));
    private static final List<String> ALGORITHMS =
            List.of(FIXED_WINDOW, SLIDING_WINDOW, TOKEN_BUCKET, LEAKY_BUCKET, CONCURRENCY);

    static Stream<Arguments> changes() {
        return ALGORITHMS.stream()
                .flatMap(from ->
                        ALGORITHMS.stream().filter(to -> !to.equals(from)).map(to -> Arguments.of(from, to)));
    }

    @ParameterizedTest(name = "from {0} to {1}")
    @MethodSource("changes")
    void aUsedUpLimitIsNewUnderAnotherAlgorithm(String from, String to) {
        TestLimit before = TestLimit.of(from, QUOTA);
        TestLimit after = before.changedTo(to, QUOTA);
        call(before, 3);
        assertThat(passes(before)).isFalse();

        assertThat(call(after, 3).allowed()).isTrue();
        assertThat(passes(after)).isFalse();
    }

    @ParameterizedTest(name = "from {0} to {1} and back")
    @MethodSource("changes")
    void changedBackItIsNewAgain(String from, String to) {
        TestLimit before = TestLimit.of(from, QUOTA);
        call(before, 3);
        call(before.changedTo(to, QUOTA), 3);

        assertThat(call(before, 3).allowed()).isTrue();
        assertThat(passes(before)).isFalse();
    }

    @ParameterizedTest(name = "from {0} to {1} and back")
    @MethodSource("changes")
    void aRefusedCallUnderAnotherAlgorithmLeavesTheCountAlone(String from, String to) {
        TestLimit before = TestLimit.of(from, QUOTA);
        TestLimit full =
                TestLimit.of(FIXED_WINDOW, Quota.of(1, Duration.ofDays(1))).named("full");
        drain(full);
        call(before, 3);

        decide(before.changedTo(to, QUOTA).cost(1), full.cost(1));

        assertThat(passes(before)).isFalse();
    }

    @Test
    void whatTheOldAlgorithmTookIsNotGivenBackToTheNewOne() {
        TestLimit before = TestLimit.of(FIXED_WINDOW, QUOTA);
        TestLimit after = before.changedTo(SLIDING_WINDOW, QUOTA);
        List<LimitResult> taken = decide(before.cost(3));
        call(after, 3);

        giveBack(taken);

        assertThat(passes(after)).isFalse();
    }
}

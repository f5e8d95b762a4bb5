package io.github.limiter.store;

import static io.github.limiter.annotation.Algorithms.FIXED_WINDOW;
import static io.github.limiter.annotation.Algorithms.LEAKY_BUCKET;
import static io.github.limiter.annotation.Algorithms.SLIDING_WINDOW;
import static io.github.limiter.annotation.Algorithms.TOKEN_BUCKET;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.policy.Quota;
import io.github.limiter.subject.Subject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All limits of a call are charged, or none. */
abstract class SeveralLimitsSuite extends StoreSuite {

    private static final Quota THREE = Quota.of(3, Duration.ofMinutes(1));

    private final TestLimit wide =
            TestLimit.of(SLIDING_WINDOW, Quota.of(5, Duration.ofMinutes(1))).named("wide");
    private final TestLimit narrow =
            TestLimit.of(TOKEN_BUCKET, Quota.of(2, Duration.ofSeconds(10))).named("narrow");

    private static List<Answer> answers(List<LimitResult> results) {
        return results.stream().map(Answer::of).toList();
    }

    @Test
    void anAdmittedCallIsChargedToEach() {
        List<LimitResult> results = decide(wide.cost(1), narrow.cost(1));

        assertThat(answers(results))
                .containsExactly(
                        new Answer(true, true, 4, 0, Micros.parse("1m"), 0),
                        new Answer(true, true, 1, 0, Micros.parse("5s"), 0));
    }

    @Test
    void aRefusedCallIsChargedToNone() {
        drain(narrow);

        List<LimitResult> results = decide(wide.cost(1), narrow.cost(1));

        assertThat(answers(results))
                .containsExactly(
                        new Answer(true, false, 5, 0, 0, 0),
                        new Answer(false, false, 0, Micros.parse("5s"), Micros.parse("5s"), 0));
    }

    @Test
    void theOrderOfTheLimitsIsOnlyThatOfTheAnswers() {
        drain(narrow);

        List<Answer> narrowFirst = answers(decide(narrow.cost(1), wide.cost(1)));
        List<Answer> narrowLast = new ArrayList<>(answers(decide(wide.cost(1), narrow.cost(1))));

        Collections.reverse(narrowLast);
        assertThat(narrowLast).isEqualTo(narrowFirst);
    }

    @Test
    void eachLimitHasItsOwnCost() {
        List<LimitResult> results = decide(wide.cost(4), narrow.cost(2));

        assertThat(results).extracting(LimitResult::remaining).containsExactly(1L, 0L);
    }

    @Test
    void ofSeveralViolatedLimitsEachSaysWhenItHasRoom() {
        drain(narrow);
        drain(wide);
        pass("1s");

        List<LimitResult> results = decide(wide.cost(1), narrow.cost(2));

        assertThat(results)
                .extracting(LimitResult::retryAfter)
                .containsExactly(Micros.parse("59s"), Micros.parse("9s"));
    }

    @Test
    void theCallPassesWhenTheLastOfItsLimitsHasRoom() {
        drain(narrow);
        drain(wide);

        pass("1m-1us");
        assertThat(decide(wide.cost(1), narrow.cost(1)))
                .extracting(LimitResult::allowed)
                .containsExactly(false, true);
        pass("1us");
        assertThat(decide(wide.cost(1), narrow.cost(1)))
                .extracting(LimitResult::charged)
                .containsExactly(true, true);
    }

    @ParameterizedTest
    @ValueSource(strings = {FIXED_WINDOW, SLIDING_WINDOW, TOKEN_BUCKET, LEAKY_BUCKET})
    void aHundredRefusedCallsLeaveTheOthersAsTheyWere(String algorithm) {
        TestLimit other = TestLimit.of(algorithm, THREE).named("other");
        TestLimit untouched = other.on(Subject.of("user", "dave"));
        TestLimit full =
                TestLimit.of(FIXED_WINDOW, Quota.of(1, Duration.ofDays(1))).named("full");
        for (TestLimit limit : List.of(other, untouched)) {
            call(limit, 1);
        }
        drain(full);
        pass("7s");

        for (int i = 0; i < 100; i++) {
            decide(other.cost(1), full.cost(1));
        }

        for (String later : List.of("0", "1us", "13s-1us", "20s", "1m")) {
            pass(later);
            assertThat(Answer.of(call(other, 1))).isEqualTo(Answer.of(call(untouched, 1)));
        }
    }

    @Test
    void aRefusedCallBeginsNoCount() {
        TestLimit full =
                TestLimit.of(FIXED_WINDOW, Quota.of(1, Duration.ofDays(1))).named("full");
        drain(full);

        for (String algorithm : List.of(FIXED_WINDOW, SLIDING_WINDOW, TOKEN_BUCKET, LEAKY_BUCKET)) {
            TestLimit other = TestLimit.of(algorithm, THREE).named(algorithm);
            decide(full.cost(1), other.cost(3));

            assertThat(call(other, 3).allowed()).as(algorithm).isTrue();
        }
    }

    @Test
    void aLeakyBucketReservesNothingForARefusedCall() {
        TestLimit queue = TestLimit.of(
                        LEAKY_BUCKET, Quota.of(1, Duration.ofSeconds(1)).withMaxWait(Duration.ofSeconds(5)))
                .named("queue");
        call(queue, 1);
        drain(narrow);

        LimitResult refused = decide(queue.cost(1), narrow.cost(1)).get(0);

        assertThat(Answer.of(refused)).isEqualTo(new Answer(true, false, 5, 0, Micros.parse("1s"), 0));
        assertThat(call(queue, 1).delay()).isEqualTo(Micros.parse("1s"));
    }

    @Test
    void allFourAlgorithmsInOneCall() {
        List<TestLimit> limits = List.of(
                TestLimit.of(FIXED_WINDOW, THREE).named("fixed"),
                TestLimit.of(SLIDING_WINDOW, THREE).named("sliding"),
                TestLimit.of(TOKEN_BUCKET, THREE).named("token"),
                TestLimit.of(LEAKY_BUCKET, THREE.withMaxWait(Duration.ofMinutes(1)))
                        .named("leaky"));
        LimitCheck[] checks = limits.stream().map(limit -> limit.cost(1)).toArray(LimitCheck[]::new);

        for (int i = 0; i < 3; i++) {
            assertThat(decide(checks)).allMatch(LimitResult::charged);
        }
        List<LimitResult> refused = decide(checks);

        assertThat(refused).noneMatch(LimitResult::charged);
        assertThat(refused).extracting(LimitResult::allowed).containsExactly(false, false, false, true);
        pass("20s");
        assertThat(decide(checks)).extracting(LimitResult::allowed).containsExactly(false, false, true, true);
        pass("40s");
        assertThat(decide(checks)).allMatch(LimitResult::charged);
    }
}

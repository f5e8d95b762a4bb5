package io.github.limiter.store;

import static io.github.limiter.annotation.Algorithms.SLIDING_WINDOW;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.limiter.policy.Quota;
import io.github.limiter.store.RecordingStore.Decided;
import io.github.limiter.store.RecordingStore.Step;
import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The tests' own tests: a Retry-After that is not exact does not get through. */
class RetryAfterCheckTests {

    private final TestLimit limit = TestLimit.of(SLIDING_WINDOW, Quota.of(2, Duration.ofSeconds(10)));

    /** Two calls pass and a third is told to come back in that time. */
    private void check(long retryAfter) {
        ManualTime time = new ManualTime(StoreSuite.START);
        long start = time.micros();
        Step first = decided(start, new Answer(true, true, 1, 0, 10_000_000, 0));
        Step second = decided(start, new Answer(true, true, 0, 0, 10_000_000, 0));
        Step third = decided(start, new Answer(false, false, 0, retryAfter, 10_000_000, 0));

        new RetryAfterCheck(List.of(first, second, third)).verify(new MemoryStore(100, time), time);
    }

    private Step decided(long at, Answer answer) {
        LimitResult result = new LimitResult(
                limit.cost(1),
                answer.allowed(),
                answer.charged(),
                answer.remaining(),
                answer.retryAfter(),
                answer.resetAfter(),
                answer.delay(),
                at);
        return new Decided(at, List.of(limit.cost(1)), List.of(result));
    }

    @Test
    void anExactOnePasses() {
        assertThatCode(() -> check(10_000_000)).doesNotThrowAnyException();
    }

    @Test
    void aMicrosecondTooSoonIsFound() {
        assertThatThrownBy(() -> check(9_999_999)).isInstanceOf(AssertionError.class);
    }

    @Test
    void aMicrosecondTooLateIsFound() {
        assertThatThrownBy(() -> check(10_000_001)).isInstanceOf(AssertionError.class);
    }
}

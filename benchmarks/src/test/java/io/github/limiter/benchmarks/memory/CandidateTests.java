package io.github.limiter.benchmarks.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who is compared must do the same. */
class CandidateTests {

    private static final int CALLS = 1_000;

    @ParameterizedTest
    @EnumSource
    void admitsAllWhereNobodyIsToBeRefused(Candidate candidate) {
        MemoryLimiter limiter = candidate.limiter(Workload.HOT_KEY_ALLOWED);

        assertThat(admitted(limiter, "carol")).isEqualTo(CALLS);
    }

    @ParameterizedTest
    @EnumSource
    void admitsAllUnderThreeLimitsToo(Candidate candidate) {
        MemoryLimiter limiter = candidate.limiter(Workload.THREE_LIMITS);

        assertThat(admitted(limiter, "carol")).isEqualTo(CALLS);
    }

    @ParameterizedTest
    @EnumSource
    void refusesAllButTheFirstFewWhereAllAreToBeRefused(Candidate candidate) {
        MemoryLimiter limiter = candidate.limiter(Workload.HOT_KEY_DENIED);

        assertThat(admitted(limiter, "carol")).isBetween(1, Workload.SCARCE_LIMIT);
    }

    @ParameterizedTest
    @EnumSource
    void countsEveryUserForItself(Candidate candidate) {
        MemoryLimiter limiter = candidate.limiter(Workload.MANY_KEYS_DENIED);
        admitted(limiter, "carol");

        assertThat(limiter.tryAcquire("dave")).isTrue();
    }

    private static int admitted(MemoryLimiter limiter, String user) {
        int admitted = 0;
        for (int call = 0; call < CALLS; call++) {
            if (limiter.tryAcquire(user)) {
                admitted++;
            }
        }
        return admitted;
    }
}

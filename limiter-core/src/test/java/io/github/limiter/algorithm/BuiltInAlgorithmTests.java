package io.github.limiter.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.policy.Quota;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What each built-in algorithm means is in the decision tables of the store; here is what a store relies on. */
class BuiltInAlgorithmTests {

    private static final Duration WINDOW = Duration.ofSeconds(60);
    private static final List<Quota> QUOTAS = List.of(
            Quota.of(1, WINDOW),
            Quota.of(6, WINDOW).withMaxWait(Duration.ofSeconds(35)),
            Quota.of(7, WINDOW).withBurst(3).withMaxWait(WINDOW));

    /** One of them. */
    private abstract static class Contract extends RateLimitAlgorithmContract {

        private final RateLimitAlgorithm algorithm;
        private final List<Quota> quotas;

        Contract(String name, List<Quota> quotas) {
            this.algorithm = new AlgorithmRegistry(List.of()).get(name);
            this.quotas = quotas;
        }

        @Override
        protected RateLimitAlgorithm algorithm() {
            return algorithm;
        }

        @Override
        protected List<Quota> quotas() {
            return quotas;
        }
    }

    @Nested
    class FixedWindow extends Contract {
        FixedWindow() {
            super(Algorithms.FIXED_WINDOW, QUOTAS);
        }
    }

    @Nested
    class FixedWindowOfDays extends Contract {
        FixedWindowOfDays() {
            super(
                    Algorithms.FIXED_WINDOW,
                    List.of(Quota.of(4, Duration.ofDays(1)).withZone(ZoneId.of("Asia/Shanghai"))));
        }
    }

    @Nested
    class SlidingWindow extends Contract {
        SlidingWindow() {
            super(Algorithms.SLIDING_WINDOW, QUOTAS);
        }

        /** Else a count in steady use would grow for ever. */
        @Test
        void keepsNoUnitsThatAreFree() {
            Quota brief = Quota.of(2, Duration.ofSeconds(10));
            Counter count = algorithm().newCounter();
            count.take(brief, 1, 0);
            count.take(brief, 1, 10_000_000);

            assertThat(count.available(Quota.of(2, Duration.ofDays(1)), 10_000_000))
                    .isEqualTo(1);
        }
    }

    @Nested
    class Concurrency extends Contract {
        Concurrency() {
            super(Algorithms.CONCURRENCY, QUOTAS);
        }

        @Test
        void keepsNoLeasesThatAreOver() {
            Quota brief = Quota.of(2, Duration.ofSeconds(10));
            Counter count = algorithm().newCounter();
            count.take(brief, 1, 0);
            count.take(brief, 1, 10_000_000);
            count.giveBack(brief, 1, 10_000_000, 10_000_000);

            assertThat(count.expiresAt(brief)).isEqualTo(Long.MIN_VALUE);
        }
    }

    @Nested
    class TokenBucket extends Contract {
        TokenBucket() {
            super(Algorithms.TOKEN_BUCKET, QUOTAS);
        }
    }

    @Nested
    class LeakyBucket extends Contract {
        LeakyBucket() {
            super(Algorithms.LEAKY_BUCKET, QUOTAS);
        }
    }

    @Nested
    class LeakyBucketWithoutBound extends Contract {
        LeakyBucketWithoutBound() {
            super(Algorithms.LEAKY_BUCKET, List.of(Quota.of(6, WINDOW).withMaxWait(Quota.UNLIMITED_WAIT)));
        }
    }
}

package io.github.limiter.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Quota;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AlgorithmRegistryTests {

    private final AlgorithmRegistry registry = new AlgorithmRegistry(List.of());

    private record Own(String name) implements RateLimitAlgorithm {
        @Override
        public Counter newCounter() {
            throw new UnsupportedOperationException();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                Algorithms.FIXED_WINDOW,
                Algorithms.SLIDING_WINDOW,
                Algorithms.TOKEN_BUCKET,
                Algorithms.LEAKY_BUCKET
            })
    void knowsTheBuiltInOnesByTheirConstants(String name) {
        assertThat(registry.get(name).name()).isEqualTo(name);
    }

    @Test
    void findsANameInAnySpelling() {
        assertThat(registry.get("TOKEN_BUCKET"))
                .isSameAs(registry.get("token-bucket"))
                .isSameAs(registry.get(" Token_Bucket "));
    }

    @Test
    void tellsTheKnownNamesWhenAskedForAnother() {
        AlgorithmRegistry more = new AlgorithmRegistry(List.of(new Own("lottery")));

        assertThatThrownBy(() -> more.get("bucket"))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage(
                        "algorithm: 'bucket' is not known. Use one of concurrency, fixed-window, leaky-bucket, lottery,"
                                + " sliding-window, token-bucket, or declare a RateLimitAlgorithm bean of that name.");
    }

    @Test
    void takesAnAlgorithmOfTheApplication() {
        Own own = new Own("My_Own");

        assertThat(new AlgorithmRegistry(List.of(own)).get("my-own")).isSameAs(own);
    }

    @Test
    void prefersTheApplicationsAlgorithmToABuiltInOfThatName() {
        Own own = new Own("token-bucket");

        assertThat(new AlgorithmRegistry(List.of(own)).get("token-bucket")).isSameAs(own);
    }

    @Test
    void refusesTwoOfOneName() {
        assertThatThrownBy(() -> new AlgorithmRegistry(List.of(new Own("my-own"), new Own("MY_OWN"))))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage("algorithm: 'MY_OWN' is the name of two RateLimitAlgorithm beans. Rename one of them.");
    }

    @Nested
    class AQuotaThatCannotBeHonouredExactly {

        static Stream<Arguments> quotas() {
            Duration second = Duration.ofSeconds(1);
            return Stream.of(
                    refused(
                            Algorithms.SLIDING_WINDOW,
                            Quota.of(100_001, second),
                            "limit: '100001' is more stamps than a sliding-window may keep."
                                    + " Set at most 100000, or use token-bucket, which needs no stamps."),
                    refused(
                            Algorithms.TOKEN_BUCKET,
                            Quota.of(1_000_001, second).withBurst(1),
                            "limit: '1000001' is more than one unit per microsecond of the window PT1S."
                                    + " Set at most 1,000,000 units per second, or use fixed-window."),
                    refused(
                            Algorithms.LEAKY_BUCKET,
                            Quota.of(2, Duration.ofNanos(1_000)),
                            "limit: '2' is more than one unit per microsecond of the window PT0.000001S."
                                    + " Set at most 1,000,000 units per second, or use fixed-window."),
                    refused(
                            Algorithms.TOKEN_BUCKET,
                            Quota.of(1, Duration.ofDays(366)).withBurst(100),
                            "burst: '100' takes more than 100 years to refill at 1 per PT8784H. Set at most 99."),
                    refused(
                            Algorithms.FIXED_WINDOW,
                            Quota.of(1, Duration.ofHours(1)).withZone(ZoneId.of("Asia/Shanghai")),
                            "zone: 'Asia/Shanghai' applies to windows of whole days, but the window is PT1H."
                                    + " Leave zone out, or set a window such as 1d."),
                    refused(
                            Algorithms.FIXED_WINDOW,
                            Quota.of(1, Duration.ofHours(36)).withZone(ZoneId.of("Asia/Shanghai")),
                            "zone: 'Asia/Shanghai' applies to windows of whole days, but the window is PT36H."
                                    + " Leave zone out, or set a window such as 1d."));
        }

        private static Arguments refused(String algorithm, Quota quota, String message) {
            return Arguments.argumentSet(algorithm + " " + quota, algorithm, quota, message);
        }

        @ParameterizedTest
        @MethodSource("quotas")
        void isRefusedWithTheFix(String algorithm, Quota quota, String message) {
            RateLimitAlgorithm asked = registry.get(algorithm);

            assertThatThrownBy(() -> asked.validate(quota))
                    .isInstanceOf(InvalidConfigurationException.class)
                    .hasMessage(message);
        }
    }

    static Stream<Arguments> honoured() {
        return Stream.of(
                Arguments.of(Algorithms.SLIDING_WINDOW, Quota.of(100_000, Duration.ofSeconds(1))),
                Arguments.of(Algorithms.TOKEN_BUCKET, Quota.of(1_000_000, Duration.ofSeconds(1))),
                Arguments.of(
                        Algorithms.TOKEN_BUCKET,
                        Quota.of(1, Duration.ofDays(366)).withBurst(99)),
                Arguments.of(Algorithms.LEAKY_BUCKET, Quota.of(1, Duration.ofDays(366))),
                Arguments.of(Algorithms.FIXED_WINDOW, Quota.of(1L << 40, Duration.ofSeconds(1))),
                Arguments.of(
                        Algorithms.FIXED_WINDOW, Quota.of(1, Duration.ofDays(7)).withZone(ZoneId.of("Asia/Shanghai"))));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("honoured")
    void whatCanBeHonouredIsAccepted(String algorithm, Quota quota) {
        registry.get(algorithm).validate(quota);

        assertThat(registry.get(algorithm).capacity(quota))
                .isEqualTo(algorithm.equals(Algorithms.TOKEN_BUCKET) ? quota.burst() : quota.limit());
    }
}

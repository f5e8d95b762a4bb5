package io.github.limiter.guard;

import static io.github.limiter.annotation.Algorithms.FIXED_WINDOW;
import static io.github.limiter.annotation.Algorithms.LEAKY_BUCKET;
import static io.github.limiter.annotation.Algorithms.TOKEN_BUCKET;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.limiter.algorithm.AlgorithmRegistry;
import io.github.limiter.algorithm.Counter;
import io.github.limiter.algorithm.RateLimitAlgorithm;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Quota;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which algorithm takes what: each of burst, maxWait and zone belongs to one of the library's own, and to others' all. */
class QuotaOptionsTests {

    private static final String OWN = "own";

    private static final AlgorithmRegistry ALGORITHMS = new AlgorithmRegistry(List.of(new RateLimitAlgorithm() {
        @Override
        public String name() {
            return OWN;
        }

        @Override
        public Counter newCounter() {
            throw new UnsupportedOperationException("nothing is counted");
        }
    }));

    private static final Quota PLAIN = Quota.of(10, Duration.ofDays(1));

    private static final Map<String, Quota> QUOTAS = Map.of(
            "burst", PLAIN.withBurst(20),
            "maxWait", PLAIN.withMaxWait(Duration.ofSeconds(2)),
            "zone", PLAIN.withZone(ZoneId.of("Asia/Shanghai")));

    private static final Map<String, String> USED_BY =
            Map.of("burst", TOKEN_BUCKET, "maxWait", LEAKY_BUCKET, "zone", FIXED_WINDOW);

    static Stream<Arguments> combinations() {
        return QUOTAS.keySet().stream()
                .flatMap(option -> algorithms().map(algorithm -> Arguments.of(option, algorithm)));
    }

    @ParameterizedTest(name = "{0} of {1}")
    @MethodSource("combinations")
    void isRefusedWhereItMeansNothing(String option, String algorithm) {
        String useful = USED_BY.get(option);
        Quota quota = QUOTAS.get(option);
        if (algorithm.equals(useful) || algorithm.equals(OWN)) {
            assertThatCode(() -> check(quota, algorithm)).doesNotThrowAnyException();
        } else {
            assertThatThrownBy(() -> check(quota, algorithm))
                    .isInstanceOf(InvalidConfigurationException.class)
                    .hasMessageContainingAll(option, "means nothing to " + algorithm, "set algorithm to " + useful);
        }
    }

    static Stream<String> algorithms() {
        return ALGORITHMS.all().stream().map(RateLimitAlgorithm::name);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void plainQuotaSuitsAll(String algorithm) {
        assertThatCode(() -> check(PLAIN, algorithm)).doesNotThrowAnyException();
    }

    private static void check(Quota quota, String algorithm) {
        QuotaOptions.check(quota, ALGORITHMS.get(algorithm));
    }
}

package io.github.limiter.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.limiter.annotation.Tier;
import io.github.limiter.policy.InvalidConfigurationException;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a level means. */
class LoadRulesTests {

    @ParameterizedTest
    @CsvSource({
        "NORMAL,   P0, false, 1",
        "NORMAL,   P1, false, 1",
        "NORMAL,   P2, false, 1",
        "PEAK,     P0, false, 1",
        "PEAK,     P1, false, 0.5",
        "PEAK,     P2, true,  0.5",
        "CRITICAL, P0, false, 1",
        "CRITICAL, P1, false, 0.2",
        "CRITICAL, P2, true,  0.2"
    })
    void byTier(LoadLevel level, Tier tier, boolean dropped, double share) {
        LoadState state = new LoadState(level, LoadSource.OPERATOR, Set.of(), Set.of(), LoadState.OPEN);

        assertThat(state.drops(tier)).isEqualTo(dropped);
        assertThat(LoadRules.DEFAULT.share(tier, level)).isEqualTo(share);
    }

    @ParameterizedTest
    @CsvSource({
        "0.1, NORMAL,   true,  true,  true",
        "0.1, PEAK,     false, true,  true",
        "0.1, CRITICAL, false, false, true",
        "0,   NORMAL,   false, false, false"
    })
    void aShareIsP0sAlone(double reserved, LoadLevel from, boolean atNormal, boolean atPeak, boolean atCritical) {
        LoadRules rules = new LoadRules(1, 1, reserved, from, Duration.ofSeconds(30));

        assertThat(rules.reserves(LoadLevel.NORMAL)).isEqualTo(atNormal);
        assertThat(rules.reserves(LoadLevel.PEAK)).isEqualTo(atPeak);
        assertThat(rules.reserves(LoadLevel.CRITICAL)).isEqualTo(atCritical);
    }

    @ParameterizedTest
    @CsvSource({
        "0,   0.2, 0.1,  PT30S, p1AtPeak",
        "1.1, 0.2, 0.1,  PT30S, p1AtPeak",
        "NaN, 0.2, 0.1,  PT30S, p1AtPeak",
        "0.5, 0,   0.1,  PT30S, p1AtCritical",
        "0.5, 0.6, 0.1,  PT30S, p1AtCritical",
        "0.5, 0.2, -0.1, PT30S, reserved",
        "0.5, 0.2, 1,    PT30S, reserved",
        "0.5, 0.2, NaN,  PT30S, reserved",
        "0.5, 0.2, 0.1,  PT0S,  retryAfter",
        "0.5, 0.2, 0.1,  PT2H,  retryAfter"
    })
    void whatIsOutOfRangeIsRefused(
            double p1AtPeak, double p1AtCritical, double reserved, Duration retryAfter, String element) {
        assertThatThrownBy(() -> new LoadRules(p1AtPeak, p1AtCritical, reserved, LoadLevel.PEAK, retryAfter))
                .isInstanceOfSatisfying(
                        InvalidConfigurationException.class,
                        invalid -> assertThat(invalid.element()).isEqualTo(element));
    }

    @ParameterizedTest
    @CsvSource({"1,   4, 8, peakRatio", "101, 4, 8, peakRatio", "2,   2, 8, criticalRatio", "2,   4, 0, minInFlight"})
    void soAreRulesForTheLoadOfTheNode(double peak, double critical, int minInFlight, String element) {
        assertThatThrownBy(() -> new AdaptiveRules(peak, critical, minInFlight))
                .isInstanceOfSatisfying(
                        InvalidConfigurationException.class,
                        invalid -> assertThat(invalid.element()).isEqualTo(element));
    }
}

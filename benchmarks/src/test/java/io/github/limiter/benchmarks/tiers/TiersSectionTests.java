package io.github.limiter.benchmarks.tiers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** With tiers orders go on while reports flood the server; without they do not. */
class TiersSectionTests {

    static final List<Long> SEEDS = TiersSection.SEEDS;

    @ParameterizedTest
    @FieldSource("SEEDS")
    void ordersGoOnWithTiers(long seed) {
        Served idle = TiersSection.serve(seed, 0, false);
        Served flooded = TiersSection.serve(seed, TiersSection.FLOOD, true);

        assertThat(flooded.orders()).isEqualTo(idle.orders()).isGreaterThan(1_000);
        assertThat(flooded.success()).isGreaterThanOrEqualTo(TiersSection.WANTED_SUCCESS);
        assertThat(TiersSection.ratio(flooded, idle)).isLessThanOrEqualTo(TiersSection.WANTED_RATIO);
        assertThat(flooded.reportsServed()).as("reports go on too").isGreaterThan(1_000);
    }

    @ParameterizedTest
    @FieldSource("SEEDS")
    void andDoNotWithout(long seed) {
        Served idle = TiersSection.serve(seed, 0, false);
        Served flooded = TiersSection.serve(seed, TiersSection.FLOOD, false);

        assertThat(idle.success()).isEqualTo(1);
        assertThat(flooded.success()).isLessThan(0.5);
        assertThat(TiersSection.ratio(flooded, idle)).isGreaterThan(TiersSection.WANTED_RATIO);
    }
}

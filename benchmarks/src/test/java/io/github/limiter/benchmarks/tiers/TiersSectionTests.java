package io.github.limiter.benchmarks.tiers;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.load.LoadRules;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** With tiers orders go on while reports flood the server; without they do not. */
class TiersSectionTests {

    static final List<Long> SEEDS = TiersSection.SEEDS;

    @ParameterizedTest
    @FieldSource("SEEDS")
    void ordersGoOnWithTiers(long seed) {
        Served idle = TiersSection.serve(seed, 0, 0);
        Served flooded = TiersSection.serve(seed, TiersSection.FLOOD, Tiers.RESERVED);

        assertThat(flooded.orders()).isEqualTo(idle.orders()).isGreaterThan(1_000);
        assertThat(flooded.success()).isGreaterThanOrEqualTo(TiersSection.WANTED_SUCCESS);
        assertThat(TiersSection.ratio(flooded, idle)).isLessThanOrEqualTo(TiersSection.WANTED_RATIO);
        assertThat(flooded.reportsServed()).as("reports go on too").isGreaterThan(1_000);
    }

    /** More reports than there are workers are let in. */
    @ParameterizedTest
    @FieldSource("SEEDS")
    void butNotWithAsLittleReservedAsByDefault(long seed) {
        Served flooded = TiersSection.serve(seed, TiersSection.FLOOD, LoadRules.DEFAULT.reserved());

        assertThat(flooded.success()).isBetween(0.6, 0.75);
    }

    @ParameterizedTest
    @FieldSource("SEEDS")
    void andDoNotWithout(long seed) {
        Served idle = TiersSection.serve(seed, 0, 0);
        Served flooded = TiersSection.serve(seed, TiersSection.FLOOD, 0);

        assertThat(idle.success()).isEqualTo(1);
        assertThat(flooded.success()).isLessThan(0.5);
        assertThat(TiersSection.ratio(flooded, idle)).isGreaterThan(TiersSection.WANTED_RATIO);
    }
}

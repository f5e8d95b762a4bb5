package io.github.limiter.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The tests' own tests: no scenario, no row and no column of a table is lost. */
class DecisionTableTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "token-bucket.table",
                "fixed-window.table",
                "sliding-window.table",
                "leaky-bucket.table",
                "concurrency.table",
                "peers.table"
            })
    void allScenariosOfATableAreRead(String table) {
        long titles = DecisionTable.text(table)
                .lines()
                .filter(line -> line.startsWith("= "))
                .count();

        assertThat(titles).isGreaterThan(10);
        assertThat(DecisionTable.read(table)).hasSize((int) titles);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "token-bucket.table",
                "fixed-window.table",
                "sliding-window.table",
                "leaky-bucket.table",
                "concurrency.table"
            })
    void ourOwnTablesStateEverything(String table) {
        List<Scenario> scenarios = DecisionTable.read(table);

        assertThat(scenarios)
                .allMatch(scenario -> (scenario.algorithm() + ".table").equals(table))
                .allSatisfy(scenario -> assertThat(scenario.calls())
                        .isNotEmpty()
                        .allSatisfy(call -> assertThat(call.expected())
                                .containsOnlyKeys("allowed", "remaining", "retry-after", "reset-after", "delay")));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1us, 1",
        "15ms, 15000",
        "1s, 1000000",
        "2m, 120000000",
        "1h, 3600000000",
        "1d, 86400000000",
        "1s-1us, 999999",
        "8h+30m-1us, 30599999999",
        "2m-1us-1us, 119999998"
    })
    void lengthsOfTimeAreReadInMicroseconds(String text, long micros) {
        assertThat(Micros.parse(text)).isEqualTo(micros);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "s", "1x", "1s1ms", "1.5s", "1s +1ms"})
    void otherLengthsAreRefused(String text) {
        assertThatThrownBy(() -> Micros.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aKeyAndAQuotaHoldUntilTheNext() {
        Scenario scenario = DecisionTable.read("peers.table").stream()
                .filter(one -> one.title().startsWith("alg-131 "))
                .findFirst()
                .orElseThrow();

        assertThat(scenario.calls())
                .extracting(Scenario.Call::key)
                .containsExactly("1.2.3.4", "1.2.3.4", "5.6.7.8", "5.6.7.8", "5.6.7.8");
        assertThat(scenario.calls()).extracting(call -> call.quota().limit()).containsExactly(1L, 1L, 2L, 2L, 2L);
    }
}

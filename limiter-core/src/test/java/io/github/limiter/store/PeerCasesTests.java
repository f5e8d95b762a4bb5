package io.github.limiter.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Quota;
import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The cases of other projects' test suites: those of single limits run in {@link LimiterStoreContract}, the rest here. */
class PeerCasesTests {

    static Stream<Map<String, String>> several() {
        return PeerTable.read("peers-several.table").stream();
    }

    static Stream<Map<String, String>> rates() {
        return PeerTable.read("peers-rates.table").stream();
    }

    static Stream<Map<String, String>> leftOut() {
        return PeerTable.read("peers-left-out.table").stream();
    }

    private static Stream<String> ofSingleLimits() {
        return DecisionTable.read("peers.table").stream()
                .map(scenario -> scenario.title().split(" ")[0]);
    }

    @Test
    void noneIsMissing() {
        assertThat(ofSingleLimits()).hasSize(59);
        assertThat(several()).hasSize(4);
        assertThat(rates()).hasSize(4);
        assertThat(leftOut()).hasSize(45);
        assertThat(Stream.concat(
                        ofSingleLimits(),
                        Stream.of(several(), rates(), leftOut())
                                .flatMap(rows -> rows)
                                .map(row -> row.get("case"))))
                .doesNotHaveDuplicates()
                .hasSize(112);
    }

    @Test
    void eachNamesItsSource() {
        assertThat(DecisionTable.read("peers.table"))
                .allMatch(scenario -> scenario.title().matches("alg-[0-9]{3} [\\w.-]+/[\\w.-]+, .+"));
        assertThat(Stream.of(several(), rates(), leftOut()).flatMap(rows -> rows))
                .allMatch(row -> row.get("source").matches("[\\w.-]+/[\\w.-]+, .+"));
    }

    @Test
    void whatIsLeftOutHasAReason() {
        assertThat(leftOut()).noneMatch(row -> row.get("why").isEmpty());
    }

    @ParameterizedTest
    @MethodSource("several")
    void ofSeveralLimits(Map<String, String> row) {
        MemoryStore store = new MemoryStore(100, new ManualTime(StoreSuite.START));
        List<TestLimit> limits = new ArrayList<>();
        for (String quota : row.get("limits").split(" \\+ ")) {
            limits.add(TestLimit.of(row.get("algorithm"), DecisionTable.quota(quota))
                    .named("limit-" + limits.size()));
        }
        List<Long> taken = numbers(row.get("taken"));
        List<Long> costs = numbers(row.get("cost"));
        List<LimitCheck> checks = new ArrayList<>();
        for (int i = 0; i < limits.size(); i++) {
            if (taken.get(i) > 0) {
                store.decide(List.of(limits.get(i).cost(taken.get(i))));
            }
            checks.add(limits.get(i).cost(costs.get(i)));
        }

        List<LimitResult> results = store.decide(checks).toCompletableFuture().join();

        boolean allowed = row.get("allowed").equals("yes");
        assertThat(results).extracting(LimitResult::charged).containsOnly(allowed);
        assertThat(results.stream().mapToLong(LimitResult::retryAfter).max())
                .hasValue(Micros.parse(row.get("retry-after")));
        if (!row.get("remaining").equals("-")) {
            assertThat(results)
                    .extracting(LimitResult::remaining)
                    .containsExactlyElementsOf(numbers(row.get("remaining")));
        }
    }

    private static List<Long> numbers(String cell) {
        return Stream.of(cell.split(" \\+ ")).map(Long::valueOf).toList();
    }

    @ParameterizedTest
    @MethodSource("rates")
    void ofRates(Map<String, String> row) {
        long limit = Long.parseLong(row.get("limit"));
        Duration window = Duration.of(Micros.parse(row.get("window")), ChronoUnit.MICROS);

        if (row.get("increment").equals("refused")) {
            assertThatThrownBy(() -> Quota.of(limit, window)).isInstanceOf(InvalidConfigurationException.class);
        } else {
            assertThat(Quota.of(limit, window).incrementMicros()).isEqualTo(Micros.parse(row.get("increment")));
        }
    }
}

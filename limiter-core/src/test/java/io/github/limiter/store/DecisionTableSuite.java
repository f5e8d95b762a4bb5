package io.github.limiter.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.store.Scenario.Call;
import io.github.limiter.subject.Subject;
import io.github.limiter.time.ManualTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each scenario of a decision table on a new store. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class DecisionTableSuite extends StoreSuite {

    private final String resource;

    DecisionTableSuite(String resource) {
        this.resource = resource;
    }

    List<Scenario> scenarios() {
        return DecisionTable.read(resource);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("scenarios")
    void scenario(Scenario scenario) {
        openStore(new ManualTime(scenario.start()));
        for (Call call : scenario.calls()) {
            time.moveTo(scenario.start() + call.at());
            TestLimit limit = TestLimit.of(scenario.algorithm(), call.quota()).on(Subject.of("ip", call.key()));
            if (call.expected().get("allowed").equals("never")) {
                assertThat(limit.capacity()).isLessThan(call.cost());
                continue;
            }

            LimitResult result = call(limit, call.cost());

            assertThat(row(result, call.expected()))
                    .as("line %d of %s", call.line(), resource)
                    .isEqualTo(expected(call));
            assertThat(result.charged()).isEqualTo(result.allowed());
            assertThat(result.departure()).isEqualTo(time.micros() + result.delay());
        }
    }

    /** The answer in the columns that the table states. */
    private static Map<String, String> row(LimitResult result, Map<String, String> columns) {
        Map<String, String> row = new LinkedHashMap<>();
        for (String column : columns.keySet()) {
            row.put(
                    column,
                    switch (column) {
                        case "allowed" -> result.allowed() ? "yes" : "no";
                        case "remaining" -> String.valueOf(result.remaining());
                        case "retry-after" -> result.retryAfter() + " µs";
                        case "reset-after" -> result.resetAfter() + " µs";
                        case "delay" -> result.delay() + " µs";
                        default -> throw new IllegalArgumentException("not a column: " + column);
                    });
        }
        return row;
    }

    private static Map<String, String> expected(Call call) {
        Map<String, String> row = new LinkedHashMap<>(call.expected());
        row.replaceAll((column, cell) ->
                column.equals("allowed") || column.equals("remaining") ? cell : Micros.parse(cell) + " µs");
        return row;
    }
}

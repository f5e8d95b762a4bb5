package io.github.limiter.benchmarks.advisor;

import io.github.limiter.benchmarks.harness.Figure;
import io.github.limiter.benchmarks.harness.JmhRounds;
import io.github.limiter.benchmarks.harness.Plan;
import io.github.limiter.benchmarks.harness.Ratio;
import io.github.limiter.benchmarks.harness.Report;
import io.github.limiter.benchmarks.harness.Samples;
import io.github.limiter.benchmarks.harness.Score;
import io.github.limiter.benchmarks.harness.Section;
import io.github.limiter.benchmarks.harness.Table;
import io.github.limiter.benchmarks.harness.Trial;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.TimeValue;

/** Annotated calls at one thread. */
public final class AdvisorSection implements Section {

    private static final Trial GUARD_CALL = trial(AdvisorBenchmark.class, "guardCall");
    private static final Trial ANNOTATED = trial(AdvisorBenchmark.class, "annotated");
    private static final Trial BY_ARGUMENT = trial(AdvisorBenchmark.class, "keyByArgument");
    private static final Trial BY_PROPERTY = trial(AdvisorBenchmark.class, "keyByProperty");
    private static final Trial BY_BEAN = trial(AdvisorBenchmark.class, "keyByBean");
    private static final Trial PARSED = trial(ParsedPerCallBenchmark.class, "keyByProperty");
    private static final Trial RESILIENCE4J = trial(Resilience4jAspectBenchmark.class, "annotated");

    private static final double MOST_NANOS_OVER_GUARD = 200;

    /** A call passes a proxy and the whole guard: until all of that is compiled, some 100,000 calls are made. */
    private static final TimeValue FIRST_WARMUP = TimeValue.milliseconds(1_500);

    /** A section. */
    public AdvisorSection() {}

    private static Trial trial(Class<?> benchmark, String method) {
        return new Trial(benchmark, method, 1, Map.of());
    }

    @Override
    public String name() {
        return "advisor";
    }

    @Override
    public void run(Plan plan, Report report) throws RunnerException {
        Map<Trial, Score> results = new JmhRounds(plan, FIRST_WARMUP)
                .run(List.of(GUARD_CALL, ANNOTATED, BY_ARGUMENT, BY_PROPERTY, BY_BEAN, PARSED, RESILIENCE4J));
        Samples guardCall = of(results, GUARD_CALL);
        Samples annotated = of(results, ANNOTATED);
        report.figure(Figure.atMost(
                "annotated call over the bare guard call", annotated.minus(guardCall), MOST_NANOS_OVER_GUARD, "ns"));

        Table table = new Table("Annotations: ns of processor time per admitted call", "call", "ns", "over", "by ns");
        row(table, "guard.enter, then the method", guardCall, "", null);
        row(table, "@RateLimit", annotated, "guard.enter", guardCall);
        row(table, "@RateLimit(key = \"#id\")", of(results, BY_ARGUMENT), "@RateLimit", annotated);
        row(table, "@RateLimit(key = \"#order.id\")", of(results, BY_PROPERTY), "@RateLimit", annotated);
        row(table, "@RateLimit(key = \"@tenants.of(#order)\")", of(results, BY_BEAN), "@RateLimit", annotated);
        row(table, "#order.id, parsed per call, alone", of(results, PARSED), "", null);
        row(table, "Resilience4j's @RateLimiter", of(results, RESILIENCE4J), "@RateLimit", annotated);
        report.table(table);
        report.note("Resilience4j's annotated call takes " + Ratio.of(of(results, RESILIENCE4J), annotated)
                + " the time of limiter's. A key costs its expression and a longer name of the count.");
    }

    private static Samples of(Map<Trial, Score> results, Trial trial) {
        Score score = results.get(trial);
        if (score == null) {
            throw new IllegalStateException(trial + " was not measured");
        }
        return score.processor();
    }

    private static void row(Table table, String call, Samples samples, String baseName, @Nullable Samples base) {
        table.row(call, spread(samples), baseName, base == null ? "" : spread(samples.minus(base)));
    }

    private static String spread(Samples samples) {
        return String.format(Locale.ROOT, "%.0f (%.0f–%.0f)", samples.median(), samples.low(), samples.high());
    }
}

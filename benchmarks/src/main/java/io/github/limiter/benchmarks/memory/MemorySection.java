package io.github.limiter.benchmarks.memory;

import io.github.limiter.benchmarks.harness.Figure;
import io.github.limiter.benchmarks.harness.JmhRounds;
import io.github.limiter.benchmarks.harness.Plan;
import io.github.limiter.benchmarks.harness.Ratio;
import io.github.limiter.benchmarks.harness.Report;
import io.github.limiter.benchmarks.harness.Samples;
import io.github.limiter.benchmarks.harness.Section;
import io.github.limiter.benchmarks.harness.Table;
import io.github.limiter.benchmarks.harness.Trial;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.runner.RunnerException;

/** Decisions in memory at two threads. */
public final class MemorySection implements Section {

    private static final int THREADS = 2;

    /** A section. */
    public MemorySection() {}

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public void run(Plan plan, Report report) throws RunnerException {
        Map<Workload, Map<Candidate, Samples>> results = measure(plan);
        Map<Candidate, Samples> manyKeys = results.getOrDefault(Workload.MANY_KEYS_ALLOWED, Map.of());
        Samples store = samples(manyKeys, Candidate.STORE_TOKEN_BUCKET);
        for (Candidate peer : Candidate.values()) {
            if (peer.isPeer()) {
                report.figure(Figure.faster(
                        "in memory, 100k keys, store against " + peer.title() + " in a cache",
                        Ratio.of(samples(manyKeys, peer), store)));
            }
        }
        report.table(table(results));
        report.note("In memory each peer is kept in a Caffeine cache of the same bound as limiter's own store. Every"
                + " candidate starts from the user's name; Resilience4j and Guava answer yes or no, limiter also what"
                + " remains and when to come back.");
    }

    private static Map<Workload, Map<Candidate, Samples>> measure(Plan plan) throws RunnerException {
        List<Trial> trials = new ArrayList<>();
        for (Workload workload : Workload.values()) {
            for (Candidate candidate : Candidate.values()) {
                trials.add(new Trial(
                        MemoryBenchmark.class,
                        "decide",
                        THREADS,
                        Map.of("candidate", candidate.name(), "workload", workload.name())));
            }
        }
        Map<Workload, Map<Candidate, Samples>> results = new LinkedHashMap<>();
        new JmhRounds(plan)
                .run(trials)
                .forEach((trial, samples) -> results.computeIfAbsent(
                                Workload.valueOf(trial.parameter("workload")), workload -> new LinkedHashMap<>())
                        .put(Candidate.valueOf(trial.parameter("candidate")), samples));
        return results;
    }

    private static Samples samples(Map<Candidate, Samples> results, Candidate candidate) {
        Samples samples = results.get(candidate);
        if (samples == null) {
            throw new IllegalStateException(candidate + " was not measured");
        }
        return samples;
    }

    private static Table table(Map<Workload, Map<Candidate, Samples>> results) {
        List<String> headers = new ArrayList<>(List.of("candidate"));
        results.keySet().forEach(workload -> headers.add(workload.title()));
        Table table = new Table(
                "In memory: ns per decision at " + THREADS + " threads; time as a multiple of the store's token bucket",
                headers.toArray(String[]::new));
        for (Candidate candidate : Candidate.values()) {
            List<String> cells = new ArrayList<>(List.of(candidate.title()));
            results.values().forEach(of -> cells.add(cell(of, candidate)));
            table.row(cells);
        }
        return table;
    }

    private static String cell(Map<Candidate, Samples> results, Candidate candidate) {
        Samples samples = samples(results, candidate);
        Ratio ratio = Ratio.of(samples, samples(results, Candidate.STORE_TOKEN_BUCKET));
        return String.format(Locale.ROOT, "%.0f; %s", samples.median(), ratio);
    }
}

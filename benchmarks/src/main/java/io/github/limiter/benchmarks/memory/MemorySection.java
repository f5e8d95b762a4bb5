package io.github.limiter.benchmarks.memory;

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
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.openjdk.jmh.runner.RunnerException;

/** Decisions in memory at two threads. */
public final class MemorySection implements Section {

    private static final int THREADS = 2;
    private static final double MOST_NANOS_CACHED = 100;
    private static final double MOST_NANOS_BANNED = 1_000;
    private static final Trial CACHED = new Trial(CachedDenialBenchmark.class, "cached", 1, Map.of());
    private static final Trial CACHED_FROM_NAME = new Trial(CachedDenialBenchmark.class, "cachedFromName", 1, Map.of());

    private static final Trial BANNED = new Trial(BannedBenchmark.class, "banned", 1, Map.of());
    /** What a peer has in the place of a ban: one caller who is refused, always. */
    private static final Trial REFUSED_BY_PEER = new Trial(
            MemoryBenchmark.class,
            "decide",
            1,
            Map.of("candidate", Candidate.BUCKET4J.name(), "workload", Workload.HOT_KEY_DENIED.name()));

    private static final Trial NOT_BANNED = new Trial(BannedBenchmark.class, "notBanned", 1, Map.of());

    /** A section. */
    public MemorySection() {}

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public void run(Plan plan, Report report) throws RunnerException {
        Map<Workload, Map<Candidate, Score>> results = measure(plan);
        for (Workload workload : List.of(Workload.MANY_KEYS_ALLOWED, Workload.MANY_KEYS_DENIED)) {
            figures(workload, results.getOrDefault(workload, Map.of()), report);
        }
        report.table(table("processor time", results, Score::processor));
        report.table(table("elapsed time", results, Score::elapsed));
        cachedDenials(plan, report);
        bans(plan, report);
        report.note("Processor time is what a decision takes of a core, whatever else the machine does; elapsed time is"
                + " longer where threads wait, for a lock or for a core.");
        report.note("In memory each peer is kept in a Caffeine cache of the same bound as limiter's own store. Every"
                + " candidate starts from the user's name; Resilience4j and Guava answer yes or no, limiter also what"
                + " remains and when to come back.");
    }

    private static void figures(Workload workload, Map<Candidate, Score> results, Report report) {
        Samples store = score(results, Candidate.STORE_TOKEN_BUCKET).processor();
        for (Candidate peer : Candidate.values()) {
            if (peer.isPeer()) {
                report.figure(Figure.faster(
                        "in memory, " + workload.title() + ": " + peer.title() + " in a cache against limiter's store",
                        Ratio.of(score(results, peer).processor(), store)));
            }
        }
    }

    private static void cachedDenials(Plan plan, Report report) throws RunnerException {
        Map<Trial, Score> results = new JmhRounds(plan).run(List.of(CACHED, CACHED_FROM_NAME));
        Table table = new Table("Refusals that this node remembers: ns of processor time", "call", "ns");
        results.forEach((trial, score) -> {
            Samples nanos = score.processor();
            boolean alone = trial.equals(CACHED);
            table.row(
                    alone ? "the cache alone" : "from the user's name",
                    String.format(Locale.ROOT, "%.0f (%.0f–%.0f)", nanos.median(), nanos.low(), nanos.high()));
            if (alone) {
                report.figure(Figure.atMost("a refusal that is remembered", nanos, MOST_NANOS_CACHED, "ns"));
            }
        });
        report.table(table);
    }

    private static void bans(Plan plan, Report report) throws RunnerException {
        Map<Trial, Score> results = new JmhRounds(plan).run(List.of(BANNED, NOT_BANNED, REFUSED_BY_PEER));
        Table table = new Table("Bans that this node knows, ten thousand: ns of processor time", "call", "ns");
        results.forEach((trial, score) -> {
            Samples nanos = score.processor();
            table.row(
                    titleOf(trial),
                    String.format(Locale.ROOT, "%.0f (%.0f–%.0f)", nanos.median(), nanos.low(), nanos.high()));
            if (trial.equals(BANNED)) {
                report.figure(Figure.atMost("a decision about a banned caller", nanos, MOST_NANOS_BANNED, "ns"));
            }
        });
        report.table(table);
    }

    private static String titleOf(Trial trial) {
        if (trial.equals(BANNED)) {
            return "a decision about a banned caller";
        }
        return trial.equals(NOT_BANNED)
                ? "a look-up of another one"
                : Candidate.BUCKET4J.title() + " in a cache: a refusal of the same caller, time and again";
    }

    private static Map<Workload, Map<Candidate, Score>> measure(Plan plan) throws RunnerException {
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
        Map<Workload, Map<Candidate, Score>> results = new EnumMap<>(Workload.class);
        new JmhRounds(plan)
                .run(trials)
                .forEach((trial, score) -> results.computeIfAbsent(
                                Workload.valueOf(trial.parameter("workload")),
                                workload -> new EnumMap<>(Candidate.class))
                        .put(Candidate.valueOf(trial.parameter("candidate")), score));
        return results;
    }

    private static Score score(Map<Candidate, Score> results, Candidate candidate) {
        Score score = results.get(candidate);
        if (score == null) {
            throw new IllegalStateException(candidate + " was not measured");
        }
        return score;
    }

    private static Table table(
            String what, Map<Workload, Map<Candidate, Score>> results, Function<Score, Samples> time) {
        List<String> headers = new ArrayList<>(List.of("candidate"));
        results.keySet().forEach(workload -> headers.add(workload.title()));
        Table table = new Table(
                "In memory: ns of " + what + " per decision at " + THREADS
                        + " threads; as a multiple of the store's token bucket",
                headers.toArray(String[]::new));
        for (Candidate candidate : Candidate.values()) {
            List<String> cells = new ArrayList<>(List.of(candidate.title()));
            results.values().forEach(of -> cells.add(cell(of, candidate, time)));
            table.row(cells);
        }
        return table;
    }

    private static String cell(Map<Candidate, Score> results, Candidate candidate, Function<Score, Samples> time) {
        Samples samples = time.apply(score(results, candidate));
        Ratio ratio = Ratio.of(samples, time.apply(score(results, Candidate.STORE_TOKEN_BUCKET)));
        return String.format(Locale.ROOT, "%.0f; %s", samples.median(), ratio);
    }
}

package io.github.limiter.benchmarks.harness;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs JMH measurements in turn, round after round: what disturbs the machine for a while disturbs all candidates.
 */
public final class JmhRounds {

    private final Plan plan;
    private final TimeValue firstWarmup;

    /**
     * Rounds of a plan.
     *
     * @param plan how long
     */
    public JmhRounds(Plan plan) {
        this(plan, plan.firstWarmup());
    }

    /**
     * Rounds of a plan, of code that takes its time to become warm.
     *
     * @param plan how long
     * @param firstWarmup before all rounds, if they stay in one JVM
     */
    public JmhRounds(Plan plan, TimeValue firstWarmup) {
        this.plan = plan;
        this.firstWarmup = firstWarmup;
    }

    /**
     * Measures.
     *
     * @param trials take turns
     * @return the score of each
     * @throws RunnerException if one fails
     */
    public Map<Trial, Score> run(List<Trial> trials) throws RunnerException {
        List<Turns> turns = new ArrayList<>();
        trials.forEach(trial -> turns.add(new Turns(trial, new ArrayList<>(), new ArrayList<>())));
        if (plan.quick()) {
            for (Trial trial : trials) {
                measure(trial, firstWarmup);
            }
        }
        for (int round = 0; plan.another(round); round++) {
            // Each round begins with another one, so that nobody always comes after the same.
            Collections.rotate(turns, 1);
            for (Turns turn : turns) {
                RunResult result = measure(turn.trial, plan.warmup());
                turn.elapsed.add(result.getPrimaryResult().getScore());
                turn.processor.add(processorTime(result));
            }
        }
        turns.sort(Comparator.comparingInt(turn -> trials.indexOf(turn.trial)));
        Map<Trial, Score> scores = new LinkedHashMap<>();
        for (Turns turn : turns) {
            scores.put(turn.trial, new Score(new Samples(turn.elapsed), new Samples(turn.processor)));
        }
        return scores;
    }

    private record Turns(Trial trial, List<Double> elapsed, List<Double> processor) {}

    private static double processorTime(RunResult result) {
        Result<?> processorTime = result.getSecondaryResults().get(ProcessorTime.RESULT);
        if (processorTime == null) {
            throw new IllegalStateException(ProcessorTime.RESULT + " is not among " + result.getSecondaryResults());
        }
        return processorTime.getScore();
    }

    private RunResult measure(Trial trial, TimeValue warmup) throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(trial.include())
                .threads(trial.threads())
                .forks(plan.forks())
                .warmupIterations(1)
                .warmupTime(warmup)
                .measurementIterations(1)
                .measurementTime(plan.measurement())
                .addProfiler(ProcessorTime.class)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
        trial.parameters().forEach((name, value) -> options.param(name, value));
        return new Runner(options.build()).runSingle();
    }
}

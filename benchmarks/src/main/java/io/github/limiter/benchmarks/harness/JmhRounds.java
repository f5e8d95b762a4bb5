package io.github.limiter.benchmarks.harness;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs JMH measurements in turn, round after round: what disturbs the machine for a while disturbs all candidates.
 */
public final class JmhRounds {

    private final Plan plan;

    /**
     * Rounds of a plan.
     *
     * @param plan how long
     */
    public JmhRounds(Plan plan) {
        this.plan = plan;
    }

    /**
     * Measures.
     *
     * @param trials take turns
     * @return the score of each, in the unit of its benchmark
     * @throws RunnerException if one fails
     */
    public Map<Trial, Samples> run(List<Trial> trials) throws RunnerException {
        Map<Trial, List<Double>> scores = new LinkedHashMap<>();
        trials.forEach(trial -> scores.put(trial, new ArrayList<>()));
        List<Map.Entry<Trial, List<Double>>> turns = new ArrayList<>(scores.entrySet());
        for (int round = -plan.warmupRounds(); round < plan.rounds(); round++) {
            // Each round begins with another one, so that nobody always comes after the same.
            Collections.rotate(turns, 1);
            for (Map.Entry<Trial, List<Double>> turn : turns) {
                double score = measure(turn.getKey());
                if (round >= 0) {
                    turn.getValue().add(score);
                }
            }
        }
        Map<Trial, Samples> samples = new LinkedHashMap<>();
        scores.forEach((trial, values) -> samples.put(trial, new Samples(values)));
        return samples;
    }

    private double measure(Trial trial) throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(trial.include())
                .threads(trial.threads())
                .forks(plan.forks())
                .warmupIterations(1)
                .warmupTime(plan.warmup())
                .measurementIterations(1)
                .measurementTime(plan.measurement())
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
        trial.parameters().forEach((name, value) -> options.param(name, value));
        return new Runner(options.build()).runSingle().getPrimaryResult().getScore();
    }
}

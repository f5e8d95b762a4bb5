package io.github.limiter.benchmarks.harness;

import org.openjdk.jmh.runner.options.TimeValue;

/**
 * How long to measure. A quick run stays in one JVM, whose code is warmed up once; a
 * long one forks a JVM for every measurement.
 *
 * @param quick whether minutes must do
 * @param rounds times that every candidate has its turn
 */
public record Plan(boolean quick, int rounds) {

    /**
     * JVMs that JMH starts for one measurement.
     *
     * @return 0 for none of its own
     */
    public int forks() {
        return quick ? 0 : 1;
    }

    /**
     * Warm-up before all rounds, if they stay in one JVM.
     *
     * @return a length of time
     */
    public TimeValue firstWarmup() {
        return TimeValue.milliseconds(400);
    }

    /**
     * Warm-up of one JMH measurement.
     *
     * @return a length of time
     */
    public TimeValue warmup() {
        return quick ? TimeValue.milliseconds(60) : TimeValue.seconds(2);
    }

    /**
     * Length of one JMH measurement.
     *
     * @return a length of time
     */
    public TimeValue measurement() {
        return quick ? TimeValue.milliseconds(120) : TimeValue.seconds(1);
    }

    /**
     * Length of one measurement under load of many callers.
     *
     * @return milliseconds
     */
    public long loadMillis() {
        return quick ? 200 : 2_000;
    }
}

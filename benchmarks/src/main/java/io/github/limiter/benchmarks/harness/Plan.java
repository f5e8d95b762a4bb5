package io.github.limiter.benchmarks.harness;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * How long to measure. A quick run stays in one JVM, whose code is warmed up once; a
 * long one forks a JVM for every measurement.
 */
public final class Plan {

    /** Rounds that a median needs. */
    private static final int ENOUGH_ROUNDS = 3;

    /** From when on a quick run makes no more rounds than that. */
    private static final long SHORT_OF_TIME_NANOS = TimeUnit.SECONDS.toNanos(75);

    private final long start = System.nanoTime();
    private final boolean quick;
    private final int rounds;

    /**
     * A plan that begins now.
     *
     * @param quick whether minutes must do
     * @param rounds times that every candidate has its turn; where a quick run is short of time, three times
     */
    public Plan(boolean quick, int rounds) {
        this.quick = quick;
        this.rounds = rounds;
    }

    /**
     * Whether minutes must do.
     *
     * @return true for a quick run
     */
    public boolean quick() {
        return quick;
    }

    /**
     * Times that every candidate has its turn, if time permits.
     *
     * @return 1 or more
     */
    public int rounds() {
        return rounds;
    }

    /**
     * Whether there is to be one more round.
     *
     * @param done rounds that were made
     * @return true to go on
     */
    public boolean another(int done) {
        return done < rounds && (done < ENOUGH_ROUNDS || !quick || System.nanoTime() - start < SHORT_OF_TIME_NANOS);
    }

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

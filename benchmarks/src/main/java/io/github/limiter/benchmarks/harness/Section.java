package io.github.limiter.benchmarks.harness;

/** One topic of the run. */
public interface Section {

    /**
     * The name on the command line.
     *
     * @return one word
     */
    String name();

    /**
     * Measures.
     *
     * @param plan how long
     * @param report takes what came out
     * @throws Exception if something cannot be measured
     */
    void run(Plan plan, Report report) throws Exception;
}

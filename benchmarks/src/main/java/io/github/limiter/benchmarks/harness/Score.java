package io.github.limiter.benchmarks.harness;

/**
 * What JMH measured of one operation.
 *
 * @param elapsed nanoseconds that passed
 * @param processor nanoseconds of processor time
 */
public record Score(Samples elapsed, Samples processor) {}

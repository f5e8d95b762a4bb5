package io.github.limiter.benchmarks.harness;

import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * How one candidate compares with another.
 *
 * @param value ratio of the medians
 * @param low least ratio within one round
 * @param high largest ratio within one round
 */
public record Ratio(double value, double low, double high) {

    /**
     * Compares what was measured in the same rounds.
     *
     * @param dividend one candidate
     * @param divisor the other
     * @return the ratio
     */
    public static Ratio of(Samples dividend, Samples divisor) {
        double[] perRound = IntStream.range(0, dividend.values().size())
                .mapToDouble(i -> dividend.values().get(i) / divisor.values().get(i))
                .toArray();
        return new Ratio(
                dividend.median() / divisor.median(),
                DoubleStream.of(perRound).min().orElseThrow(),
                DoubleStream.of(perRound).max().orElseThrow());
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.2f × (%.2f–%.2f)", value, low, high);
    }
}

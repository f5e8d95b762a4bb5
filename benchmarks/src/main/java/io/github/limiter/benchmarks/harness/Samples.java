package io.github.limiter.benchmarks.harness;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What one candidate achieved, one value a round.
 *
 * @param values in the order of the rounds
 */
public record Samples(List<Double> values) {

    /**
     * Keeps a copy.
     *
     * @param values one value a round
     */
    public Samples {
        values = List.copyOf(values);
    }

    /**
     * The middle one, which a burst of foreign load does not move.
     *
     * @return the median
     */
    public double median() {
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /**
     * The least.
     *
     * @return the minimum
     */
    public double low() {
        return Collections.min(values);
    }

    /**
     * The most.
     *
     * @return the maximum
     */
    public double high() {
        return Collections.max(values);
    }

    /**
     * What is left of each round without another candidate's part of it.
     *
     * @param other measured in the same rounds
     * @return the differences
     */
    public Samples minus(Samples other) {
        List<Double> differences = new ArrayList<>();
        for (int round = 0; round < values.size(); round++) {
            differences.add(values.get(round) - other.values.get(round));
        }
        return new Samples(differences);
    }
}

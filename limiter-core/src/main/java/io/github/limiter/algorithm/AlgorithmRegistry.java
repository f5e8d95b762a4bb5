package io.github.limiter.algorithm;

import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Names;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The algorithms by name: the built-in ones and the application's own. Immutable. */
public final class AlgorithmRegistry {

    private final Map<String, RateLimitAlgorithm> byName = new TreeMap<>();

    /**
     * The built-in algorithms and more.
     *
     * @param own the application's own; one with the name of a built-in takes its place
     * @throws InvalidConfigurationException if two of them have one name
     */
    public AlgorithmRegistry(Collection<? extends RateLimitAlgorithm> own) {
        for (RateLimitAlgorithm algorithm : own) {
            if (byName.put(Names.canonical(algorithm.name()), algorithm) != null) {
                throw new InvalidConfigurationException(
                        "algorithm",
                        algorithm.name(),
                        "is the name of two RateLimitAlgorithm beans",
                        "Rename one of them");
            }
        }
        List.of(new FixedWindow(), new SlidingWindow(), new TokenBucket(), new LeakyBucket(), new Concurrency())
                .forEach(builtIn -> byName.putIfAbsent(builtIn.name(), builtIn));
    }

    /**
     * The algorithm of that name.
     *
     * @param name in any spelling that {@link Names#canonical} knows
     * @return the algorithm
     * @throws InvalidConfigurationException if there is none
     */
    public RateLimitAlgorithm get(String name) {
        RateLimitAlgorithm algorithm = byName.get(Names.canonical(name));
        if (algorithm == null) {
            throw new InvalidConfigurationException(
                    "algorithm",
                    name,
                    "is not known",
                    "Use one of " + String.join(", ", byName.keySet())
                            + ", or declare a RateLimitAlgorithm bean of that name");
        }
        return algorithm;
    }

    /**
     * All algorithms.
     *
     * @return in the order of their names; unmodifiable
     */
    public Collection<RateLimitAlgorithm> all() {
        return Collections.unmodifiableCollection(byName.values());
    }
}

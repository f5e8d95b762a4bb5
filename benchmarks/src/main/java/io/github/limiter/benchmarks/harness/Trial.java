package io.github.limiter.benchmarks.harness;

import java.util.Map;

/**
 * One JMH measurement, repeated in every round.
 *
 * @param benchmark the class
 * @param method the method
 * @param threads that call it at once
 * @param parameters of the class
 */
public record Trial(Class<?> benchmark, String method, int threads, Map<String, String> parameters) {

    /**
     * Value of a parameter.
     *
     * @param name its name
     * @return the value
     */
    public String parameter(String name) {
        String value = parameters.get(name);
        if (value == null) {
            throw new IllegalArgumentException(name + " is not a parameter of " + this);
        }
        return value;
    }

    /** The pattern that chooses this method alone. */
    String include() {
        return "^" + (benchmark.getName() + "." + method).replace(".", "\\.") + "$";
    }
}

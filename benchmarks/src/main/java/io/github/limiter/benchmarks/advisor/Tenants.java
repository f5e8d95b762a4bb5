package io.github.limiter.benchmarks.advisor;

/** A bean that expressions ask. */
public class Tenants {

    /** A bean. */
    public Tenants() {}

    /**
     * Whose order it is.
     *
     * @param order the order
     * @return its customer
     */
    public String of(Order order) {
        return order.customer();
    }
}

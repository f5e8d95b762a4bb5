package io.github.limiter.benchmarks.advisor;

import io.github.resilience4j.ratelimiter.annotation.RateLimiter;

/** A bean whose method carries Resilience4j's annotation. */
public class Resilience4jOrders {

    /** The limiter's name. */
    static final String FIND = "orders-find";

    /** A bean. */
    public Resilience4jOrders() {}

    /**
     * One limit.
     *
     * @param order an argument
     * @return something of it
     */
    @RateLimiter(name = FIND)
    public String find(Order order) {
        return order.id();
    }
}

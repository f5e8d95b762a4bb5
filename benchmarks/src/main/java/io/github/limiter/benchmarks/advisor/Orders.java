package io.github.limiter.benchmarks.advisor;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.annotation.Dimensions;
import io.github.limiter.annotation.RateLimit;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.core.annotation.AliasFor;

/** A bean whose methods carry limits that never refuse. */
public class Orders {

    /** The policy of {@link #find}. */
    static final String FIND = "orders-find";

    /** A limit that no machine reaches. */
    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    @RateLimit(
            algorithm = Algorithms.TOKEN_BUCKET,
            dimension = Dimensions.INTERFACE,
            limit = 1_000_000,
            window = "1s",
            burst = 1_000_000_000_000L)
    @interface Bottomless {

        @AliasFor(annotation = RateLimit.class)
        String name();

        @AliasFor(annotation = RateLimit.class)
        String key() default "";
    }

    /** A bean. */
    public Orders() {}

    /**
     * One limit.
     *
     * @param order an argument
     * @return something of it
     */
    @Bottomless(name = FIND)
    public String find(Order order) {
        return order.id();
    }

    /**
     * One limit by an argument.
     *
     * @param id an argument
     * @return itself
     */
    @Bottomless(name = "orders-by-argument", key = "#id")
    public String byArgument(String id) {
        return id;
    }

    /**
     * One limit by a property.
     *
     * @param order an argument
     * @return something of it
     */
    @Bottomless(name = "orders-by-property", key = "#order.id")
    public String byProperty(Order order) {
        return order.id();
    }

    /**
     * One limit by what a bean says.
     *
     * @param order an argument
     * @return something of it
     */
    @Bottomless(name = "orders-by-bean", key = "@tenants.of(#order)")
    public String byBean(Order order) {
        return order.id();
    }
}

package io.github.limiter.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Holds several {@link RateLimit}s of one element; the compiler writes it. */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
public @interface RateLimits {

    /**
     * The limits of the element, decided together: all are charged or none.
     *
     * @return the limits
     */
    RateLimit[] value();
}

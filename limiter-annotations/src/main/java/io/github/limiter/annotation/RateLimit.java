package io.github.limiter.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Limits how often a method of a Spring bean may be called, per {@linkplain #dimension() caller}.
 *
 * <p>Repeatable: all limits of a method are one decision, charged together or not at all. On a method it stands in the
 * place of those on its class; on a class it is one policy that all public methods of the class share. Interfaces and
 * meta-annotations are searched.
 *
 * <p>An attribute left out comes from {@code limiter.tiers.<tier>.*}, then from {@code limiter.defaults.*}; any
 * attribute set in {@code limiter.policies.<name>.*} beats the annotation. Text attributes take placeholders
 * ({@code ${...}}). Whatever is wrong stops the application at start and names the method, the value and the fix.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Repeatable(RateLimits.class)
@Documented
public @interface RateLimit {

    /** The value of a numeric attribute that is not set. */
    long UNSET = Long.MIN_VALUE;

    /**
     * Name of the policy: in answers, metrics, keys and {@code limiter.policies.<name>}.
     *
     * @return up to 64 of {@code A-Z a-z 0-9 . _ -}; default kebab-case {@code <class>-<method>}, with {@code -2} for
     *     the second
     */
    String name() default "";

    /**
     * How units are counted, one of {@link Algorithms} or the name of an own {@code RateLimitAlgorithm} bean.
     *
     * @return the name; default from tier or {@code limiter.defaults.algorithm} ({@code sliding-window})
     */
    String algorithm() default "";

    /**
     * How much the business depends on this.
     *
     * @return the tier, default {@link Tier#P1}
     */
    Tier tier() default Tier.P1;

    /**
     * Who is counted, one of {@link Dimensions} or the name of an own {@code DimensionResolver} bean.
     *
     * @return the name; default {@code limiter.defaults.dimension} ({@code ip})
     */
    String dimension() default "";

    /**
     * SpEL that refines the count within the dimension, such as {@code #couponId}: arguments by name, {@code #root}
     * ({@code method}, {@code target}, {@code args}), beans as {@code @name}. Never changes who is struck or banned.
     *
     * @return the expression; empty: one count per subject
     */
    String key() default "";

    /**
     * Units that are admitted per {@link #window()}.
     *
     * @return at least 1, for {@code sliding-window} at most 100,000; default from tier or
     *     {@code limiter.defaults.limit} (60)
     */
    long limit() default UNSET;

    /**
     * {@link #limit()} as text, for placeholders.
     *
     * @return a whole number; empty: not set
     */
    String limitString() default "";

    /**
     * Length of the window, such as {@code 500ms}, {@code 1s}, {@code 1m}, {@code 1h}, {@code 1d} or ISO-8601
     * {@code PT1S}.
     *
     * @return 1 µs to 366 days; default from tier or {@code limiter.defaults.window} ({@code 1m})
     */
    String window() default "";

    /**
     * Capacity of a {@code token-bucket}: the units a caller who has been quiet may take at once.
     *
     * @return at least 1, may be below {@link #limit()}; default {@link #limit()}
     */
    long burst() default UNSET;

    /**
     * {@link #burst()} as text, for placeholders.
     *
     * @return a whole number; empty: not set
     */
    String burstString() default "";

    /**
     * Units that one call costs: a whole number, or SpEL such as {@code #items.size()}.
     *
     * @return from 1 to the capacity of the policy; a call that evaluates to anything else is the caller's error
     */
    String permits() default "1";

    /**
     * How long a {@code leaky-bucket} caller may be held until its departure. A caller that is interrupted meanwhile gets
     * a {@code CancellationException}, its interrupt flag set, and its departure is given back where possible.
     *
     * @return a duration; {@code 0}: not at all (default); {@code -1}: without bound, not for HTTP handlers
     */
    String maxWait() default "";

    /**
     * SpEL that says whether this limit applies to a call; evaluated before anything is counted.
     *
     * @return the expression; empty: always
     */
    String condition() default "";

    /**
     * Method of the same class that answers in the place of a refused call: same parameters, optionally followed by a
     * {@code Decision}, and a return type that fits.
     *
     * @return the method's name; empty: the refusal is thrown
     */
    String fallback() default "";

    /**
     * Whether the limit acts or only reports.
     *
     * @return the mode, default {@link Mode#ENFORCE}; {@code limiter.mode=shadow} puts every policy into shadow
     */
    Mode mode() default Mode.ENFORCE;

    /**
     * What holds while the shared store cannot be reached.
     *
     * @return the failure mode, default {@link FailureMode#BY_TIER}
     */
    FailureMode failureMode() default FailureMode.BY_TIER;

    /**
     * Whether all applications on one store share the count. By default counts carry {@code spring.application.name}.
     *
     * @return true to share
     */
    boolean shared() default false;

    /**
     * Time zone of a {@code fixed-window} of whole days, such as {@code Asia/Shanghai}.
     *
     * @return a zone id; default UTC
     */
    String zone() default "";
}

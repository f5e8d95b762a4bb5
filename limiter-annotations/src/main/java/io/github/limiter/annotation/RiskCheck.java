package io.github.limiter.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Has business risk control look at calls of a method: how those behave who make them, in a scene. What a scene looks at,
 * and what follows, is said in {@code limiter.risk.scenes.<scene>}; one that is not named there is off. The check comes
 * after the limits of the method; what becomes of the call is noted afterwards.
 *
 * <pre>{@code
 * @RiskCheck(scene = "login", key = "#username")
 * @PostMapping("/login")
 * Session login(@RequestParam String username, @RequestParam String password) { … }
 * }</pre>
 *
 * <p>Stands on methods of Spring beans that return a value, nothing, or a {@code CompletionStage}.
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
@Repeatable(RiskChecks.class)
public @interface RiskCheck {

    /**
     * Name of the scene: {@code login}, {@code coupon}, {@code order}, {@code enumeration}, or one of your own.
     *
     * @return a name
     */
    String scene();

    /**
     * SpEL for what the call is about: the coupon, the card, the name that is tried, such as {@code #couponId}.
     *
     * @return an expression, empty for nothing in particular
     */
    String key() default "";

    /**
     * Whose behaviour is looked at: the scene's rules of these dimensions alone.
     *
     * @return names of dimensions; default: all that the scene has rules of
     */
    String[] dimension() default {};

    /**
     * Exceptions that are a failure of the caller's making, beside those that are answered with a status of
     * {@link #failureStatus()}.
     *
     * @return types; their subtypes too
     */
    Class<? extends Throwable>[] failures() default {};

    /**
     * SpEL about the result that says whether it is a failure, such as {@code !approved}.
     *
     * @return an expression that is true or false, empty for none
     */
    String failureResult() default "";

    /**
     * Statuses that are a failure, of a {@code ResponseEntity} or of an exception that has one.
     *
     * @return statuses; default: 400 to 499
     */
    int[] failureStatus() default {};

    /**
     * {@code begin} for what comes before the step that counts, such as the form before the order: it is only timed.
     *
     * @return a step, empty for the one that counts
     */
    String step() default "";

    /**
     * {@link Mode#SHADOW} keeps this check from acting, whatever its scene does.
     *
     * @return the mode
     */
    Mode mode() default Mode.ENFORCE;

    /**
     * Method of the same class that answers in the place of a refused call, with the same parameters and optionally a last
     * one of type {@code Decision}.
     *
     * @return its name, empty for none
     */
    String fallback() default "";
}

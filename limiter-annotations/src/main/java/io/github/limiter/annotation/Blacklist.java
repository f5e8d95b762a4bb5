package io.github.limiter.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Refuses callers that are banned, and bans callers that go on after they were refused: every call that a
 * {@link RateLimit} of this method refuses is a strike against the subject of that limit, and enough strikes are a ban.
 *
 * <p>Only a single client is ever struck: the subject of the limit that refused. Limits by {@link Dimensions#GLOBAL},
 * {@link Dimensions#INTERFACE} and {@link Dimensions#SUBNET} strike nobody, nor do limits in shadow, nor any while the
 * shared store does not answer.
 *
 * <p>On a method it stands in the place of the one on its class. An attribute left out comes from
 * {@code limiter.ban.limited.*}. Text attributes take placeholders ({@code ${...}}).
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
public @interface Blacklist {

    /** The value of a numeric attribute that is not set. */
    int UNSET = Integer.MIN_VALUE;

    /**
     * Limits of which dimensions strike: {@link Dimensions#IP}, {@link Dimensions#USER}, {@link Dimensions#DEVICE}, or an
     * own one.
     *
     * @return names; default: all that can
     */
    String[] dimension() default {};

    /**
     * Strikes {@link #within()} which a ban follows.
     *
     * @return 1 to 1,000; default {@code limiter.ban.limited.strikes} (3)
     */
    int strikes() default UNSET;

    /**
     * {@link #strikes()} as text, for placeholders.
     *
     * @return a whole number; empty: not set
     */
    String strikesString() default "";

    /**
     * Length of the window that strikes are counted in, such as {@code 1m}.
     *
     * @return a duration; default {@code limiter.ban.limited.within} ({@code 1m})
     */
    String within() default "";

    /**
     * How long a ban lasts: a ladder that a subject climbs with each ban that it has had within
     * {@code limiter.ban.repeat.within}; the last length repeats.
     *
     * @return durations, or {@code permanent} alone; default {@code limiter.ban.limited.ban} ({@code 5m})
     */
    String[] ban() default {};

    /**
     * Strikes that a CAPTCHA is asked for first. {@code limiter.ban.challenge-at} beats it.
     *
     * @return 1 to {@link #strikes()}, or 0 for none
     */
    int challengeAt() default UNSET;

    /**
     * {@link #challengeAt()} as text, for placeholders.
     *
     * @return a whole number; empty: not set
     */
    String challengeAtString() default "";

    /**
     * Whether strikes lead to bans or are only reported.
     *
     * @return the mode, default {@link Mode#ENFORCE}; {@code limiter.mode=shadow} puts every rule into shadow
     */
    Mode mode() default Mode.ENFORCE;
}

package io.github.limiter.spring.autoconfigure;

import io.github.limiter.spring.captcha.ImageStyle;
import java.net.URI;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;

/**
 * CAPTCHAs, asked for before a ban.
 *
 * @param enabled Whether challenges are given out at all.
 * @param provider What a challenge is. By default a picture if hutool-captcha is there, else a proof of work.
 * @param lifetime For how long an answer to a challenge is accepted.
 * @param attempts Answers to one challenge that are judged.
 * @param passLifetime For how long a pass is good.
 * @param networks From how many networks (/24 of IPv4, /48 of IPv6) a pass is good for somebody who is not logged in.
 * @param wrongAnswers Wrong answers from one address within ten minutes that are one strike.
 * @param maxChallenges Challenges kept at most. Beyond it the eldest go first.
 * @param image Pictures.
 * @param altcha Proofs of work.
 * @param remote Services that ask and judge elsewhere.
 */
public record CaptchaProperties(
        @DefaultValue("true") boolean enabled,
        @Nullable Provider provider,

        @DefaultValue("2m") @DurationUnit(ChronoUnit.SECONDS)
        Duration lifetime,

        @DefaultValue("3") int attempts,

        @DefaultValue("1h") @DurationUnit(ChronoUnit.SECONDS)
        Duration passLifetime,

        @DefaultValue("3") int networks,
        @DefaultValue("5") int wrongAnswers,
        @DefaultValue("100000") int maxChallenges,
        @DefaultValue Image image,
        @DefaultValue Altcha altcha,
        @DefaultValue Remote remote) {

    /** What a challenge is. */
    public enum Provider {
        /** Characters to be read off a picture. Needs hutool-captcha and a font. */
        IMAGE,
        /** A proof of work, by the ALTCHA protocol. */
        ALTCHA,
        /** Cloudflare Turnstile. */
        TURNSTILE,
        /** hCaptcha. */
        HCAPTCHA,
        /** Google reCAPTCHA v2. */
        RECAPTCHA
    }

    /**
     * Refuses what is out of range.
     *
     * @param enabled whether challenges are given out
     * @param provider what a challenge is
     * @param lifetime for how long an answer is accepted
     * @param attempts answers to one challenge that are judged
     * @param passLifetime for how long a pass is good
     * @param networks from how many networks a pass is good
     * @param wrongAnswers wrong answers that are one strike
     * @param maxChallenges challenges kept at most
     * @param image pictures
     * @param altcha proofs of work
     * @param remote services elsewhere
     */
    public CaptchaProperties {
        LimiterProperties.requireRange("limiter.captcha.max-challenges", maxChallenges, 256, 10_000_000);
    }

    /**
     * Pictures.
     *
     * @param type What disturbs the characters: lines, circles, a shear, or an animation.
     * @param width Width in pixels.
     * @param height Height in pixels.
     * @param length Number of characters.
     * @param noise How much disturbs them: lines, circles, thickness of the line. By default what is usual for the type.
     * @param alternative Whether who cannot see the picture may let the device do a proof of work instead.
     */
    public record Image(
            @DefaultValue("line") ImageStyle.Type type,
            @DefaultValue("200") int width,
            @DefaultValue("80") int height,
            @DefaultValue("5") int length,
            @Nullable Integer noise,
            @DefaultValue("true") boolean alternative) {}

    /**
     * Proofs of work.
     *
     * @param maxNumber Numbers that a client tries at most; half of them on average.
     */
    public record Altcha(@DefaultValue("100000") int maxNumber) {}

    /**
     * Services that ask and judge elsewhere: Turnstile, hCaptcha, reCAPTCHA.
     *
     * @param siteKey Public key of the site.
     * @param secret Secret key of the site.
     * @param verifyUrl Where tokens are verified. By default the service's own address.
     * @param deadline How long the service is waited for.
     * @param minScore Scores below are refused, where the service gives scores.
     * @param failureMode What holds if the service does not answer in time: open accepts every token, closed judges none.
     */
    public record Remote(
            @DefaultValue("") String siteKey,
            @DefaultValue("") String secret,
            @Nullable URI verifyUrl,

            @DefaultValue("3s") @DurationUnit(ChronoUnit.SECONDS)
            Duration deadline,

            @DefaultValue("0.5") double minScore,
            @DefaultValue("closed") RemoteFailureMode failureMode) {}

    /** What holds if a service does not answer in time. */
    public enum RemoteFailureMode {
        /** Every token is accepted. */
        OPEN,
        /** No token is judged: the client tries again. */
        CLOSED
    }
}

package io.github.limiter.spring.captcha;

import java.net.URI;
import java.util.Locale;

/**
 * Services that ask and judge elsewhere. They have one form in common: a script that draws a widget, which yields a token,
 * and a URL that says whether a token is good.
 */
public enum Vendor {
    /** Cloudflare Turnstile. */
    TURNSTILE(
            "https://challenges.cloudflare.com/turnstile/v0/siteverify",
            "https://challenges.cloudflare.com/turnstile/v0/api.js",
            "turnstile",
            "https://challenges.cloudflare.com"),
    /** hCaptcha. */
    HCAPTCHA(
            "https://api.hcaptcha.com/siteverify",
            "https://js.hcaptcha.com/1/api.js",
            "hcaptcha",
            "https://hcaptcha.com https://*.hcaptcha.com"),
    /** Google reCAPTCHA v2. */
    RECAPTCHA(
            "https://www.google.com/recaptcha/api/siteverify",
            "https://www.google.com/recaptcha/api.js",
            "grecaptcha",
            "https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/");

    private final URI verifyUrl;
    private final String script;
    private final String global;
    private final String origins;

    Vendor(String verifyUrl, String script, String global, String origins) {
        this.verifyUrl = URI.create(verifyUrl);
        this.script = script;
        this.global = global;
        this.origins = origins;
    }

    /**
     * Name of the provider.
     *
     * @return as in {@code limiter.captcha.provider}
     */
    public String providerName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Where it is asked whether a token is good.
     *
     * @return the service's URL
     */
    public URI verifyUrl() {
        return verifyUrl;
    }

    /** The script that draws the widget when it is told to. */
    String script() {
        return script;
    }

    /** Name of what the script defines. */
    String global() {
        return global;
    }

    /** From where the widget may load what it needs, for a Content-Security-Policy. */
    String origins() {
        return origins;
    }
}

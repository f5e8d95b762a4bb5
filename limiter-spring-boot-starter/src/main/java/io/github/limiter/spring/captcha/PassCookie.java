package io.github.limiter.spring.captcha;

import java.time.Duration;

/** How a client carries its pass: by a cookie, or by a header of its own. */
public final class PassCookie {

    /** Name of the cookie. */
    public static final String NAME = "limiter-pass";

    /** Name of the header, which is looked at before the cookie. */
    public static final String HEADER = "X-Captcha-Pass";

    private PassCookie() {}

    static String of(String pass, Duration lifetime, String contextPath, boolean secure) {
        return NAME + '=' + pass + "; Max-Age=" + lifetime.toSeconds() + "; Path="
                + (contextPath.isEmpty() ? "/" : contextPath) + (secure ? "; Secure" : "") + "; HttpOnly; SameSite=Lax";
    }
}

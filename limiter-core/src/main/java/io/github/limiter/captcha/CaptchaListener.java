package io.github.limiter.captcha;

/** Is told what happens to challenges and passes, on the thread that knows: be quick, never block. */
@FunctionalInterface
public interface CaptchaListener {

    /**
     * Something happened.
     *
     * @param event what; an exception is logged, no more
     */
    void onCaptchaEvent(CaptchaEvent event);
}

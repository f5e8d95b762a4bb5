package io.github.limiter.captcha;

import io.github.limiter.subject.Caller;

/** Is told what becomes of challenges: for events and meters. Must not block; what it throws is logged. */
public interface CaptchaListener {

    /**
     * A challenge was given out.
     *
     * @param provider name of its kind
     */
    default void onIssued(String provider) {}

    /**
     * An answer came.
     *
     * @param provider name of the kind of its challenge; {@code none} if there is no such challenge
     * @param solver who sent it
     * @param verdict what became of it
     */
    default void onAnswer(String provider, Caller solver, Verdict.Kind verdict) {}

    /**
     * Somebody showed a pass.
     *
     * @param holder who
     * @param accepted whether it is good for him
     */
    default void onPass(Caller holder, boolean accepted) {}
}

package io.github.limiter.captcha;

import java.util.concurrent.CompletionStage;

/**
 * A kind of CAPTCHA: makes puzzles and judges answers. Keeps nothing: what it needs to know again is the puzzle's
 * {@linkplain Puzzle#secret() secret}, which stays on the server. That an answer is good once, and for how long, is not
 * its concern. Called by many threads.
 */
public interface CaptchaProvider {

    /**
     * Its name, as in {@code limiter.captcha.provider} and in what clients are told.
     *
     * @return lower case, {@code -} between words
     */
    String name();

    /**
     * Makes a puzzle. May compute for some milliseconds; no I/O.
     *
     * @return a new one each time
     */
    Puzzle create();

    /**
     * Judges an answer. Takes as long for one that is nearly right as for any other.
     *
     * @param secret of the puzzle
     * @param answer what the client sent, of any content, at most {@value Captcha#MAX_ANSWER} characters
     * @param address text of the client's address; never to be logged
     * @return whether it is right; completes exceptionally if that cannot be told at the moment
     */
    CompletionStage<Boolean> verify(String secret, String answer, String address);
}

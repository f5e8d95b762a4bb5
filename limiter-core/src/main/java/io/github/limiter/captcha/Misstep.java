package io.github.limiter.captcha;

/** What is counted against who is challenged: many of one kind are one offence. */
public enum Misstep {
    /** A wrong answer, or one to a challenge that is not there. */
    WRONG_ANSWER("captcha-wrong"),
    /** A request in the place of an answer. */
    IGNORED_CHALLENGE("captcha-ignored");

    private final String keyText;

    Misstep(String keyText) {
        this.keyText = keyText;
    }

    /** In the names of keys. */
    String keyText() {
        return keyText;
    }
}

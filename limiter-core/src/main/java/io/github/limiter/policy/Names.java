package io.github.limiter.policy;

import java.util.Locale;

/** The one spelling of names that users write: {@code TOKEN_BUCKET} is {@code token-bucket}. */
public final class Names {

    private Names() {}

    /**
     * Lower case, with {@code -} between words.
     *
     * @param name as written
     * @return as compared
     */
    public static String canonical(String name) {
        return name.strip().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

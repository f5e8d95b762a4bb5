package io.github.limiter.captcha;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a provider asks. Immutable.
 *
 * @param secret what it needs to judge an answer; never leaves the server. At most {@value #MAX_SECRET} characters
 * @param shown what clients are told beside id, provider and lifetime, by name: each a {@code String}, an
 *     {@code Integer}, or a {@code Map} of such
 */
public record Puzzle(String secret, Map<String, Object> shown) {

    /** Longest secret: stores keep one for each challenge. */
    static final int MAX_SECRET = 512;

    /**
     * Copies what is shown, in its order.
     *
     * @param secret what the provider needs to judge an answer
     * @param shown what clients are told
     * @throws IllegalArgumentException if the secret is too long
     */
    public Puzzle {
        if (secret.length() > MAX_SECRET) {
            throw new IllegalArgumentException(
                    "a secret of " + secret.length() + " characters is too long to keep; use at most " + MAX_SECRET);
        }
        shown = Collections.unmodifiableMap(new LinkedHashMap<>(shown));
    }

    /** Without the secret, which is not for logs. */
    @Override
    public String toString() {
        return "Puzzle" + shown.keySet();
    }
}

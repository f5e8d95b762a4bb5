package io.github.limiter.spring.captcha;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads a query, without touching the body: a container that is asked for parameters may read a form. */
final class QueryParameters {

    private static final int MAX_QUERY = 8_192;

    private QueryParameters() {}

    static @Nullable String first(@Nullable String query, String name) {
        if (query == null || query.length() > MAX_QUERY) {
            return null;
        }
        for (String pair : query.split("&")) {
            if (pair.startsWith(name + '=')) {
                return decoded(pair.substring(name.length() + 1));
            }
        }
        return null;
    }

    private static @Nullable String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}

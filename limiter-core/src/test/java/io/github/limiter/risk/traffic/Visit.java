package io.github.limiter.risk.traffic;

import java.util.Comparator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One request of a simulated visitor.
 *
 * @param micros when, from the start of the traffic
 * @param who name of the visitor or, where many act as one, of all of them
 * @param address where the visitor is
 * @param user who is logged in; null for nobody
 * @param method of HTTP
 * @param path with its query
 * @param form fields of the body
 * @param headers what the visitor says about itself
 */
public record Visit(
        long micros,
        String who,
        String address,
        @Nullable String user,
        String method,
        String path,
        Map<String, String> form,
        Map<String, String> headers) {

    /** In the order of time; visits of one moment stay in the order in which they were made. */
    public static final Comparator<Visit> BY_TIME = Comparator.comparingLong(Visit::micros);
}

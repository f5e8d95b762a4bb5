package io.github.limiter.spring.web;

import io.github.limiter.path.RequestPath;
import io.github.limiter.spring.json.JsonObject;
import io.github.limiter.spring.json.JsonReader;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What operators post to an endpoint, looked at before Spring Boot reads it: that lets a field of the query replace one of
 * the body, and says nothing of what it cannot read. Thread-safe.
 */
public final class OperatorBody {

    /** Longest body; those that are of any use have some hundred bytes. */
    public static final int MOST = 16_384;

    private static final int BAD_REQUEST = 400;
    private static final int SHOWN = 64;

    private final Supplier<@Nullable String> root;

    /**
     * A look at what is posted.
     *
     * @param root path of the endpoint, asked for on each request; null: there is none
     */
    public OperatorBody(Supplier<@Nullable String> root) {
        this.root = root;
    }

    /**
     * Whether it is for the endpoint, and JSON.
     *
     * @param method HTTP method
     * @param path within the application, as it was sent
     * @param contentType the header
     * @return true if its body is to be looked at
     */
    public boolean concerns(String method, String path, @Nullable String contentType) {
        if (!method.equals("POST")
                || contentType == null
                || !contentType.toLowerCase(Locale.ROOT).contains("json")) {
            return false;
        }
        String endpoint = root.get();
        String text = RequestPath.of(path).text();
        return endpoint != null && (text.equals(endpoint) || text.startsWith(endpoint + '/'));
    }

    /**
     * What is wrong with a request.
     *
     * @param body the first bytes of it, {@link #MOST} and one more at most
     * @param query names of what its query says
     * @return the answer; null: nothing is wrong with it so far
     */
    public @Nullable ProblemResponse refuse(byte[] body, Collection<String> query) {
        String detail = problem(body, query);
        return detail == null
                ? null
                : new ProblemResponse(
                        BAD_REQUEST,
                        Map.of("Content-Type", "application/json", "Cache-Control", "no-store"),
                        new JsonObject()
                                .add("status", BAD_REQUEST)
                                .add("detail", detail)
                                .toString());
    }

    private static @Nullable String problem(byte[] body, Collection<String> query) {
        if (body.length == 0) {
            return null;
        }
        if (body.length > MOST) {
            return "the body is longer than " + MOST + " bytes";
        }
        Map<String, @Nullable Object> fields;
        try {
            fields = JsonReader.object(new String(body, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            return "the body is no JSON object with each field once, such as {\"subject\": \"ip:203.0.113.7\"}";
        }
        for (Map.Entry<String, @Nullable Object> field : fields.entrySet()) {
            String name = field.getKey();
            String shown = name.substring(0, Math.min(name.length(), SHOWN));
            if (query.contains(name)) {
                return shown + ": is given twice, in the query and in the body";
            }
            if (field.getValue() instanceof Map || field.getValue() instanceof List) {
                return shown + ": is no text or number";
            }
        }
        return null;
    }
}

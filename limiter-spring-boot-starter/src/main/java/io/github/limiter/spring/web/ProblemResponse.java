package io.github.limiter.spring.web;

import io.github.limiter.guard.Decision;
import io.github.limiter.guard.Outcome;
import io.github.limiter.spring.json.JsonObject;
import io.github.limiter.store.LimitResult;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An answer with an {@code application/problem+json} body (RFC 9457), in no web technology. The one place that knows
 * what an outcome is in HTTP:
 *
 * <table>
 * <caption>Refusals</caption>
 * <tr><th>outcome</th><th>status</th><th>problem type</th></tr>
 * <tr><td>{@link Outcome#LIMITED}</td><td>429</td>
 *     <td>{@code https://iana.org/assignments/http-problem-types#quota-exceeded}, with {@code violated-policies}</td></tr>
 * <tr><td>{@link Outcome#SHED}</td><td>503</td>
 *     <td>{@code https://iana.org/assignments/http-problem-types#temporary-reduced-capacity}</td></tr>
 * <tr><td>{@link Outcome#BLOCKED}, {@link Outcome#BANNED}</td><td>403, though the draft's example is 429</td>
 *     <td>{@code https://iana.org/assignments/http-problem-types#abnormal-usage-detected}</td></tr>
 * <tr><td>{@link Outcome#CHALLENGED}</td><td>403</td>
 *     <td>{@code urn:limiter:captcha-required}, with {@code challenge}</td></tr>
 * <tr><td>{@link Outcome#UNAVAILABLE}</td><td>503</td><td>{@code urn:limiter:store-unavailable}</td></tr>
 * </table>
 *
 * <p>Types at iana.org and their titles are those that draft-ietf-httpapi-ratelimit-headers-11 registers. Immutable.
 *
 * @param status the status code
 * @param headers fields to set, by name
 * @param body the JSON text, ASCII
 */
public record ProblemResponse(int status, Map<String, String> headers, String body) {

    private enum Type {
        QUOTA_EXCEEDED(429, "https://iana.org/assignments/http-problem-types#quota-exceeded", "Quota Exceeded"),
        ABNORMAL_USAGE(
                403,
                "https://iana.org/assignments/http-problem-types#abnormal-usage-detected",
                "Abnormal Usage Detected"),
        REDUCED_CAPACITY(
                503,
                "https://iana.org/assignments/http-problem-types#temporary-reduced-capacity",
                "Temporary Reduced Capacity"),
        CAPTCHA_REQUIRED(403, "urn:limiter:captcha-required", "CAPTCHA Required"),
        STORE_UNAVAILABLE(503, "urn:limiter:store-unavailable", "Store Unavailable"),
        BAD_GATEWAY(502, "about:blank", "Bad Gateway"),
        TIMEOUT(504, "about:blank", "Gateway Timeout"),
        BAD_REQUEST(400, "about:blank", "Bad Request");

        private final int status;
        private final String uri;
        private final String title;

        Type(int status, String uri, String title) {
            this.status = status;
            this.uri = uri;
            this.title = title;
        }

        static Type of(Outcome outcome) {
            return switch (outcome) {
                case LIMITED -> QUOTA_EXCEEDED;
                case BLOCKED, BANNED -> ABNORMAL_USAGE;
                case CHALLENGED -> CAPTCHA_REQUIRED;
                case SHED -> REDUCED_CAPACITY;
                case UNAVAILABLE -> STORE_UNAVAILABLE;
                case ALLOWED -> throw new IllegalArgumentException("an allowed call is no problem");
            };
        }

        JsonObject body(String detail) {
            return new JsonObject()
                    .add("type", uri)
                    .add("title", title)
                    .add("status", status)
                    .add("detail", detail);
        }
    }

    /**
     * Copies the fields, in their order.
     *
     * @param status the status code
     * @param headers fields to set, by name
     * @param body the JSON text, ASCII
     */
    public ProblemResponse {
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    /**
     * The answer to a refused call: besides the problem, {@code Retry-After} in whole seconds, rounded up, if a time will
     * help, and the rate limit fields.
     *
     * @param decision what refused it
     * @param fields says which rate limit fields there are
     * @return the answer
     * @throws IllegalArgumentException if the decision allows the call
     */
    public static ProblemResponse refusal(Decision decision, RateLimitFields fields) {
        return refusal(decision, fields, null);
    }

    /**
     * The answer to a refused call, with where to find a challenge if one is to be solved.
     *
     * @param decision what refused it
     * @param fields says which rate limit fields there are
     * @param challenge where to find a challenge; null: nowhere
     * @return the answer
     * @throws IllegalArgumentException if the decision allows the call
     */
    public static ProblemResponse refusal(Decision decision, RateLimitFields fields, @Nullable JsonObject challenge) {
        Type type = Type.of(decision.outcome());
        Map<String, String> headers = problemHeaders();
        addRetryAfter(decision.retryAfter(), headers);
        fields.write(decision.limits(), headers::put);

        JsonObject body = type.body(decision.reason()).add("decision", decision.id());
        if (type == Type.QUOTA_EXCEEDED) {
            body.add("violated-policies", violatedPolicies(decision));
        }
        if (type == Type.CAPTCHA_REQUIRED && challenge != null) {
            body.add("challenge", challenge);
        }
        return new ProblemResponse(type.status, headers, body.toString());
    }

    /**
     * The answer to a call that can never be admitted as it is: 400.
     *
     * @param detail what is wrong with it
     * @return the answer
     */
    public static ProblemResponse badRequest(String detail) {
        return failure(Type.BAD_REQUEST, detail, Duration.ZERO);
    }

    /**
     * The answer to a call that is not served for now: 503.
     *
     * @param detail what is the matter
     * @param wait when to try again; rounded up to whole seconds, at least 1
     * @return the answer
     */
    public static ProblemResponse reducedCapacity(String detail, Duration wait) {
        return failure(Type.REDUCED_CAPACITY, detail, wait.compareTo(Duration.ZERO) > 0 ? wait : Duration.ofSeconds(1));
    }

    /**
     * The answer to a call for which a service behind this one could not be reached, or left without an answer: 502.
     *
     * @param detail what is the matter
     * @return the answer
     */
    public static ProblemResponse badGateway(String detail) {
        return failure(Type.BAD_GATEWAY, detail, Duration.ZERO);
    }

    /**
     * The answer to a call that waited in vain for a service behind this one: 504.
     *
     * @param detail what is the matter
     * @return the answer
     */
    public static ProblemResponse timeout(String detail) {
        return failure(Type.TIMEOUT, detail, Duration.ZERO);
    }

    private static ProblemResponse failure(Type type, String detail, Duration wait) {
        Map<String, String> headers = problemHeaders();
        addRetryAfter(wait, headers);
        return new ProblemResponse(type.status, headers, type.body(detail).toString());
    }

    private static void addRetryAfter(Duration wait, Map<String, String> headers) {
        if (wait.compareTo(Duration.ZERO) > 0) {
            headers.put("Retry-After", Long.toString(wait.plusNanos(999_999_999).toSeconds()));
        }
    }

    private static Map<String, String> problemHeaders() {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", "application/problem+json");
        headers.put("Cache-Control", "no-store");
        return headers;
    }

    private static List<String> violatedPolicies(Decision decision) {
        return decision.violated().stream()
                .map(LimitResult::check)
                .map(check -> check.policy().name())
                .distinct()
                .toList();
    }
}

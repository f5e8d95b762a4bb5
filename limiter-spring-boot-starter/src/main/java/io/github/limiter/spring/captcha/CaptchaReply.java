package io.github.limiter.spring.captcha;

import io.github.limiter.spring.json.JsonObject;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An answer in no web technology. Immutable.
 *
 * @param status the status code
 * @param headers fields to set, by name; {@code Set-Cookie} is to be added
 * @param body the text, ASCII
 */
public record CaptchaReply(int status, Map<String, String> headers, String body) {

    /**
     * Copies the fields, in their order.
     *
     * @param status the status code
     * @param headers fields to set, by name
     * @param body the text, ASCII
     */
    public CaptchaReply {
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    static CaptchaReply json(JsonObject body) {
        return new CaptchaReply(
                200, Map.of("Content-Type", "application/json", "Cache-Control", "no-store"), body.toString());
    }

    static CaptchaReply problem(int status, String type, String title, String detail) {
        return new CaptchaReply(
                status,
                Map.of("Content-Type", "application/problem+json", "Cache-Control", "no-store"),
                new JsonObject()
                        .add("type", type)
                        .add("title", title)
                        .add("status", status)
                        .add("detail", detail)
                        .toString());
    }

    CaptchaReply with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new CaptchaReply(status, more, body);
    }
}

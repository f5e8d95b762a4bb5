package io.github.limiter.examples.shop;

import com.jayway.jsonpath.JsonPath;
import java.net.http.HttpResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the shop answered. */
record Answer(HttpResponse<String> response) {

    int status() {
        return response.statusCode();
    }

    /** All lines of the field as one; empty if there is none. */
    String header(String name) {
        return String.join(", ", response.headers().allValues(name));
    }

    /** A value of the body. */
    <T> T body(String path) {
        return JsonPath.read(response.body(), path);
    }

    /** What is left of a policy, as the RateLimit field says. */
    int remaining(String policy) {
        Matcher item = Pattern.compile("\"" + policy + "\";r=(\\d+);t=\\d+").matcher(header("RateLimit"));
        if (!item.find()) {
            throw new AssertionError("No " + policy + " in \"" + header("RateLimit") + "\" of " + this);
        }
        return Integer.parseInt(item.group(1));
    }

    @Override
    public String toString() {
        return status() + " " + response.headers().map() + " " + response.body();
    }
}

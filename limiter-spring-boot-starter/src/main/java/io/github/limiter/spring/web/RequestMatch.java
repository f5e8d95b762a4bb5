package io.github.limiter.spring.web;

import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.spring.policy.Written;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.springframework.http.server.PathContainer;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;
import org.springframework.web.util.pattern.PatternParseException;

/** Requests by path pattern and HTTP method: {@code GET /products/**}. Immutable. */
public final class RequestMatch {

    private final Set<String> methods;
    private final PathPattern path;

    private RequestMatch(Set<String> methods, PathPattern path) {
        this.methods = methods;
        this.path = path;
    }

    /**
     * Reads a match.
     *
     * @param match a path pattern, optionally after HTTP methods
     * @return the match
     * @throws InvalidConfigurationException if it cannot be read
     */
    public static RequestMatch of(Written match) {
        String[] words = match.text().split("\\s+");
        String path = words[words.length - 1];
        if (words.length > 2 || !path.startsWith("/")) {
            throw invalid(match, "is not a path with HTTP methods before it");
        }
        Set<String> methods = words.length == 1 ? Set.of() : methods(match, words[0]);
        try {
            return new RequestMatch(methods, PathPatternParser.defaultInstance.parse(path));
        } catch (PatternParseException e) {
            throw invalid(match, "is not a path pattern: " + e.getMessage());
        }
    }

    private static Set<String> methods(Written match, String words) {
        Set<String> methods = new HashSet<>();
        for (String word : words.toUpperCase(Locale.ROOT).split(",")) {
            RequestMethod method = RequestMethod.resolve(word);
            if (method == null) {
                throw invalid(match, "names " + word + ", which is not an HTTP method");
            }
            methods.add(method.name());
        }
        return Set.copyOf(methods);
    }

    private static InvalidConfigurationException invalid(Written match, String problem) {
        return new InvalidConfigurationException(
                match.element(), match.text(), problem, "Write it like /products/** or GET,POST /orders/{id}");
    }

    /**
     * Whether a request is meant. A HEAD request runs the handler of GET, so it is no way around.
     *
     * @param method the HTTP method
     * @param pathWithinApplication the path
     * @return true if it is
     */
    public boolean covers(String method, PathContainer pathWithinApplication) {
        return (methods.isEmpty() || methods.contains(method) || method.equals("HEAD") && methods.contains("GET"))
                && path.matches(pathWithinApplication);
    }
}

package io.github.limiter.spring.web;

import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.guard.Limit;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.spring.policy.Written;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import org.springframework.http.server.PathContainer;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;
import org.springframework.web.util.pattern.PatternParseException;

/** Policies without annotation: those that match a request's method and path, and the one over everything. */
public final class RequestPolicies {

    private final List<Charge> everywhere;
    private final List<Matched> matched;

    /**
     * A policy and the requests it is for.
     *
     * @param methods HTTP methods; empty: all
     * @param path the path
     * @param charge what a request is charged
     */
    private record Matched(Set<String> methods, PathPattern path, Charge charge) {

        /** A HEAD request runs the handler of GET, so it must not be a way around its policy. */
        boolean isFor(String method) {
            return methods.isEmpty() || methods.contains(method) || method.equals("HEAD") && methods.contains("GET");
        }
    }

    private RequestPolicies(List<Charge> everywhere, List<Matched> matched) {
        this.everywhere = everywhere;
        this.matched = List.copyOf(matched);
    }

    /**
     * Collects policies.
     *
     * @param everywhere what every request is charged
     * @return a builder
     */
    public static Builder builder(List<Charge> everywhere) {
        return new Builder(List.copyOf(everywhere));
    }

    /**
     * What a request is charged.
     *
     * @param method the HTTP method
     * @param pathWithinApplication the path; asked for only if a policy depends on it
     * @param unlimited whether policies that match it do not apply
     * @return the charges; may be empty
     */
    public List<Charge> charges(String method, Supplier<PathContainer> pathWithinApplication, boolean unlimited) {
        if (matched.isEmpty() || unlimited) {
            return everywhere;
        }
        PathContainer path = pathWithinApplication.get();
        List<Charge> charges = new ArrayList<>(4);
        for (Matched policy : matched) {
            if (policy.isFor(method) && policy.path.matches(path)) {
                charges.add(policy.charge);
            }
        }
        charges.addAll(everywhere);
        return charges;
    }

    /** Collects policies and what they match. */
    public static final class Builder {

        private final List<Charge> everywhere;
        private final List<Matched> matched = new ArrayList<>();

        private Builder(List<Charge> everywhere) {
            this.everywhere = everywhere;
        }

        /**
         * Adds a policy for requests.
         *
         * @param match a path pattern, optionally after HTTP methods: {@code GET /products/**}
         * @param limit the policy
         * @param cost units that a request is charged
         * @return this
         * @throws InvalidConfigurationException if the match cannot be read
         */
        public Builder add(Written match, Limit limit, long cost) {
            String[] words = match.text().split("\\s+");
            String path = words[words.length - 1];
            if (words.length > 2 || !path.startsWith("/")) {
                throw invalid(match, "is not a path with HTTP methods before it");
            }
            Set<String> methods = words.length == 1 ? Set.of() : methods(match, words[0]);
            try {
                PathPattern pattern = PathPatternParser.defaultInstance.parse(path);
                matched.add(new Matched(methods, pattern, new Charge(limit, null, cost)));
            } catch (PatternParseException e) {
                throw invalid(match, "is not a path pattern: " + e.getMessage());
            }
            return this;
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
         * The policies.
         *
         * @return all that were added
         */
        public RequestPolicies build() {
            return new RequestPolicies(everywhere, matched);
        }
    }
}

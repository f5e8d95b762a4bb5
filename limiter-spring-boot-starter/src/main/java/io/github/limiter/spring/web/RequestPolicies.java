package io.github.limiter.spring.web;

import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.guard.Limit;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.spring.policy.Written;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.springframework.http.server.PathContainer;

/** Policies without annotation: those that match a request's method and path, and the one over everything. */
public final class RequestPolicies {

    private final List<Charge> everywhere;
    private final List<Matched> matched;

    /**
     * A policy and the requests it is for.
     *
     * @param match which
     * @param charge what a request is charged
     */
    private record Matched(RequestMatch match, Charge charge) {}

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
            if (policy.match.covers(method, path)) {
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
            matched.add(new Matched(RequestMatch.of(match), new Charge(limit, null, cost)));
            return this;
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

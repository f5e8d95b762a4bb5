package io.github.limiter.guard;

import io.github.limiter.algorithm.AlgorithmRegistry;
import io.github.limiter.algorithm.RateLimitAlgorithm;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.RatePolicy;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.subject.KeyText;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All policies of the application by name. Thread-safe. */
public final class Policies {

    private static final Logger log = LoggerFactory.getLogger(Policies.class);

    private static final String SHARED = "shared";

    private final String application;
    private final AlgorithmRegistry algorithms;
    private final DimensionRegistry dimensions;
    private final @Nullable QuotaResolver quotas;
    private final Map<String, Limit> byName = new ConcurrentSkipListMap<>();

    /** As they were before any change at run time. */
    private final Map<String, RatePolicy> defined = new HashMap<>();

    /** Of policies that are defined, or may yet be. */
    private Map<String, PolicyChange> changes = Map.of();

    /**
     * No policies yet.
     *
     * @param application whose counts they are, unless a policy is shared
     * @param algorithms what a policy's algorithm may be
     * @param dimensions what a policy's dimension may be
     */
    public Policies(String application, AlgorithmRegistry algorithms, DimensionRegistry dimensions) {
        this(application, algorithms, dimensions, null);
    }

    /**
     * No policies yet, with quotas by caller.
     *
     * @param application whose counts they are, unless a policy is shared
     * @param algorithms what a policy's algorithm may be
     * @param dimensions what a policy's dimension may be
     * @param quotas chooses the quota of a caller; null: every caller has the policy's own
     */
    public Policies(
            String application,
            AlgorithmRegistry algorithms,
            DimensionRegistry dimensions,
            @Nullable QuotaResolver quotas) {
        this.application = KeyText.of(application);
        this.algorithms = algorithms;
        this.dimensions = dimensions;
        this.quotas = quotas;
    }

    /**
     * Adds a policy. The same policy may be added again, also after it was {@linkplain #change changed}: then it is one
     * policy in several places.
     *
     * @param policy the policy
     * @return what charges it
     * @throws InvalidConfigurationException if a name is unknown, the algorithm cannot honour the quota or does not look
     *     at something that it sets, or another policy has that name
     */
    public synchronized Limit define(RatePolicy policy) {
        Limit.Bound bound = bound(policy);
        RatePolicy before = defined.putIfAbsent(policy.name(), policy);
        if (before != null && !before.equals(policy)) {
            throw new InvalidConfigurationException(
                    "name",
                    policy.name(),
                    "is the name of two policies that differ: " + before + " and " + policy,
                    "Give one of them another name, or make them the same");
        }
        Limit known = byName.get(policy.name());
        if (known != null) {
            return known;
        }
        Limit limit = new Limit(bound);
        byName.put(policy.name(), limit);
        follow(limit);
        return limit;
    }

    String application() {
        return application;
    }

    synchronized Optional<PolicyChange> changeOf(String name) {
        return Optional.ofNullable(changes.get(name));
    }

    /** Whether a policy could be changed so. */
    synchronized void check(String name, PolicyChange change) {
        bound(change.of(definition(name)));
    }

    private RatePolicy definition(String name) {
        RatePolicy definition = defined.get(name);
        if (definition == null) {
            throw unknown(name);
        }
        return definition;
    }

    /** Lets these changes hold, and no others. */
    synchronized void follow(Map<String, PolicyChange> changed) {
        changes = Map.copyOf(changed);
        byName.values().forEach(this::follow);
    }

    private void follow(Limit limit) {
        RatePolicy definition = definition(limit.policy().name());
        PolicyChange change = changes.get(definition.name());
        try {
            RatePolicy wanted = change == null ? definition : change.of(definition);
            if (!wanted.equals(limit.policy())) {
                limit.change(bound(wanted));
            }
        } catch (InvalidConfigurationException e) {
            log.error("Policy {} stays as it was: what was changed of it does not fit it", definition.name(), e);
        }
    }

    /**
     * Defines a policy anew: the place that {@linkplain #define defined} it says something else now. What an operator has
     * changed of it goes before that, still; what {@link #change} has is forgotten. Existing counts go on; with another
     * algorithm they start anew.
     *
     * @param policy the policy
     * @return what charges it; the same object as before
     * @throws InvalidConfigurationException if a name is unknown, or the algorithm cannot honour the quota
     */
    public synchronized Limit redefine(RatePolicy policy) {
        Limit.Bound bound = bound(policy);
        defined.put(policy.name(), policy);
        Limit limit = byName.computeIfAbsent(policy.name(), name -> new Limit(bound));
        limit.change(bound);
        follow(limit);
        return limit;
    }

    private Limit.Bound bound(RatePolicy policy) {
        RateLimitAlgorithm algorithm = algorithms.get(policy.algorithm());
        algorithm.validate(policy.quota());
        QuotaOptions.check(policy.quota(), algorithm);
        return new Limit.Bound(
                (policy.shared() ? SHARED : application) + ':' + policy.name(),
                policy,
                algorithm,
                dimensions.get(policy.dimension()),
                new CallerQuotas(policy, algorithm, quotas));
    }

    /**
     * Exchanges the policy of that name while calls are decided. Existing counts go on; with another algorithm they
     * start anew.
     *
     * @param policy the new policy, of a name that is defined
     * @throws InvalidConfigurationException if there is no such policy, or as {@link #define}
     */
    public synchronized void change(RatePolicy policy) {
        Limit known = byName.get(policy.name());
        if (known == null) {
            throw unknown(policy.name());
        }
        known.change(bound(policy));
    }

    private InvalidConfigurationException unknown(String name) {
        return new InvalidConfigurationException(
                "name", name, "is not a policy", "Use one of " + String.join(", ", byName.keySet()));
    }

    /**
     * The limit of that name.
     *
     * @param name name of a policy
     * @return the limit, if there is one
     */
    public Optional<Limit> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /**
     * All limits.
     *
     * @return by name; a view
     */
    public Collection<Limit> all() {
        return Collections.unmodifiableCollection(byName.values());
    }
}

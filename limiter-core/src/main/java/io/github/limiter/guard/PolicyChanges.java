package io.github.limiter.guard;

import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.RatePolicy;
import io.github.limiter.store.News;
import io.github.limiter.store.PolicyStore;
import io.github.limiter.time.TimeSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes policies of an application at run time, on all its nodes: they follow within a second, and nodes that start later
 * begin with what was changed. Whatever annotations and properties say comes after that. Thread-safe; without threads of its
 * own.
 */
public final class PolicyChanges {

    private static final Logger log = LoggerFactory.getLogger(PolicyChanges.class);

    private static final String TOPIC = "policies";
    private static final long SECOND = 1_000_000;

    private final Policies policies;
    private final PolicyStore store;
    private final News news;
    private final TimeSource time;
    private final AtomicBoolean retrying = new AtomicBoolean();
    private long asked;
    private long followed;

    /**
     * Reads what was changed before, and listens to news about it.
     *
     * @param policies of this application
     * @param store keeps changes
     * @param news tells the nodes of new ones
     * @param time the clock
     */
    public PolicyChanges(Policies policies, PolicyStore store, News news, TimeSource time) {
        this.policies = policies;
        this.store = store;
        this.news = news;
        this.time = time;
        news.subscribe(TOPIC, new News.Reader() {
            @Override
            public void onNews(String text) {
                readLater();
            }

            @Override
            public void onGap() {
                readLater();
            }

            @Override
            public String toString() {
                return "changed policies";
            }
        });
    }

    /**
     * Changes a policy, in the place of what was changed of it before. Existing counts go on.
     *
     * @param name name of a policy
     * @param change what is to hold
     * @return the policy in force on this node; completes exceptionally if the store does not answer
     * @throws InvalidConfigurationException if there is no such policy, or it cannot be like that
     */
    public CompletionStage<RatePolicy> change(String name, PolicyChange change) {
        policies.check(name, change);
        return write(name, change.text(), change.by());
    }

    /**
     * Lets a policy be as it is defined again.
     *
     * @param name name of a policy
     * @param by who does it, for people
     * @return the policy in force on this node; completes exceptionally if the store does not answer
     * @throws InvalidConfigurationException if there is no such policy
     */
    public CompletionStage<RatePolicy> reset(String name, String by) {
        PolicyChange nothing = new PolicyChange(null, null, null, null, by);
        policies.check(name, nothing);
        return write(name, null, nothing.by());
    }

    private CompletionStage<RatePolicy> write(String name, @Nullable String text, String by) {
        return store.write(keyOf(name), text)
                .thenCompose(kept -> read())
                .thenCompose(read -> news.publish(TOPIC, name))
                .thenApply(told -> {
                    RatePolicy policy = policies.find(name).orElseThrow().policy();
                    log.info("Policy {} is {} by {}: {}", name, text == null ? "reset" : "changed", by, policy.quota());
                    return policy;
                });
    }

    private String keyOf(String name) {
        return policies.application() + ':' + name;
    }

    /**
     * What was changed of a policy.
     *
     * @param name name of a policy
     * @return the change, if there is one, as far as this node has heard
     */
    public Optional<PolicyChange> find(String name) {
        return policies.changeOf(name);
    }

    private void readLater() {
        read().whenComplete((done, failure) -> {
            if (failure != null) {
                log.debug("Changed policies cannot be read at the moment", failure);
                readAgain();
            }
        });
    }

    private void readAgain() {
        if (retrying.compareAndSet(false, true)) {
            time.delay(SECOND).thenRun(() -> {
                retrying.set(false);
                readLater();
            });
        }
    }

    private CompletionStage<Void> read() {
        long number = next();
        return store.read().thenAccept(texts -> follow(number, texts));
    }

    private synchronized long next() {
        return ++asked;
    }

    /** Answers may overtake each other: what was asked for later is newer. */
    private synchronized void follow(long number, Map<String, String> texts) {
        if (number < followed) {
            return;
        }
        followed = number;
        Map<String, PolicyChange> changes = new HashMap<>();
        String own = keyOf("");
        texts.forEach((key, text) -> {
            PolicyChange change = key.startsWith(own) ? PolicyChange.parse(text) : null;
            if (change != null) {
                changes.put(key.substring(own.length()), change);
            }
        });
        policies.follow(changes);
    }
}

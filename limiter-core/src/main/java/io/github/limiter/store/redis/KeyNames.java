package io.github.limiter.store.redis;

import io.github.limiter.store.CounterKey;
import io.github.limiter.subject.Subject;

/**
 * Names of keys: {@code limiter:{ip:203.0.113.7}:limit:shop:product-list[:<refinement>]}. The subject is the hash tag, so
 * that all about it is on one slot of a cluster.
 */
final class KeyNames {

    private final String prefix;

    KeyNames(String prefix) {
        this.prefix = prefix;
    }

    String of(CounterKey key) {
        String name = prefix + '{' + key.subject().text() + "}:limit:" + key.scope();
        String refinement = key.refinement();
        return refinement == null ? name : name + ':' + refinement;
    }

    String ban(Subject subject) {
        return prefix + '{' + subject.text() + "}:ban";
    }
}

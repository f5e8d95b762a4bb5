package io.github.limiter.store;

import io.github.limiter.algorithm.Counter;
import io.github.limiter.algorithm.RateLimitAlgorithm;
import io.github.limiter.subject.Subject;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A count of a segment: its key in parts, its place in a chain of the {@link EntryTable}, and in a {@link Ring}. */
final class Entry extends Ring.Member<Entry> {

    final int hash;

    @Nullable
    Entry next;

    int rank;
    boolean used;
    long expiresAt;

    private final String dimension;
    private final String keyText;
    private final String scope;
    private final @Nullable String refinement;
    private @Nullable String algorithm;
    private @Nullable Counter counter;

    Entry(CounterKey key, int hash) {
        this.hash = hash;
        this.dimension = key.subject().dimension();
        this.keyText = key.subject().keyText();
        this.scope = key.scope();
        this.refinement = key.refinement();
    }

    boolean isOf(CounterKey key, int hash) {
        if (hash != this.hash) {
            return false;
        }
        Subject subject = key.subject();
        return keyText.equals(subject.keyText())
                && scope.equals(key.scope())
                && dimension.equals(subject.dimension())
                && Objects.equals(refinement, key.refinement());
    }

    /** The count, or null if it is another algorithm's: a policy that changed its algorithm starts anew. */
    @Nullable
    Counter counterOf(RateLimitAlgorithm algorithm) {
        return algorithm.name().equals(this.algorithm) ? counter : null;
    }

    void keep(RateLimitAlgorithm algorithm, Counter counter) {
        this.algorithm = algorithm.name();
        this.counter = counter;
    }
}

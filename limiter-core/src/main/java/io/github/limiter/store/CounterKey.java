package io.github.limiter.store;

import io.github.limiter.subject.Subject;
import org.jspecify.annotations.Nullable;

/**
 * Names one count: {@code {ip:203.0.113.7}:limit:shop:product-list[:<refinement>]} in a store that wants text.
 *
 * @param subject who is counted
 * @param scope application and policy, {@code shop:product-list}
 * @param refinement what the policy's {@code key} evaluated to, as key text; null without one
 */
public record CounterKey(
        Subject subject, String scope, @Nullable String refinement) implements Comparable<CounterKey> {

    @Override
    public int hashCode() {
        int hash = subject.hashCode() * 31 + scope.hashCode();
        return refinement == null ? hash : hash * 31 + refinement.hashCode();
    }

    /**
     * Some order. It is for hash maps: callers choose subjects, so they can choose many of one hash code, and only a map
     * of comparable keys stays fast then.
     */
    @Override
    public int compareTo(CounterKey other) {
        int bySubject = subject.text().compareTo(other.subject.text());
        if (bySubject != 0) {
            return bySubject;
        }
        int byScope = scope.compareTo(other.scope);
        return byScope != 0 ? byScope : compare(refinement, other.refinement);
    }

    private static int compare(@Nullable String one, @Nullable String other) {
        if (one == null || other == null) {
            return Boolean.compare(one != null, other != null);
        }
        return one.compareTo(other);
    }
}

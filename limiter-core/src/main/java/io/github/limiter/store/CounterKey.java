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
        Subject subject, String scope, @Nullable String refinement) {

    @Override
    public int hashCode() {
        int hash = subject.hashCode() * 31 + scope.hashCode();
        return refinement == null ? hash : hash * 31 + refinement.hashCode();
    }
}

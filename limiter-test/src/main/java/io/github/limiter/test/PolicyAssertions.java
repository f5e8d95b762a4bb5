package io.github.limiter.test;

import io.github.limiter.guard.Limit;
import io.github.limiter.guard.Policies;
import java.util.List;

/**
 * Assertions about the policies of an application. A test with {@link LimiterTest} has it injected; others make one of
 * the context's {@link Policies}, or use {@link #assertThatPolicy(Policies, String) the static form}. Thread-safe.
 */
public final class PolicyAssertions {

    private final Policies policies;

    /**
     * Assertions about policies.
     *
     * @param policies those of the application
     */
    public PolicyAssertions(Policies policies) {
        this.policies = policies;
    }

    /**
     * Begins an assertion about a policy, as it is in force now.
     *
     * @param name name of the policy
     * @return what can be asserted
     * @throws AssertionError if there is no such policy
     */
    public PolicyAssert assertThatPolicy(String name) {
        return assertThatPolicy(policies, name);
    }

    /**
     * Begins an assertion about a policy, as it is in force now.
     *
     * @param policies those of the application
     * @param name name of the policy
     * @return what can be asserted
     * @throws AssertionError if there is no such policy
     */
    public static PolicyAssert assertThatPolicy(Policies policies, String name) {
        Limit limit = policies.find(name).orElseThrow(() -> {
            List<String> known =
                    policies.all().stream().map(other -> other.policy().name()).toList();
            return new AssertionError("Expecting a policy " + name + " but there are only " + known);
        });
        return new PolicyAssert(limit);
    }
}

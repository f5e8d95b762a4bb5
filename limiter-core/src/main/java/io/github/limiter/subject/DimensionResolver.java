package io.github.limiter.subject;

import org.jspecify.annotations.Nullable;

/**
 * A dimension: finds out who is to be counted. The application offers its own as a Spring bean and names it in a policy
 * like a built-in one. Called on the request path by many threads: no I/O.
 */
public interface DimensionResolver {

    /**
     * The name that policies use.
     *
     * @return lower case, {@code -} between words
     */
    String name();

    /**
     * The subject of a call.
     *
     * @param caller who calls
     * @param policy name of the policy that is being decided
     * @return the subject; null if the dimension says nothing about this caller, then the policy does not apply
     * @throws SubjectRequiredException if a caller without a subject is to be refused
     */
    @Nullable
    Subject resolve(Caller caller, String policy);
}

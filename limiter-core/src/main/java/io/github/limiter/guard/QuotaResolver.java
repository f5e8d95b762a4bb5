package io.github.limiter.guard;

import io.github.limiter.policy.Quota;
import io.github.limiter.policy.RatePolicy;
import io.github.limiter.subject.Caller;
import org.jspecify.annotations.Nullable;

/**
 * Chooses how much a policy admits to a caller: by plan, by tenant. The application offers one as a Spring bean. Called on
 * the request path, once for each policy of a call, by many threads: no I/O.
 *
 * <p>Limit, window and burst are chosen; how long a caller may be held and the zone of its days stay the policy's. What
 * the policy's algorithm cannot honour, or an exception, is logged once, and the policy's own quota holds. Answer with few
 * different quotas: each is checked when it is first seen. Where many callers share one count ({@code global},
 * {@code interface}, {@code subnet}), each call is measured by the quota of its caller, so {@code null} is the answer
 * there in most cases.
 */
@FunctionalInterface
public interface QuotaResolver {

    /**
     * The quota of a caller.
     *
     * @param caller who calls
     * @param policy the policy that is being decided
     * @return how much it admits to this caller; null for the policy's own quota
     */
    @Nullable
    Quota resolve(Caller caller, RatePolicy policy);
}

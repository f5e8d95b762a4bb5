package io.github.limiter.guard;

import io.github.limiter.algorithm.RateLimitAlgorithm;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Quota;
import io.github.limiter.policy.RatePolicy;
import io.github.limiter.subject.Caller;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How much one policy admits to whom. Each quota that a {@link QuotaResolver} chooses is checked when first seen. */
final class CallerQuotas {

    private static final Logger log = LoggerFactory.getLogger(QuotaResolver.class);

    /** More than there are plans; bounds what a resolver that makes up a quota for each caller can fill. */
    private static final int MAX_KNOWN = 1_000;

    private final RatePolicy policy;
    private final RateLimitAlgorithm algorithm;
    private final @Nullable QuotaResolver resolver;
    private final Patience own;
    private final Map<Quota, Patience> known = new ConcurrentHashMap<>();
    private final AtomicBoolean failed = new AtomicBoolean();

    /** A quota for those who may be held, and for those who may not; and the part of it that is left at a load level. */
    private static final class Patience {

        private final Quota waiting;
        private final Quota withoutWaiting;
        private volatile @Nullable Part part;

        private Patience(Quota waiting) {
            this.waiting = waiting;
            this.withoutWaiting = waiting.withMaxWait(Duration.ZERO);
        }

        Patience part(double share) {
            Part last = part;
            if (last == null || last.share != share) {
                last = new Part(share, new Patience(waiting.scaledBy(share, 1)));
                part = last;
            }
            return last.patience;
        }
    }

    private record Part(double share, Patience patience) {}

    CallerQuotas(RatePolicy policy, RateLimitAlgorithm algorithm, @Nullable QuotaResolver resolver) {
        this.policy = policy;
        this.algorithm = algorithm;
        this.resolver = resolver;
        this.own = new Patience(policy.quota());
    }

    Quota quota(Caller caller, boolean mayWait) {
        Patience chosen = chosen(caller);
        return mayWait ? chosen.waiting : chosen.withoutWaiting;
    }

    /** A share of the quota, but room for one call of that cost. */
    Quota part(Caller caller, boolean mayWait, double share, long cost) {
        Patience part = chosen(caller).part(share);
        Quota quota = mayWait ? part.waiting : part.withoutWaiting;
        return cost <= algorithm.capacity(quota)
                ? quota
                : quota(caller, mayWait).scaledBy(share, cost);
    }

    private Patience chosen(Caller caller) {
        return resolver == null ? own : chosen(resolver, caller);
    }

    private Patience chosen(QuotaResolver resolver, Caller caller) {
        Quota quota;
        try {
            quota = resolver.resolve(caller, policy);
        } catch (RuntimeException e) {
            if (failed.compareAndSet(false, true)) {
                log.error("{} fails for policy {}; its own quota holds ({})", resolver, policy.name(), own.waiting, e);
            }
            return own;
        }
        if (quota == null || quota == own.waiting) {
            return own;
        }
        Patience seen = known.get(quota);
        return seen == null ? firstSeen(quota) : seen;
    }

    private Patience firstSeen(Quota quota) {
        if (known.size() >= MAX_KNOWN) {
            known.clear();
        }
        Patience checked = checked(quota);
        known.put(quota, checked);
        return checked;
    }

    private Patience checked(Quota quota) {
        Quota adapted = quota.withMaxWait(policy.quota().maxWait())
                .withZone(policy.quota().zone());
        try {
            algorithm.validate(adapted);
            return new Patience(adapted);
        } catch (InvalidConfigurationException e) {
            log.error(
                    "A QuotaResolver chose a quota that policy {} cannot honour; its own quota holds ({}). {}",
                    policy.name(),
                    own.waiting,
                    e.getMessage());
            return own;
        }
    }
}

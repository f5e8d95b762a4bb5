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

    /** A quota for those who may be held, and for those who may not. */
    private record Patience(Quota waiting, Quota withoutWaiting) {

        static Patience of(Quota quota) {
            return new Patience(quota, quota.withMaxWait(Duration.ZERO));
        }
    }

    CallerQuotas(RatePolicy policy, RateLimitAlgorithm algorithm, @Nullable QuotaResolver resolver) {
        this.policy = policy;
        this.algorithm = algorithm;
        this.resolver = resolver;
        this.own = Patience.of(policy.quota());
    }

    Quota quota(Caller caller, boolean mayWait) {
        Patience chosen = resolver == null ? own : chosen(resolver, caller);
        return mayWait ? chosen.waiting : chosen.withoutWaiting;
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
            return Patience.of(adapted);
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

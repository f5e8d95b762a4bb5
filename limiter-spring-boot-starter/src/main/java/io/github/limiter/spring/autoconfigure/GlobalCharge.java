package io.github.limiter.spring.autoconfigure;

import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.guard.Limit;
import io.github.limiter.spring.policy.PolicyFactory;
import java.util.List;

/**
 * What every request is charged, whatever it asks for: the quota of {@code limiter.global}.
 *
 * @param charges one, or none if no limit is set
 */
record GlobalCharge(List<Charge> charges) {

    static GlobalCharge of(LimiterProperties properties, PolicyFactory factory) {
        Limit limit = PropertyPolicies.global(properties, factory);
        return new GlobalCharge(limit == null ? List.of() : List.of(new Charge(limit, null, 1)));
    }
}

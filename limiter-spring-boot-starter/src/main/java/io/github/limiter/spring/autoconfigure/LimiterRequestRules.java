package io.github.limiter.spring.autoconfigure;

import io.github.limiter.spring.ban.RequestRules;
import io.github.limiter.spring.policy.PolicyFactory;
import io.github.limiter.spring.web.RequestPolicies;
import io.github.limiter.subject.ClientAddressResolver;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * What the properties say about requests, for tools that have requests but no server: to be imported beside
 * {@link LimiterAutoConfiguration}.
 */
@Configuration(proxyBeanMethods = false)
public class LimiterRequestRules {

    /** Made by Spring. */
    public LimiterRequestRules() {}

    @Bean
    ClientAddressResolver limiterClientAddressResolver(LimiterProperties properties) {
        return ClientAddresses.resolver(properties.clientIp());
    }

    @Bean
    RequestRules limiterRequestRules(PropertyBanRules properties) {
        return properties.requests();
    }

    @Bean
    RequestPolicies limiterRequestPolicies(LimiterProperties properties, PolicyFactory factory, GlobalCharge global) {
        return PropertyPolicies.requests(properties, factory, global);
    }
}

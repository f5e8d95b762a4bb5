package io.github.limiter.spring.autoconfigure;

import io.github.limiter.ban.Bans;
import io.github.limiter.guard.Policies;
import io.github.limiter.guard.PolicyChanges;
import io.github.limiter.guard.RecentDecisions;
import io.github.limiter.load.Load;
import io.github.limiter.spring.actuate.LimiterEndpoint;
import io.github.limiter.spring.actuate.SubjectText;
import io.github.limiter.spring.actuate.UnknownFields;
import io.github.limiter.subject.DimensionRegistry;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** The actuator endpoint {@code limiter}, where the application exposes it. */
@AutoConfiguration(after = LimiterAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnAvailableEndpoint(endpoint = LimiterEndpoint.class)
public final class LimiterEndpointAutoConfiguration {

    /** Made by Spring. */
    public LimiterEndpointAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    LimiterEndpoint limiterEndpoint(
            LimiterProperties properties,
            Policies policies,
            PolicyChanges changes,
            RecentDecisions decisions,
            Bans bans,
            Load load,
            DimensionRegistry dimensions) {
        return new LimiterEndpoint(
                properties.endpoint().role(),
                policies,
                changes,
                decisions,
                bans,
                load,
                new SubjectText(
                        properties.clientIp().ipv6Prefix(),
                        dimensions,
                        ClientAddresses.trustedProxies(properties.clientIp())));
    }

    @Bean
    UnknownFields limiterUnknownFields() {
        return new UnknownFields();
    }
}

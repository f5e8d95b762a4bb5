package io.github.limiter.spring.autoconfigure;

import io.github.limiter.ban.Bans;
import io.github.limiter.guard.Guard;
import io.github.limiter.path.CommonMisses;
import io.github.limiter.spring.autoconfigure.BanProperties.Enforce;
import io.github.limiter.spring.ban.BanGate;
import io.github.limiter.spring.ban.BannedLogins;
import io.github.limiter.spring.ban.OffenceWatch;
import io.github.limiter.spring.ban.OpenPaths;
import io.github.limiter.spring.ban.RequestRules;
import io.github.limiter.spring.interceptor.GuardedMethods;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.time.TimeSource;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Bans of requests, in any web technology. */
@Configuration(proxyBeanMethods = false)
class BanGateConfiguration {

    @Bean
    RequestRules limiterRequestRules(PropertyBanRules properties) {
        return properties.requests();
    }

    @Bean
    @ConditionalOnProperty(prefix = "limiter.ban", name = "enabled", matchIfMissing = true)
    BanGate limiterBanGate(
            LimiterProperties properties,
            Guard guard,
            Bans bans,
            RequestRules rules,
            ObjectProvider<OpenPaths> open,
            TimeSource time,
            DimensionRegistry dimensions) {
        return new BanGate(
                guard,
                bans,
                rules,
                open.getIfAvailable(() -> new OpenPaths(List::of)),
                new BannedLogins(time, dimensions),
                properties.ban().enforce() == Enforce.EVERYWHERE,
                properties.redis().deadline());
    }

    @Bean
    OffenceWatch limiterOffenceWatch(RequestRules rules, GuardedMethods methods, TimeSource time, Bans bans) {
        return new OffenceWatch(rules, methods::haveBlacklist, new CommonMisses(time), bans);
    }

    /** Only where the actuator is there. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(PathMappedEndpoints.class)
    static class Actuator {

        @Bean
        @ConditionalOnMissingBean
        OpenPaths limiterOpenPaths(ObjectProvider<PathMappedEndpoints> endpoints) {
            return new OpenPaths(() -> endpoints.stream()
                    .flatMap(each -> each.getAllPaths().stream())
                    .toList());
        }
    }
}

package io.github.limiter.spring.autoconfigure;

import io.github.limiter.algorithm.AlgorithmRegistry;
import io.github.limiter.algorithm.RateLimitAlgorithm;
import io.github.limiter.ban.Bans;
import io.github.limiter.guard.AllowList;
import io.github.limiter.guard.Challenges;
import io.github.limiter.guard.DecisionListener;
import io.github.limiter.guard.Guard;
import io.github.limiter.guard.Policies;
import io.github.limiter.guard.QuotaResolver;
import io.github.limiter.guard.RecentDecisions;
import io.github.limiter.guard.RefusalLog;
import io.github.limiter.guard.Shedding;
import io.github.limiter.guard.WaitingRoom;
import io.github.limiter.spring.autoconfigure.BanProperties.Enforce;
import io.github.limiter.spring.interceptor.DetachedCallScopes;
import io.github.limiter.spring.policy.PolicyFactory;
import io.github.limiter.store.LimiterStore;
import io.github.limiter.subject.DeviceResolver;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.subject.DimensionResolver;
import io.github.limiter.time.TimeSource;
import java.time.Duration;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * The engine as beans, and the advisor that weaves it into annotated methods. {@code limiter.enabled=false} leaves the
 * engine for code that calls it, and lets everybody through.
 */
@AutoConfiguration
@EnableConfigurationProperties(LimiterProperties.class)
@Import({
    StoreConfiguration.class,
    BanConfiguration.class,
    LoadConfiguration.class,
    AdvisorConfiguration.class,
    HealthConfiguration.class,
    MeterConfiguration.class,
    RiskConfiguration.class
})
public final class LimiterAutoConfiguration {

    /** Made by Spring. */
    public LimiterAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    TimeSource limiterTimeSource() {
        return TimeSource.system();
    }

    @Bean
    AlgorithmRegistry limiterAlgorithms(ObjectProvider<RateLimitAlgorithm> own) {
        return new AlgorithmRegistry(own.orderedStream().toList());
    }

    @Bean
    DimensionRegistry limiterDimensions(
            LimiterProperties properties,
            ObjectProvider<DeviceResolver> devices,
            ObjectProvider<DimensionResolver> own) {
        return new DimensionRegistry(
                properties.clientIp().ipv6Prefix(),
                properties.user().missing(),
                devices.getIfAvailable(() -> caller -> null),
                own.orderedStream().toList());
    }

    @Bean
    Policies limiterPolicies(
            @Value("${spring.application.name:application}") String application,
            AlgorithmRegistry algorithms,
            DimensionRegistry dimensions,
            ObjectProvider<QuotaResolver> quotas) {
        return new Policies(application, algorithms, dimensions, quotas.getIfAvailable());
    }

    @Bean
    PolicyFactory limiterPolicyFactory(LimiterProperties properties, Policies policies) {
        return PropertyPolicies.factory(properties, policies);
    }

    @Bean
    RecentDecisions limiterRecentDecisions(LimiterProperties properties) {
        return new RecentDecisions(properties.decisions().remembered());
    }

    @Bean
    DecisionListener limiterRefusalLog(LimiterProperties properties) {
        Duration interval = properties.decisions().logInterval();
        return interval.isZero()
                ? decision -> {}
                : new RefusalLog(interval, properties.decisions().maskAddresses());
    }

    @Bean
    AllowList limiterAllowList(LimiterProperties properties) {
        return properties.enabled() ? AllowList.of(properties.allowList()) : AllowList.EVERYBODY;
    }

    @Bean
    Guard limiterGuard(
            LimiterProperties properties,
            Shedding shedding,
            AllowList allowList,
            LimiterStore store,
            TimeSource time,
            ObjectProvider<DecisionListener> listeners,
            Bans bans,
            ObjectProvider<Challenges> challenges) {
        return new Guard(
                allowList,
                shedding,
                store,
                new WaitingRoom(
                        time,
                        properties.waiting().maxCallers(),
                        properties.waiting().maxAsyncCallers()),
                listeners.orderedStream().toList(),
                properties.ban().enabled() ? bans : null,
                properties.ban().enforce() == Enforce.EVERYWHERE,
                challenges.getIfAvailable());
    }

    @Bean
    GlobalCharge limiterGlobalCharge(LimiterProperties properties, PolicyFactory factory) {
        return GlobalCharge.of(properties, factory);
    }

    @Bean
    DetachedCallScopes limiterDetachedCallScopes(GlobalCharge global, ConfigurableBeanFactory beans) {
        boolean security = ClassUtils.isPresent(SecurityUser.NEEDS, beans.getBeanClassLoader());
        return new DetachedCallScopes(global.charges(), security ? SecurityUser::ofThread : () -> null);
    }

    @Bean
    @ConditionalOnProperty(prefix = "limiter", name = "enabled", matchIfMissing = true)
    UnusedPolicyWarning limiterUnusedPolicyWarning(LimiterProperties properties, Policies policies) {
        return new UnusedPolicyWarning(
                properties.policies().keySet(), properties.load().schedule(), policies);
    }

    @Bean
    UnknownPropertyWarning limiterUnknownPropertyWarning(Environment environment, ListableBeanFactory beans) {
        return new UnknownPropertyWarning(new UnknownProperties(environment, beans));
    }
}

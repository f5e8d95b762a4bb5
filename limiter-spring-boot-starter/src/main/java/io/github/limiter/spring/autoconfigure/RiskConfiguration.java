package io.github.limiter.spring.autoconfigure;

import io.github.limiter.path.TrapPaths;
import io.github.limiter.risk.GoodBots;
import io.github.limiter.risk.MemoryRiskStore;
import io.github.limiter.risk.RedisRiskStore;
import io.github.limiter.risk.RiskGuard;
import io.github.limiter.risk.RiskSignal;
import io.github.limiter.risk.RiskStore;
import io.github.limiter.risk.Sanctions;
import io.github.limiter.store.LimiterStore;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.time.TimeSource;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ResourceLoader;

/** Business risk control: what {@code limiter.risk} says, as beans. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(RiskProperties.class)
class RiskConfiguration {

    @Bean
    @ConditionalOnMissingBean
    RiskStore limiterRiskStore(RiskProperties risk, LimiterProperties properties, LimiterStore store, TimeSource time) {
        return store instanceof RedisBackedStore redis
                ? new RedisRiskStore(
                        redis.executor(),
                        properties.redis().keyPrefix(),
                        properties.redis().deadline())
                : new MemoryRiskStore(risk.maxSubjects(), time);
    }

    @Bean
    KnownBots limiterKnownBots(RiskProperties properties, ResourceLoader resources, TimeSource time) {
        return new KnownBots(properties.goodBots(), resources, time);
    }

    @Bean
    @ConditionalOnMissingBean
    GoodBots limiterGoodBots(KnownBots known) {
        return known.bots();
    }

    @Bean
    RiskGuard limiterRiskGuard(
            RiskProperties risk,
            LimiterProperties properties,
            DimensionRegistry dimensions,
            RiskStore store,
            GoodBots bots,
            ObjectProvider<RiskSignal> signals,
            ObjectProvider<Sanctions> sanctions) {
        return new RiskGuard(
                RiskScenes.of(risk, properties.mode()),
                dimensions,
                store,
                bots,
                signals.orderedStream().toList(),
                TrapPaths.of(List.of(), "limiter.ban.honeypot.paths"),
                sanctions.getIfAvailable(() -> Sanctions.NONE));
    }
}

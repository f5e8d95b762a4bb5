package io.github.limiter.spring.autoconfigure;

import io.github.limiter.ban.Bans;
import io.github.limiter.path.TrapPaths;
import io.github.limiter.risk.GoodBots;
import io.github.limiter.risk.MemoryRiskStore;
import io.github.limiter.risk.RedisRiskStore;
import io.github.limiter.risk.RiskGuard;
import io.github.limiter.risk.RiskSignal;
import io.github.limiter.risk.RiskStore;
import io.github.limiter.risk.Sanctions;
import io.github.limiter.spring.ban.OffenceWatch;
import io.github.limiter.spring.interceptor.RequestFactsReader;
import io.github.limiter.spring.interceptor.RiskConditions;
import io.github.limiter.spring.web.UnwatchedRequests;
import io.github.limiter.store.LimiterStore;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.time.TimeSource;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ResourceLoader;
import org.springframework.util.function.SingletonSupplier;

/** Business risk control: what {@code limiter.risk} says, as beans. */
@Configuration(proxyBeanMethods = false)
class RiskConfiguration {

    @Bean
    @ConditionalOnMissingBean
    RiskStore limiterRiskStore(LimiterProperties properties, LimiterStore store, TimeSource time) {
        return store instanceof RedisBackedStore redis
                ? new RedisRiskStore(
                        redis.executor(),
                        properties.redis().keyPrefix(),
                        properties.redis().deadline())
                : new MemoryRiskStore(properties.risk().maxSubjects(), time);
    }

    @Bean
    KnownBots limiterKnownBots(LimiterProperties properties, ResourceLoader resources, TimeSource time) {
        return new KnownBots(properties.risk().goodBots(), resources, time);
    }

    @Bean
    @ConditionalOnMissingBean
    GoodBots limiterGoodBots(KnownBots known) {
        return known.bots();
    }

    @Bean
    @ConditionalOnMissingBean
    Sanctions limiterSanctions(LimiterProperties properties, ObjectProvider<Bans> bans) {
        return properties.ban().enabled() ? new SceneBans(bans) : Sanctions.NONE;
    }

    @Bean
    GoodBotMercy limiterGoodBotMercy(
            GoodBots bots, ObjectProvider<RequestFactsReader> facts, ObjectProvider<OffenceWatch> offences) {
        return new GoodBotMercy(
                bots, SingletonSupplier.of(() -> facts.getIfAvailable(() -> caller -> null)), offences::getIfAvailable);
    }

    @Bean
    UnwatchedRequests limiterUnwatchedRequests(LimiterProperties properties) {
        return RiskScenes.unwatched(properties.risk());
    }

    @Bean
    CrawlerListener limiterCrawlerListener(RiskGuard risk, UnwatchedRequests unwatched) {
        return new CrawlerListener(risk, unwatched);
    }

    @Bean
    RiskGuard limiterRiskGuard(
            LimiterProperties properties,
            DimensionRegistry dimensions,
            RiskStore store,
            GoodBots bots,
            ObjectProvider<RiskSignal> signals,
            Sanctions sanctions,
            ConfigurableBeanFactory beans) {
        List<RiskSignal> conditions = RiskScenes.conditions(properties.risk(), new RiskConditions(beans));
        return new RiskGuard(
                RiskScenes.of(properties.risk(), properties.mode()),
                dimensions,
                store,
                bots,
                Stream.concat(signals.orderedStream(), conditions.stream()).toList(),
                properties.risk().signalDeadline(),
                TrapPaths.of(properties.ban().honeypot().paths(), "limiter.ban.honeypot.paths"),
                sanctions);
    }
}

package io.github.limiter.spring.autoconfigure;

import io.github.limiter.ban.Bans;
import io.github.limiter.policy.BanRule;
import io.github.limiter.spring.ban.CountedRule;
import io.github.limiter.spring.ban.EdgeStrikes;
import io.github.limiter.spring.ban.RequestRules;
import io.github.limiter.spring.interceptor.GuardedMethods;
import io.github.limiter.spring.policy.BlacklistRules;
import io.github.limiter.store.LimiterStore;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/** What nginx and the application tell each other. */
@Configuration(proxyBeanMethods = false)
class EdgeConfiguration {

    @Bean
    EdgeStrikes limiterEdgeStrikes(
            LimiterProperties properties,
            BlacklistRules blacklists,
            RequestRules requests,
            GuardedMethods methods,
            Bans bans) {
        BanRule limited = blacklists.limited();
        CountedRule probing = requests.named(BanRule.PROBING.name());
        return new EdgeStrikes(
                () -> methods.haveBlacklist() ? limited : blacklists.everywhere(),
                () -> probing != null && (probing.configured() || methods.haveBlacklist()) ? probing.rule() : null,
                ClientAddresses.resolver(properties.clientIp()),
                bans);
    }

    /** Not lazy: nobody else asks for it. */
    @Bean
    @Lazy(false)
    @ConditionalOnProperty(prefix = "limiter.edge", name = "strikes", matchIfMissing = true)
    EdgeReading limiterEdgeReading(LimiterProperties properties, LimiterStore store, EdgeStrikes strikes) {
        return new EdgeReading(properties.redis().keyPrefix(), store, strikes);
    }
}

package io.github.limiter.spring.autoconfigure;

import io.github.limiter.ban.BanStore;
import io.github.limiter.ban.Bans;
import io.github.limiter.guard.AllowList;
import io.github.limiter.policy.BanRule;
import io.github.limiter.spring.ban.BanFile;
import io.github.limiter.spring.ban.CountedRule;
import io.github.limiter.spring.ban.EdgeStrikes;
import io.github.limiter.spring.ban.RequestRules;
import io.github.limiter.spring.interceptor.GuardedMethods;
import io.github.limiter.spring.policy.BlacklistRules;
import io.github.limiter.store.LimiterStore;
import io.github.limiter.subject.ClientAddressResolver;
import java.nio.file.Path;
import java.util.Objects;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/** What nginx and the application tell each other. */
@Configuration(proxyBeanMethods = false)
class EdgeConfiguration {

    private static final int PAGE = 1_000;

    @Bean
    EdgeStrikes limiterEdgeStrikes(
            LimiterProperties properties,
            BlacklistRules blacklists,
            RequestRules requests,
            GuardedMethods methods,
            AllowList allowList,
            Bans bans) {
        ClientAddressResolver addresses = ClientAddresses.resolver(properties.clientIp());
        BanRule limited = blacklists.limited();
        CountedRule probing = requests.named(BanRule.PROBING.name());
        return new EdgeStrikes(
                () -> methods.haveBlacklist() ? limited : blacklists.everywhere(),
                () -> probing != null && (probing.configured() || methods.haveBlacklist()) ? probing.rule() : null,
                block -> addresses.trustsAnyOf(block) || allowList.coversAnyOf(block),
                properties.clientIp().ipv6Prefix(),
                bans);
    }

    /** Not lazy: nobody else asks for it. */
    @Bean
    @Lazy(false)
    @ConditionalOnProperty(prefix = "limiter.edge", name = "strikes", matchIfMissing = true)
    EdgeReading limiterEdgeReading(LimiterProperties properties, LimiterStore store, EdgeStrikes strikes) {
        return new EdgeReading(properties.redis().keyPrefix(), store, strikes);
    }

    /** Not lazy: nobody else asks for it. */
    @Bean
    @Lazy(false)
    @ConditionalOnProperty(prefix = "limiter.edge.ban-file", name = "path")
    BanFileKeeper limiterBanFileKeeper(LimiterProperties properties, BanStore store, Bans bans) {
        EdgeProperties.File file = properties.edge().banFile();
        Path path = Objects.requireNonNull(file.path());
        BanFileKeeper.check(path, file);
        BanFile written = new BanFile(
                path, file.entries(), properties.clientIp().ipv6Prefix(), cursor -> bans.list(cursor, PAGE));
        BanFileKeeper keeper = new BanFileKeeper(written, file.interval(), file.reload());
        store.follow(keeper);
        return keeper;
    }
}

package io.github.limiter.spring.autoconfigure;

import io.github.limiter.ban.BanExemption;
import io.github.limiter.ban.BanListener;
import io.github.limiter.ban.BanSettings;
import io.github.limiter.ban.BanStore;
import io.github.limiter.ban.Bans;
import io.github.limiter.ban.Witness;
import io.github.limiter.guard.AllowList;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.spring.policy.BlacklistRules;
import io.github.limiter.subject.DimensionRegistry;
import java.time.Duration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** Who is banned, by which rules, and who is told. */
@Configuration(proxyBeanMethods = false)
class BanConfiguration {

    /** A person who waits for bans to be read has more patience than a request; but a node that does not know must ask. */
    private static final Duration LEAST_DEADLINE = Duration.ofMillis(1);

    @Bean
    PropertyBanRules limiterPropertyBanRules(
            LimiterProperties properties, DimensionRegistry dimensions, Environment environment) {
        return new PropertyBanRules(properties, dimensions, environment);
    }

    @Bean
    BlacklistRules limiterBlacklistRules(PropertyBanRules properties) {
        return properties.blacklists();
    }

    @Bean
    Bans limiterBans(
            LimiterProperties properties,
            BanStore store,
            DimensionRegistry dimensions,
            AllowList allowList,
            ObjectProvider<BanExemption> exemptions,
            ObjectProvider<Witness> witness,
            ObjectProvider<BanListener> listeners) {
        return new Bans(
                store,
                settings(properties),
                dimensions,
                allowList,
                exemptions.orderedStream().toList(),
                witness.getIfAvailable(() -> Witness.NONE),
                listeners.orderedStream().toList());
    }

    private static BanSettings settings(LimiterProperties properties) {
        Duration deadline = properties.redis().deadline();
        try {
            return new BanSettings(
                    properties.ban().cached(),
                    deadline.compareTo(LEAST_DEADLINE) < 0 ? LEAST_DEADLINE : deadline,
                    properties.ban().evidence().retention(),
                    properties.ban().budget(),
                    properties.captcha().enabled());
        } catch (InvalidConfigurationException e) {
            String element = e.element().equals("evidence.kept") ? "evidence.retention" : e.element();
            throw e.named("limiter.ban." + element);
        }
    }

    @Bean
    ApplicationEvents limiterApplicationEvents(ApplicationEventPublisher publisher) {
        return new ApplicationEvents(publisher);
    }

    /** What happens to subjects is an event of the application. */
    @Bean
    BanListener limiterBanEvents(ApplicationEvents events) {
        return events::publish;
    }
}

package io.github.limiter.test;

import io.github.limiter.ban.Bans;
import io.github.limiter.ban.MemoryBanStore;
import io.github.limiter.guard.Policies;
import io.github.limiter.spring.autoconfigure.LimiterProperties;
import io.github.limiter.time.ManualTime;
import java.time.Instant;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/** What {@link LimiterTest} puts into a context. Primary, since the application may have its own. */
@Configuration(proxyBeanMethods = false)
class LimiterTestConfiguration {

    @Bean
    @Primary
    ManualTime limiterTestTime() {
        return new ManualTime(Instant.parse("2026-01-01T00:00:00Z"));
    }

    @Bean
    @Primary
    MemoryBanStore limiterTestBanStore(LimiterProperties properties, ManualTime time) {
        return new MemoryBanStore(properties.memory().maxKeys(), time);
    }

    @Bean
    @Primary
    TestStore limiterTestStore(LimiterProperties properties, ManualTime time, MemoryBanStore limiterTestBanStore) {
        return new TestStore(properties.memory().maxKeys(), time, limiterTestBanStore);
    }

    @Bean
    PolicyAssertions limiterPolicyAssertions(Policies policies) {
        return new PolicyAssertions(policies);
    }

    @Bean
    BanAssertions limiterBanAssertions(Bans bans) {
        return new BanAssertions(bans);
    }
}

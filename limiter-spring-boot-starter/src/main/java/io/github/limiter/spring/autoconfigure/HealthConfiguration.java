package io.github.limiter.spring.autoconfigure;

import io.github.limiter.spring.actuate.Boot3HealthIndicator;
import io.github.limiter.spring.actuate.Boot4HealthIndicator;
import io.github.limiter.spring.actuate.StoreHealth;
import io.github.limiter.store.LimiterStore;
import io.github.limiter.store.MemoryStore;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The store among what the health endpoint tells, in each line of Spring Boot by its own types. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(prefix = "limiter", name = "enabled", matchIfMissing = true)
@Import({HealthConfiguration.Boot3.class, HealthConfiguration.Boot4.class})
class HealthConfiguration {

    private static StoreHealth health(LimiterStore store) {
        if (store instanceof RedisBackedStore redis) {
            return redis.health();
        }
        return StoreHealth.ofLocal(
                store instanceof MemoryStore ? "memory" : store.getClass().getSimpleName());
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(
            name = {
                "org.springframework.boot.actuate.health.HealthIndicator",
                "org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator"
            })
    @org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator("limiter")
    static class Boot3 {

        @Bean
        @ConditionalOnMissingBean(name = "limiterHealthIndicator")
        Boot3HealthIndicator limiterHealthIndicator(LimiterStore store) {
            return new Boot3HealthIndicator(health(store));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(
            name = {
                "org.springframework.boot.health.contributor.HealthIndicator",
                "org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator"
            })
    @org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator("limiter")
    static class Boot4 {

        @Bean
        @ConditionalOnMissingBean(name = "limiterHealthIndicator")
        Boot4HealthIndicator limiterHealthIndicator(LimiterStore store) {
            return new Boot4HealthIndicator(health(store));
        }
    }
}

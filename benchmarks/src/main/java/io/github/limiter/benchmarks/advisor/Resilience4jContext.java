package io.github.limiter.benchmarks.advisor;

import io.github.resilience4j.common.ratelimiter.configuration.CommonRateLimiterConfigurationProperties.InstanceProperties;
import io.github.resilience4j.spring6.fallback.configure.FallbackConfiguration;
import io.github.resilience4j.spring6.ratelimiter.configure.RateLimiterConfiguration;
import io.github.resilience4j.spring6.ratelimiter.configure.RateLimiterConfigurationProperties;
import io.github.resilience4j.spring6.spelresolver.configure.SpelResolverConfiguration;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.EnableAspectJAutoProxy;
import org.springframework.context.annotation.Import;

/** An application without web, with Resilience4j's aspect. */
@Configuration(proxyBeanMethods = false)
@EnableAspectJAutoProxy(proxyTargetClass = true)
@Import({RateLimiterConfiguration.class, FallbackConfiguration.class, SpelResolverConfiguration.class})
class Resilience4jContext {

    @Bean
    RateLimiterConfigurationProperties rateLimiterProperties() {
        RateLimiterConfigurationProperties properties = new RateLimiterConfigurationProperties();
        properties
                .getInstances()
                .put(
                        Resilience4jOrders.FIND,
                        new InstanceProperties()
                                .setLimitForPeriod(Integer.MAX_VALUE)
                                .setLimitRefreshPeriod(Duration.ofSeconds(1))
                                .setTimeoutDuration(Duration.ZERO));
        return properties;
    }

    @Bean
    Resilience4jOrders orders() {
        return new Resilience4jOrders();
    }
}

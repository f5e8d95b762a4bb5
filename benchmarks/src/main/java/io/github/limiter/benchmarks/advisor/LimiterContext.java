package io.github.limiter.benchmarks.advisor;

import io.github.limiter.spring.autoconfigure.LimiterAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application without web, with this library's proxies. */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration(LimiterAutoConfiguration.class)
class LimiterContext {

    @Bean
    Orders orders() {
        return new Orders();
    }

    @Bean
    Tenants tenants() {
        return new Tenants();
    }
}

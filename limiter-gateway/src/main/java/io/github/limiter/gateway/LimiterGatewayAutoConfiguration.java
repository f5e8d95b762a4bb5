package io.github.limiter.gateway;

import io.github.limiter.spring.autoconfigure.LimiterAutoConfiguration;
import io.github.limiter.spring.autoconfigure.LimiterWebFluxAutoConfiguration;
import io.github.limiter.spring.policy.PolicyFactory;
import io.github.limiter.spring.web.reactive.ExchangeEntrance;
import io.github.limiter.spring.web.reactive.RoutingHandlers;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.handler.FilteringWebHandler;
import org.springframework.context.annotation.Bean;
import org.springframework.util.function.SingletonSupplier;

/**
 * Limits at a Spring Cloud Gateway of the reactive kind. The route filter is there even with {@code limiter.enabled=false},
 * so that the routes stay valid; it lets everybody through then.
 */
@AutoConfiguration(
        after = {LimiterAutoConfiguration.class, LimiterWebFluxAutoConfiguration.class},
        beforeName = "org.springframework.cloud.gateway.config.GatewayAutoConfiguration")
@ConditionalOnWebApplication(type = Type.REACTIVE)
@ConditionalOnClass({GlobalFilter.class, FilteringWebHandler.class})
@ConditionalOnProperty(name = "spring.cloud.gateway.server.webflux.enabled", matchIfMissing = true)
public final class LimiterGatewayAutoConfiguration {

    /** Made by Spring. */
    public LimiterGatewayAutoConfiguration() {}

    @Bean
    RateLimitGatewayFilterFactory limiterRateLimitGatewayFilterFactory(
            PolicyFactory policies, ObjectProvider<ExchangeEntrance> entrances) {
        SingletonSupplier<ExchangeEntrance> entrance = SingletonSupplier.ofNullable(entrances::getIfAvailable);
        return new RateLimitGatewayFilterFactory(new RouteLimits(policies, entrance));
    }

    @Bean
    RoutingHandlers limiterRoutingHandlers() {
        return FilteringWebHandler.class::isInstance;
    }

    @Bean
    @ConditionalOnBean(ExchangeEntrance.class)
    LimiterGlobalFilter limiterGlobalFilter(ExchangeEntrance entrance) {
        return new LimiterGlobalFilter(entrance);
    }
}

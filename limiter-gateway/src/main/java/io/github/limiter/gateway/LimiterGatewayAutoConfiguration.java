package io.github.limiter.gateway;

import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.spring.autoconfigure.LimiterAutoConfiguration;
import io.github.limiter.spring.autoconfigure.LimiterWebFluxAutoConfiguration;
import io.github.limiter.spring.policy.PolicyFactory;
import io.github.limiter.spring.web.reactive.ExchangeCallScopes;
import io.github.limiter.spring.web.reactive.ExchangeEntrance;
import io.github.limiter.spring.web.reactive.RoutingHandlers;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.cloud.circuitbreaker.resilience4j.ReactiveResilience4JCircuitBreakerFactory;
import org.springframework.cloud.gateway.config.GatewayProperties;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.handler.FilteringWebHandler;
import org.springframework.cloud.gateway.route.RouteLocator;
import org.springframework.cloud.gateway.support.ConfigurationService;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.util.function.SingletonSupplier;
import reactor.core.scheduler.Schedulers;

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
@EnableConfigurationProperties(LimiterGatewayProperties.class)
public final class LimiterGatewayAutoConfiguration {

    /** Made by Spring. */
    public LimiterGatewayAutoConfiguration() {}

    @Bean
    RouteLimits limiterRouteLimits(PolicyFactory policies, ObjectProvider<ExchangeEntrance> entrances) {
        return new RouteLimits(policies, SingletonSupplier.ofNullable(entrances::getIfAvailable));
    }

    @Bean
    RateLimitGatewayFilterFactory limiterRateLimitGatewayFilterFactory(RouteLimits limits) {
        return new RateLimitGatewayFilterFactory(limits);
    }

    /** Not lazy, even in a lazy application: what is wrong with a route is to stop the start. */
    @Bean
    @Lazy(false)
    RouteDefinitionsCheck limiterRouteDefinitionsCheck(
            GatewayProperties routes, ConfigurationService configurations, RateLimitGatewayFilterFactory factory) {
        return new RouteDefinitionsCheck(routes, configurations, factory);
    }

    @Bean
    RoutingHandlers limiterRoutingHandlers(ObjectProvider<RouteLocator> routes) {
        return new GatewayRoutes(SingletonSupplier.of(routes::getObject));
    }

    /** Where anything is limited. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(prefix = "limiter", name = "enabled", matchIfMissing = true)
    static class Enabled {

        @Bean
        LimiterGlobalFilter limiterGlobalFilter(ExchangeEntrance entrance) {
            return new LimiterGlobalFilter(entrance);
        }

        @Bean
        ServiceFields limiterServiceFields(ExchangeCallScopes scopes) {
            return new ServiceFields(scopes);
        }

        @Bean
        @Lazy(false)
        ClientAddressHeader limiterClientAddressHeader(LimiterGatewayProperties properties, ExchangeCallScopes scopes) {
            return new ClientAddressHeader(properties.clientAddressHeader(), scopes);
        }
    }

    /** Where routes are to have circuit breakers. Not lazy either. */
    @Configuration(proxyBeanMethods = false)
    @Lazy(false)
    @ConditionalOnProperty("limiter.gateway.circuit-breaker.enabled")
    @ConditionalOnClass(ReactiveResilience4JCircuitBreakerFactory.class)
    static class Breakers {

        @Bean
        CircuitBreakerGlobalFilter limiterCircuitBreakerGlobalFilter(
                LimiterGatewayProperties properties,
                ObjectProvider<ReactiveResilience4JCircuitBreakerFactory> factories) {
            CircuitBreakerRegistry registry =
                    factories.getIfAvailable(Breakers::missing).getCircuitBreakerRegistry();
            return new CircuitBreakerGlobalFilter(
                    new RouteBreakers(registry, properties.circuitBreaker(), Schedulers.parallel()));
        }

        @Bean
        AttemptGlobalFilter limiterAttemptGlobalFilter(LimiterGatewayProperties properties) {
            LimiterGatewayProperties.CircuitBreaker breaker = properties.circuitBreaker();
            return new AttemptGlobalFilter(breaker.timeout(), breaker.statuses(), Schedulers.parallel());
        }

        @Bean
        RouteUnavailableHandler limiterRouteUnavailableHandler() {
            return new RouteUnavailableHandler();
        }

        static ReactiveResilience4JCircuitBreakerFactory missing() {
            throw MissingBreakers.exception();
        }
    }

    /** Where they are to, and cannot: that must not go unnoticed. */
    @Configuration(proxyBeanMethods = false)
    @Lazy(false)
    @ConditionalOnProperty("limiter.gateway.circuit-breaker.enabled")
    @ConditionalOnMissingClass(
            "org.springframework.cloud.circuitbreaker.resilience4j.ReactiveResilience4JCircuitBreakerFactory")
    static class MissingBreakers {

        MissingBreakers() {
            throw exception();
        }

        static InvalidConfigurationException exception() {
            return new InvalidConfigurationException(
                    "limiter.gateway.circuit-breaker.enabled",
                    true,
                    "needs Spring Cloud CircuitBreaker with Resilience4j, which is not there or switched off",
                    "Add org.springframework.cloud:spring-cloud-starter-circuitbreaker-reactor-resilience4j, and leave"
                            + " spring.cloud.circuitbreaker.resilience4j.enabled alone");
        }
    }
}

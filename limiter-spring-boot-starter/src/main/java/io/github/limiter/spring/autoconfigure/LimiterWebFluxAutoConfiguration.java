package io.github.limiter.spring.autoconfigure;

import io.github.limiter.ban.Witness;
import io.github.limiter.guard.Guard;
import io.github.limiter.load.AdaptiveLoad;
import io.github.limiter.risk.RiskGuard;
import io.github.limiter.spring.ban.BanGate;
import io.github.limiter.spring.captcha.ChallengePage;
import io.github.limiter.spring.interceptor.CallScopeAccessor;
import io.github.limiter.spring.interceptor.GuardedMethods;
import io.github.limiter.spring.load.LoadWebFilter;
import io.github.limiter.spring.policy.BlacklistRules;
import io.github.limiter.spring.policy.PolicyFactory;
import io.github.limiter.spring.watch.Watch;
import io.github.limiter.spring.web.RateLimitFields;
import io.github.limiter.spring.web.RequestPolicies;
import io.github.limiter.spring.web.UnwatchedRequests;
import io.github.limiter.spring.web.reactive.EarlyWebFilter;
import io.github.limiter.spring.web.reactive.ExchangeCallScopes;
import io.github.limiter.spring.web.reactive.ExchangeCallers;
import io.github.limiter.spring.web.reactive.ExchangeDevices;
import io.github.limiter.spring.web.reactive.ExchangeEntrance;
import io.github.limiter.spring.web.reactive.ExchangeRequestFacts;
import io.github.limiter.spring.web.reactive.ExchangeScopeFilter;
import io.github.limiter.spring.web.reactive.ExchangeWitness;
import io.github.limiter.spring.web.reactive.LimiterHandlerAdapter;
import io.github.limiter.spring.web.reactive.PlainHandlers;
import io.github.limiter.spring.web.reactive.ProblemServerRejectionHandler;
import io.github.limiter.spring.web.reactive.RejectionAdvice;
import io.github.limiter.spring.web.reactive.RejectionWebExceptionHandler;
import io.github.limiter.spring.web.reactive.RiskWebFilter;
import io.github.limiter.spring.web.reactive.RoutingHandlers;
import io.github.limiter.spring.web.reactive.ServerRejectionHandler;
import io.github.limiter.spring.web.reactive.ServerUserResolver;
import io.github.limiter.spring.web.reactive.SheddingWebFilter;
import io.github.limiter.spring.web.reactive.UserWebFilter;
import io.github.limiter.subject.DeviceResolver;
import io.github.limiter.time.TimeSource;
import java.security.Principal;
import java.util.List;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.cors.reactive.CorsConfigurationSource;
import org.springframework.web.reactive.DispatcherHandler;
import org.springframework.web.reactive.HandlerAdapter;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.config.WebFluxConfigurer;

/** Limits in a reactive application: who calls, policies by path, and what refused callers are answered. */
@AutoConfiguration(after = LimiterAutoConfiguration.class)
@ConditionalOnWebApplication(type = Type.REACTIVE)
@ConditionalOnClass({DispatcherHandler.class, WebFluxConfigurer.class})
@ConditionalOnProperty(prefix = "limiter", name = "enabled", matchIfMissing = true)
@Import({
    WatchConfiguration.class,
    BanGateConfiguration.class,
    EdgeConfiguration.class,
    ReactiveCaptchaConfiguration.class
})
public final class LimiterWebFluxAutoConfiguration {

    private static final String USERS = "limiterServerUserResolver";
    private static final String CORS_OF_SECURITY = "corsConfigurationSource";

    /** Made by Spring. */
    public LimiterWebFluxAutoConfiguration() {}

    @Bean(USERS)
    @ConditionalOnMissingBean
    ServerUserResolver limiterServerUserResolver(ConfigurableBeanFactory beans) {
        boolean security = ClassUtils.isPresent(SecurityUser.NEEDS, beans.getBeanClassLoader());
        return exchange -> exchange.getPrincipal()
                .filter(principal -> !security || SecurityUser.isLoggedIn(principal))
                .map(Principal::getName);
    }

    @Bean
    ExchangeCallers limiterExchangeCallers(LimiterProperties properties, ServerUserResolver users) {
        return new ExchangeCallers(ClientAddresses.resolver(properties.clientIp()), users);
    }

    @Bean
    @ConditionalOnMissingBean(DeviceResolver.class)
    ExchangeDevices limiterExchangeDevices(LimiterProperties properties, TimeSource time) {
        return new ExchangeDevices(DeviceSecrets.devices(properties, time));
    }

    @Bean
    RateLimitFields limiterRateLimitFields(LimiterProperties properties) {
        return new RateLimitFields(properties.headers());
    }

    @Bean
    ExchangeCallScopes limiterExchangeCallScopes(ExchangeCallers callers, RateLimitFields fields) {
        return new ExchangeCallScopes(callers, fields);
    }

    @Bean
    ExchangeScopeFilter limiterExchangeScopeFilter(ExchangeCallScopes scopes) {
        return new ExchangeScopeFilter(scopes);
    }

    @Bean
    EarlyWebFilter limiterEarlyWebFilter(ExchangeCallScopes scopes, ObjectProvider<BanGate> gate, Watch watch) {
        return new EarlyWebFilter(scopes, gate.getIfAvailable(), watch);
    }

    @Bean
    UserWebFilter limiterUserWebFilter(ExchangeCallScopes scopes, ObjectProvider<BanGate> gate) {
        return new UserWebFilter(scopes, gate.getIfAvailable());
    }

    @Bean
    Witness limiterExchangeWitness() {
        return new ExchangeWitness();
    }

    @Bean
    ExchangeRequestFacts limiterExchangeRequestFacts() {
        return new ExchangeRequestFacts();
    }

    @Bean
    RiskWebFilter limiterRiskWebFilter(
            Guard guard,
            RiskGuard risk,
            ExchangeCallScopes scopes,
            UnwatchedRequests unwatched,
            @Value("${management.endpoints.web.base-path:/actuator}") String management) {
        return new RiskWebFilter(guard, risk, scopes, List.of(management + '/', "/limiter/"), unwatched);
    }

    @Bean
    PlainHandlers limiterPlainHandlers() {
        return new PlainHandlers();
    }

    @Bean
    @ConditionalOnMissingBean
    ServerRejectionHandler limiterServerRejectionHandler(RateLimitFields fields, ObjectProvider<ChallengePage> page) {
        return new ProblemServerRejectionHandler(fields, page.getIfAvailable());
    }

    @Bean
    RejectionWebExceptionHandler limiterRejectionWebExceptionHandler(ServerRejectionHandler handler) {
        return new RejectionWebExceptionHandler(handler);
    }

    @Bean
    RejectionAdvice limiterRejectionAdvice(RejectionWebExceptionHandler rejections) {
        return new RejectionAdvice(rejections);
    }

    @Bean
    @ConditionalOnProperty(prefix = "limiter.load.adaptive", name = "enabled")
    LoadWebFilter limiterLoadWebFilter(AdaptiveLoad load) {
        return new LoadWebFilter(load);
    }

    /** Not lazy, even in a lazy application: what is wrong with it is to stop the start. */
    @Bean
    @Lazy(false)
    RequestPolicies limiterRequestPolicies(LimiterProperties properties, PolicyFactory factory, GlobalCharge global) {
        return PropertyPolicies.requests(properties, factory, global);
    }

    @Bean
    ExchangeEntrance limiterExchangeEntrance(Guard guard, ExchangeCallScopes scopes, BlacklistRules blacklists) {
        return new ExchangeEntrance(guard, scopes, blacklists.everywhere());
    }

    @Bean
    LimiterHandlerAdapter limiterHandlerAdapter(
            ExchangeEntrance entrance,
            ObjectProvider<RoutingHandlers> routing,
            GuardedMethods guardedMethods,
            RequestPolicies policies,
            RejectionWebExceptionHandler rejections,
            ObjectProvider<HandlerAdapter> adapters) {
        SingletonSupplier<List<HandlerAdapter>> ordered =
                SingletonSupplier.of(() -> adapters.orderedStream().toList());
        return new LimiterHandlerAdapter(entrance, routing(routing), guardedMethods, policies, rejections, ordered);
    }

    private static RoutingHandlers routing(ObjectProvider<RoutingHandlers> routing) {
        return routing.getIfAvailable(() -> handler -> false);
    }

    @Bean
    SheddingWebFilter limiterSheddingWebFilter(
            Guard guard,
            ExchangeCallScopes scopes,
            LimiterHandlerAdapter limits,
            ObjectProvider<RoutingHandlers> routing,
            ObjectProvider<HandlerMapping> mappings,
            BeanFactory beans) {
        return new SheddingWebFilter(
                guard,
                scopes,
                limits,
                routing(routing),
                () -> mappings.orderedStream().toList(),
                beans.containsBean(CORS_OF_SECURITY)
                        ? beans.getBean(CORS_OF_SECURITY, CorsConfigurationSource.class)
                        : null,
                beans.containsBean(USERS));
    }

    @Bean
    ForwardedHeadersWarning limiterForwardedHeadersWarning(Environment environment) {
        return new ForwardedHeadersWarning(environment);
    }

    /** Only where Micrometer's context propagation is there. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "io.micrometer.context.ThreadLocalAccessor")
    static class ContextPropagation {

        ContextPropagation() {
            CallScopeAccessor.register();
        }
    }
}

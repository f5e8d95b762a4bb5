package io.github.limiter.spring.autoconfigure;

import io.github.limiter.ban.Witness;
import io.github.limiter.guard.Guard;
import io.github.limiter.load.AdaptiveLoad;
import io.github.limiter.risk.RiskGuard;
import io.github.limiter.spring.ban.BanGate;
import io.github.limiter.spring.captcha.ChallengePage;
import io.github.limiter.spring.interceptor.DetachedCallScopes;
import io.github.limiter.spring.interceptor.GuardedMethods;
import io.github.limiter.spring.load.DepartureListener;
import io.github.limiter.spring.load.LoadFilter;
import io.github.limiter.spring.policy.BlacklistRules;
import io.github.limiter.spring.policy.PolicyFactory;
import io.github.limiter.spring.watch.Watch;
import io.github.limiter.spring.web.CrossOrigin;
import io.github.limiter.spring.web.EarlyFilter;
import io.github.limiter.spring.web.HandlerLookup;
import io.github.limiter.spring.web.HeldHandlers;
import io.github.limiter.spring.web.HeldReturnValueHandler;
import io.github.limiter.spring.web.LimiterHandlerInterceptor;
import io.github.limiter.spring.web.MalformedRequestMarker;
import io.github.limiter.spring.web.ProblemRejectionHandler;
import io.github.limiter.spring.web.RateLimitFields;
import io.github.limiter.spring.web.RejectionExceptionResolver;
import io.github.limiter.spring.web.RejectionHandler;
import io.github.limiter.spring.web.RequestPolicies;
import io.github.limiter.spring.web.RiskFilter;
import io.github.limiter.spring.web.ServletCallScopes;
import io.github.limiter.spring.web.ServletCallers;
import io.github.limiter.spring.web.ServletDevices;
import io.github.limiter.spring.web.ServletRequestFacts;
import io.github.limiter.spring.web.ServletWitness;
import io.github.limiter.spring.web.SheddingFilter;
import io.github.limiter.spring.web.UnwatchedRequests;
import io.github.limiter.spring.web.UserFilter;
import io.github.limiter.spring.web.UserResolver;
import io.github.limiter.subject.DeviceResolver;
import io.github.limiter.time.TimeSource;
import jakarta.servlet.DispatcherType;
import java.security.Principal;
import java.util.List;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Primary;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.web.cors.CorsConfigurationSource;
import org.springframework.web.method.support.HandlerMethodReturnValueHandler;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Limits in a servlet application: who calls, policies by path, and what refused callers are answered. */
@AutoConfiguration(after = LimiterAutoConfiguration.class)
@ConditionalOnWebApplication(type = Type.SERVLET)
@ConditionalOnClass({DispatcherServlet.class, WebMvcConfigurer.class})
@ConditionalOnProperty(prefix = "limiter", name = "enabled", matchIfMissing = true)
@Import({
    WatchConfiguration.class,
    BanGateConfiguration.class,
    EdgeConfiguration.class,
    ServletCaptchaConfiguration.class
})
public final class LimiterWebMvcAutoConfiguration {

    private static final String USERS = "limiterUserResolver";
    private static final String CORS_OF_SECURITY = "corsConfigurationSource";

    /** Made by Spring. */
    public LimiterWebMvcAutoConfiguration() {}

    @Bean(USERS)
    @ConditionalOnMissingBean
    UserResolver limiterUserResolver() {
        return request -> {
            Principal principal = request.getUserPrincipal();
            return principal == null ? null : principal.getName();
        };
    }

    @Bean
    ServletCallers limiterServletCallers(LimiterProperties properties, UserResolver users) {
        return new ServletCallers(ClientAddresses.resolver(properties.clientIp()), users);
    }

    @Bean
    @ConditionalOnMissingBean(DeviceResolver.class)
    ServletDevices limiterServletDevices(LimiterProperties properties, TimeSource time) {
        return new ServletDevices(DeviceSecrets.devices(properties, time));
    }

    @Bean
    RateLimitFields limiterRateLimitFields(LimiterProperties properties) {
        return new RateLimitFields(properties.headers());
    }

    @Bean
    @Primary
    ServletCallScopes limiterServletCallScopes(
            ServletCallers callers, RateLimitFields fields, DetachedCallScopes outside) {
        return new ServletCallScopes(callers, fields, outside);
    }

    @Bean
    @ConditionalOnMissingBean
    RejectionHandler limiterRejectionHandler(RateLimitFields fields, ObjectProvider<ChallengePage> page) {
        return new ProblemRejectionHandler(fields, page.getIfAvailable());
    }

    @Bean
    RejectionExceptionResolver limiterRejectionExceptionResolver(RejectionHandler handler) {
        return new RejectionExceptionResolver(handler);
    }

    @Bean
    MalformedRequestMarker limiterMalformedRequestMarker() {
        return new MalformedRequestMarker();
    }

    @Bean
    FilterRegistrationBean<EarlyFilter> limiterEarlyFilter(
            ServletCallScopes scopes,
            ObjectProvider<BanGate> gate,
            RejectionExceptionResolver rejections,
            Watch watch) {
        return earlyFilter(scopes, gate, rejections, watch);
    }

    /** One for each server. */
    static FilterRegistrationBean<EarlyFilter> earlyFilter(
            ServletCallScopes scopes,
            ObjectProvider<BanGate> gate,
            RejectionExceptionResolver rejections,
            Watch watch) {
        FilterRegistrationBean<EarlyFilter> registration =
                new FilterRegistrationBean<>(new EarlyFilter(scopes, gate.getIfAvailable(), rejections, watch));
        registration.setOrder(EarlyFilter.ORDER);
        registration.setDispatcherTypes(DispatcherType.REQUEST);
        return registration;
    }

    /** Before all others, as all that they do takes time. */
    @Bean
    @ConditionalOnProperty(prefix = "limiter.load.adaptive", name = "enabled")
    FilterRegistrationBean<LoadFilter> limiterLoadFilter(AdaptiveLoad load) {
        FilterRegistrationBean<LoadFilter> registration = new FilterRegistrationBean<>(new LoadFilter(load));
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        registration.setDispatcherTypes(DispatcherType.REQUEST);
        return registration;
    }

    @Bean
    @ConditionalOnProperty(prefix = "limiter.load.adaptive", name = "enabled")
    DepartureListener limiterDepartureListener() {
        return new DepartureListener();
    }

    @Bean
    FilterRegistrationBean<SheddingFilter> limiterSheddingFilter(
            Guard guard,
            ServletCallScopes scopes,
            ObjectProvider<HandlerMapping> mappings,
            ObjectProvider<DispatcherServlet> dispatchers,
            BeanFactory beans) {
        FilterRegistrationBean<SheddingFilter> registration = new FilterRegistrationBean<>(new SheddingFilter(
                guard,
                new HandlerLookup(mappings::orderedStream, dispatchers::stream),
                scopes,
                new CrossOrigin(() -> beans.containsBean(CORS_OF_SECURITY)
                        ? beans.getBean(CORS_OF_SECURITY, CorsConfigurationSource.class)
                        : null),
                beans.containsBean(USERS)));
        registration.setOrder(SheddingFilter.ORDER);
        registration.setDispatcherTypes(DispatcherType.REQUEST);
        return registration;
    }

    @Bean
    FilterRegistrationBean<UserFilter> limiterUserFilter(ServletCallScopes scopes, ObjectProvider<BanGate> gate) {
        FilterRegistrationBean<UserFilter> registration =
                new FilterRegistrationBean<>(new UserFilter(scopes, gate.getIfAvailable()));
        registration.setOrder(UserFilter.ORDER);
        registration.setDispatcherTypes(DispatcherType.REQUEST);
        return registration;
    }

    @Bean
    Witness limiterServletWitness() {
        return new ServletWitness();
    }

    @Bean
    ServletRequestFacts limiterServletRequestFacts() {
        return new ServletRequestFacts();
    }

    @Bean
    FilterRegistrationBean<RiskFilter> limiterRiskFilter(
            Guard guard,
            RiskGuard risk,
            ServletCallScopes scopes,
            UnwatchedRequests unwatched,
            @Value("${spring.mvc.servlet.path:}") String mapped,
            @Value("${management.endpoints.web.base-path:/actuator}") String management) {
        String base = mapped.replaceFirst("/+$", "");
        // The limiter's own pages are the way out of a challenge.
        FilterRegistrationBean<RiskFilter> registration = new FilterRegistrationBean<>(
                new RiskFilter(guard, risk, scopes, List.of(base + management + '/', base + "/limiter/"), unwatched));
        registration.setOrder(RiskFilter.ORDER);
        registration.setDispatcherTypes(DispatcherType.REQUEST);
        return registration;
    }

    /** Not lazy, even in a lazy application: what is wrong with it is to stop the start. */
    @Bean
    @Lazy(false)
    RequestPolicies limiterRequestPolicies(LimiterProperties properties, PolicyFactory factory, GlobalCharge global) {
        return PropertyPolicies.requests(properties, factory, global);
    }

    @Bean
    ServletPathWarning limiterServletPathWarning(Environment environment, LimiterProperties properties) {
        return new ServletPathWarning(environment, properties.ban());
    }

    @Bean
    HeldHandlers limiterHeldHandlers() {
        return new HeldHandlers();
    }

    @Bean
    WebMvcConfigurer limiterWebMvcConfigurer(
            Guard guard,
            GuardedMethods guardedMethods,
            RequestPolicies policies,
            ServletCallScopes scopes,
            BlacklistRules blacklists) {
        return new WebMvcConfigurer() {
            @Override
            public void addInterceptors(InterceptorRegistry registry) {
                registry.addInterceptor(new LimiterHandlerInterceptor(
                                guard, guardedMethods, policies, scopes, blacklists.everywhere()))
                        .order(Ordered.HIGHEST_PRECEDENCE);
            }

            @Override
            public void addReturnValueHandlers(List<HandlerMethodReturnValueHandler> handlers) {
                handlers.add(new HeldReturnValueHandler());
            }
        };
    }
}

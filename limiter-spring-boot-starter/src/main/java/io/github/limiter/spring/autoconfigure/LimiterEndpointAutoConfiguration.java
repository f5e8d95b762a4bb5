package io.github.limiter.spring.autoconfigure;

import io.github.limiter.ban.Bans;
import io.github.limiter.guard.Policies;
import io.github.limiter.guard.PolicyChanges;
import io.github.limiter.guard.RecentDecisions;
import io.github.limiter.load.Load;
import io.github.limiter.spring.actuate.LimiterEndpoint;
import io.github.limiter.spring.actuate.SubjectText;
import io.github.limiter.spring.actuate.UnknownFields;
import io.github.limiter.spring.web.OperatorBody;
import io.github.limiter.spring.web.OperatorBodyFilter;
import io.github.limiter.spring.web.reactive.OperatorBodyWebFilter;
import io.github.limiter.subject.DimensionRegistry;
import java.util.Objects;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.DispatcherHandler;
import org.springframework.web.servlet.DispatcherServlet;

/** The actuator endpoint {@code limiter}, where the application exposes it. */
@AutoConfiguration(after = LimiterAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnAvailableEndpoint(endpoint = LimiterEndpoint.class)
public final class LimiterEndpointAutoConfiguration {

    /** Made by Spring. */
    public LimiterEndpointAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    LimiterEndpoint limiterEndpoint(
            LimiterProperties properties,
            Policies policies,
            PolicyChanges changes,
            RecentDecisions decisions,
            Bans bans,
            Load load,
            DimensionRegistry dimensions) {
        return new LimiterEndpoint(
                properties.endpoint().role(),
                policies,
                changes,
                decisions,
                bans,
                load,
                new SubjectText(
                        properties.clientIp().ipv6Prefix(),
                        dimensions,
                        ClientAddresses.trustedProxies(properties.clientIp())));
    }

    @Bean
    UnknownFields limiterUnknownFields() {
        return new UnknownFields();
    }

    /** Its path is known once all endpoints are. */
    @Bean
    OperatorBody limiterOperatorBody(ObjectProvider<PathMappedEndpoints> endpoints) {
        EndpointId id = EndpointId.of(LimiterEndpoint.ID);
        return new OperatorBody(() -> endpoints.stream()
                .map(each -> each.getPath(id))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null));
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = Type.SERVLET)
    @ConditionalOnClass(DispatcherServlet.class)
    static class WithServlets {

        @Bean
        FilterRegistrationBean<OperatorBodyFilter> limiterOperatorBodyFilter(OperatorBody body) {
            return new FilterRegistrationBean<>(new OperatorBodyFilter(body));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = Type.REACTIVE)
    @ConditionalOnClass(DispatcherHandler.class)
    static class WithoutServlets {

        @Bean
        OperatorBodyWebFilter limiterOperatorBodyWebFilter(OperatorBody body) {
            return new OperatorBodyWebFilter(body);
        }
    }
}

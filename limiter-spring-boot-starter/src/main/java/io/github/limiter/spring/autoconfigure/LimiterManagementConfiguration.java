package io.github.limiter.spring.autoconfigure;

import io.github.limiter.spring.ban.BanGate;
import io.github.limiter.spring.watch.Watch;
import io.github.limiter.spring.web.EarlyFilter;
import io.github.limiter.spring.web.OperatorBody;
import io.github.limiter.spring.web.OperatorBodyFilter;
import io.github.limiter.spring.web.RejectionExceptionResolver;
import io.github.limiter.spring.web.ServletCallScopes;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.web.servlet.DispatcherServlet;

/**
 * What stands before the actuator on a port of its own, {@code management.server.port}: its server takes no filters of the
 * application. A reactive one does.
 */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
@ConditionalOnWebApplication(type = Type.SERVLET)
@ConditionalOnClass(DispatcherServlet.class)
@ConditionalOnBean(RejectionExceptionResolver.class)
final class LimiterManagementConfiguration {

    @Bean
    FilterRegistrationBean<EarlyFilter> limiterManagementFilter(
            ServletCallScopes scopes,
            ObjectProvider<BanGate> gate,
            RejectionExceptionResolver rejections,
            Watch watch) {
        return LimiterWebMvcAutoConfiguration.earlyFilter(scopes, gate, rejections, watch);
    }

    @Bean
    @ConditionalOnBean(OperatorBody.class)
    FilterRegistrationBean<OperatorBodyFilter> limiterManagementBodyFilter(OperatorBody body) {
        return new FilterRegistrationBean<>(new OperatorBodyFilter(body));
    }
}

package io.github.limiter.spring.autoconfigure;

import io.github.limiter.captcha.PassResolver;
import io.github.limiter.spring.captcha.CaptchaEndpoints;
import io.github.limiter.spring.web.CaptchaFilter;
import io.github.limiter.spring.web.ServletCallScopes;
import io.github.limiter.spring.web.ServletPasses;
import jakarta.servlet.DispatcherType;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The CAPTCHA endpoints in a servlet application. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(prefix = "limiter.captcha", name = "enabled", matchIfMissing = true)
@Import(CaptchaConfiguration.class)
class ServletCaptchaConfiguration {

    @Bean
    @ConditionalOnMissingBean(PassResolver.class)
    ServletPasses limiterServletPasses() {
        return new ServletPasses();
    }

    @Bean
    FilterRegistrationBean<CaptchaFilter> limiterCaptchaFilter(CaptchaEndpoints endpoints, ServletCallScopes scopes) {
        FilterRegistrationBean<CaptchaFilter> registration =
                new FilterRegistrationBean<>(new CaptchaFilter(endpoints, scopes));
        registration.setOrder(CaptchaFilter.ORDER);
        registration.setDispatcherTypes(DispatcherType.REQUEST);
        return registration;
    }
}

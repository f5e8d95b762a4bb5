package io.github.limiter.spring.autoconfigure;

import io.github.limiter.spring.captcha.CaptchaEndpoints;
import io.github.limiter.spring.web.reactive.CaptchaWebFilter;
import io.github.limiter.spring.web.reactive.ExchangeCallScopes;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The CAPTCHA endpoints in a reactive application. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(prefix = "limiter.captcha", name = "enabled", matchIfMissing = true)
@Import(CaptchaConfiguration.class)
class ReactiveCaptchaConfiguration {

    @Bean
    CaptchaWebFilter limiterCaptchaWebFilter(CaptchaEndpoints endpoints, ExchangeCallScopes scopes) {
        return new CaptchaWebFilter(endpoints, scopes);
    }
}

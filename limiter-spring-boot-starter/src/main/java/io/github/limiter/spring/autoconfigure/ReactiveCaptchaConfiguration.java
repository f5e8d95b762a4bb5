package io.github.limiter.spring.autoconfigure;

import io.github.limiter.captcha.PassResolver;
import io.github.limiter.spring.captcha.CaptchaEndpoints;
import io.github.limiter.spring.web.reactive.CaptchaWebFilter;
import io.github.limiter.spring.web.reactive.ExchangeCallScopes;
import io.github.limiter.spring.web.reactive.ExchangePasses;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
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
    @ConditionalOnMissingBean(PassResolver.class)
    ExchangePasses limiterExchangePasses() {
        return new ExchangePasses();
    }

    @Bean
    CaptchaWebFilter limiterCaptchaWebFilter(CaptchaEndpoints endpoints, ExchangeCallScopes scopes) {
        return new CaptchaWebFilter(endpoints, scopes);
    }
}

package io.github.limiter.spring.autoconfigure;

import io.github.limiter.spring.actuate.EventMeters;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What is counted for whoever monitors the application, where Micrometer is there. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(MeterBinder.class)
class MeterConfiguration {

    @Bean
    @ConditionalOnMissingBean
    EventMeters limiterEventMeters() {
        return new EventMeters();
    }
}

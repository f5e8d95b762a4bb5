package io.github.limiter.spring.autoconfigure;

import io.github.limiter.store.LimiterStore;
import io.github.limiter.store.MemoryStore;
import io.github.limiter.time.TimeSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Where counts are kept. */
@Configuration(proxyBeanMethods = false)
class StoreConfiguration {

    private static final Logger log = LoggerFactory.getLogger(LimiterStore.class);

    @Bean
    @ConditionalOnMissingBean
    LimiterStore limiterStore(LimiterProperties properties, TimeSource time) {
        int maxKeys = properties.memory().maxKeys();
        log.info("Limits are counted in memory, for this node alone, at most {} keys", maxKeys);
        return new MemoryStore(maxKeys, time);
    }
}

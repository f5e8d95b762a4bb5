package io.github.limiter.spring.autoconfigure;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;

/** The limiter in a Spring Boot application; {@code limiter.enabled=false} turns all of it off. */
@AutoConfiguration
@ConditionalOnProperty(prefix = "limiter", name = "enabled", matchIfMissing = true)
public final class LimiterAutoConfiguration {

    /** Made by Spring. */
    public LimiterAutoConfiguration() {}
}

package io.github.limiter.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;

class LimiterAutoConfigurationTests {

    private final WebApplicationContextRunner runner =
            new WebApplicationContextRunner().withConfiguration(AutoConfigurations.of(LimiterAutoConfiguration.class));

    @Test
    void isOnByDefault() {
        runner.run(context -> assertThat(context).hasSingleBean(LimiterAutoConfiguration.class));
    }

    @Test
    void isOffWhenDisabled() {
        runner.withPropertyValues("limiter.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(LimiterAutoConfiguration.class));
    }
}

package io.github.limiter.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.guard.Guard;
import io.github.limiter.guard.RejectedException;
import org.junit.jupiter.api.Test;
import org.springframework.aop.support.AopUtils;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class LimiterAutoConfigurationTests {

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(LimiterAutoConfiguration.class))
            .withBean(Orders.class);

    static class Orders {

        @RateLimit(dimension = "interface", limit = 1)
        public String create() {
            return "created";
        }
    }

    @Test
    void limitsAnnotatedMethodsOfAnyBean() {
        application.run(context -> {
            Orders orders = context.getBean(Orders.class);
            assertThat(orders.create()).isEqualTo("created");
            assertThatExceptionOfType(RejectedException.class)
                    .isThrownBy(orders::create)
                    .withMessageContaining("orders-create");
        });
    }

    @Test
    void leavesBeansAloneWhenDisabled() {
        application.withPropertyValues("limiter.enabled=false").run(context -> {
            assertThat(AopUtils.isAopProxy(context.getBean(Orders.class))).isFalse();
            assertThat(context).hasSingleBean(Guard.class);
        });
    }
}

package io.github.limiter.spring.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.spring.autoconfigure.LimiterAutoConfiguration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** A class may have many limits: one that works must not hide one that cannot. */
class EveryMistakeStopsTheStartTests {

    private final ApplicationContextRunner application =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(LimiterAutoConfiguration.class));

    interface Api {

        @RateLimit(dimension = "interface")
        void first();

        @RateLimit(dimension = "interface", algorithm = "unheard-of")
        void second();

        @RateLimit(dimension = "interface")
        void third();
    }

    static class Works implements Api {

        @Override
        public void first() {}

        @Override
        public void second() {}

        @Override
        public void third() {}
    }

    static class Private {

        @RateLimit(dimension = "interface")
        public void first() {}

        @RateLimit(dimension = "interface")
        private void second() {}

        @RateLimit(dimension = "interface")
        public void third() {}
    }

    @ParameterizedTest(name = "spring.aop.proxy-target-class={0}")
    @ValueSource(booleans = {true, false})
    void whateverTheKindOfProxy(boolean classProxies) {
        application
                .withPropertyValues("spring.aop.proxy-target-class=" + classProxies)
                .withBean(Api.class, Works::new)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasMessageContaining("Works.second: algorithm: 'unheard-of' is not known"));
    }

    @ParameterizedTest(name = "spring.aop.proxy-target-class={0}")
    @ValueSource(booleans = {true, false})
    void evenOnAMethodThatNoProxySees(boolean classProxies) {
        application
                .withPropertyValues("spring.aop.proxy-target-class=" + classProxies)
                .withBean(Private.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasMessageContaining("Private.second: method: 'second' is private"));
    }
}

package io.github.limiter.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.RateLimit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.config.EnableWebFlux;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;

/** What can be a mistake but need not be one is said at start. */
@ExtendWith(OutputCaptureExtension.class)
class StartupWarningTests {

    private final WebApplicationContextRunner application = new WebApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(LimiterAutoConfiguration.class, LimiterWebMvcAutoConfiguration.class))
            .withUserConfiguration(WebMvc.class);

    @Configuration(proxyBeanMethods = false)
    @EnableWebMvc
    static class WebMvc {}

    @Nested
    class AMisspeltProperty {

        @Test
        void isNamed(CapturedOutput output) {
            application
                    .withPropertyValues("limiter.defaults.windw=1m", "limiter.policies.orders.limt=5")
                    .run(context -> {
                        assertThat(context).hasNotFailed();
                        assertThat(output)
                                .contains("limiter.defaults.windw (from ")
                                .contains("limiter.policies.orders.limt (from ")
                                .contains("is no property of limiter and does nothing");
                    });
        }

        @Test
        void isNoneIfAllPropertiesExist(CapturedOutput output) {
            application
                    .withPropertyValues(
                            "limiter.defaults.window=1m",
                            "limiter.allow-list=192.0.2.0/24",
                            "limiter.clientIp.trustedProxies[0]=10.0.0.0/8",
                            "limiter.tiers.P0.failure-mode=closed",
                            "limiter.policies.orders.match=/orders",
                            "limiterless.property=1")
                    .run(context -> assertThat(output).doesNotContain("is no property of limiter"));
        }
    }

    @Nested
    class APolicyThatNothingUses {

        static class Orders {

            @RateLimit(name = "orders")
            public void create() {}
        }

        private final WebApplicationContextRunner orders = application.withUserConfiguration(Orders.class);

        @Test
        void isNamedWhereAScheduleDiscardsIt(CapturedOutput output) {
            orders.withPropertyValues(
                            "limiter.load.schedule.night.cron=0 0 22 * * *",
                            "limiter.load.schedule.night.duration=8h",
                            "limiter.load.schedule.night.policies=orders, reprots")
                    .run(context -> assertThat(output)
                            .contains("limiter.load.schedule.night.policies names reprots, but there is no such policy")
                            .doesNotContain("names orders"));
        }

        @Test
        void isNamedBesideThoseThatThereAre(CapturedOutput output) {
            orders.withPropertyValues("limiter.policies.order.limit=5", "limiter.policies.path.match=/path")
                    .run(
                            context -> assertThat(output)
                                    .contains("limiter.policies.order is used by nothing")
                                    .contains(
                                            "Known policies: [captcha-answer, captcha-issue, captcha-issue-network, orders, path]"));
        }

        @Test
        void isNamedOnce(CapturedOutput output) {
            orders.withPropertyValues("limiter.policies.order.limit=5").run(context -> {
                try (var child = new AnnotationConfigApplicationContext()) {
                    child.setParent(context);
                    child.refresh();
                    assertThat(output).containsOnlyOnce("limiter.policies.order is used by nothing");
                }
            });
        }

        @Test
        void isNoneIfAllAreUsedOrNothingIsLimited(CapturedOutput output) {
            orders.withPropertyValues("limiter.policies.orders.limit=5")
                    .run(context -> assertThat(output).doesNotContain("is used by nothing"));
            orders.withPropertyValues("limiter.policies.order.limit=5", "limiter.enabled=false")
                    .run(context -> assertThat(output).doesNotContain("is used by nothing"));
        }
    }

    @Nested
    class ALossByRounding {

        @RateLimit(algorithm = "token-bucket", limit = 700_000, window = "1s")
        static class Fast {

            public void one() {}

            public void two() {}
        }

        @Test
        void isToldOnceForAPolicy(CapturedOutput output) {
            application
                    .withUserConfiguration(Fast.class)
                    .run(context -> assertThat(output)
                            .containsOnlyOnce("A quota of 700000 per PT1S is counted as one unit each 2 microseconds"));
        }
    }

    @Nested
    class ATrapOutsideOfTheApplication {

        private static final String PATHS = "limiter.ban.honeypot.paths=/.env,/api/.git,/apis/**";

        @Test
        void isNamed(CapturedOutput output) {
            application
                    .withPropertyValues(PATHS, "spring.mvc.servlet.path=/api")
                    .run(context -> {
                        assertThat(context).hasNotFailed();
                        assertThat(output)
                                .contains("limiter.ban.honeypot.paths: [/.env, /apis/**] never springs")
                                .contains("spring.mvc.servlet.path=/api")
                                .contains("below /api, such as /api/.env");
                    });
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "spring.mvc.servlet.path=/",
                    "server.servlet.context-path=/api",
                    "spring.mvc.servlet.path=/api,server.servlet.register-default-servlet=true",
                    "spring.mvc.servlet.path=/api,limiter.ban.honeypot.strikes=0",
                    "spring.mvc.servlet.path=/api,limiter.ban.enabled=false",
                    "spring.mvc.servlet.path=/api/,limiter.ban.honeypot.paths=/api/.env"
                })
        void isNoneElsewhere(String properties, CapturedOutput output) {
            application
                    .withPropertyValues(PATHS)
                    .withPropertyValues(properties.split(","))
                    .run(context -> {
                        assertThat(context).hasNotFailed();
                        assertThat(output).doesNotContain("never springs");
                    });
        }
    }

    @Nested
    class ForwardedHeadersInAReactiveApplication {

        private final ReactiveWebApplicationContextRunner reactive = new ReactiveWebApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(LimiterAutoConfiguration.class, LimiterWebFluxAutoConfiguration.class))
                .withUserConfiguration(WebFlux.class);

        @Configuration(proxyBeanMethods = false)
        @EnableWebFlux
        static class WebFlux {}

        @Test
        void believedByTheFramework(CapturedOutput output) {
            reactive.withPropertyValues("server.forward-headers-strategy=FRAMEWORK")
                    .run(context -> assertThat(output)
                            .contains("server.forward-headers-strategy=framework")
                            .contains("limiter.client-ip.trusted-proxies"));
        }

        @Test
        void believedByNobody(CapturedOutput output) {
            reactive.withPropertyValues("server.forward-headers-strategy=none").run(context -> {
                assertThat(context).hasNotFailed();
                assertThat(output).doesNotContain("server.forward-headers-strategy");
            });
        }
    }
}

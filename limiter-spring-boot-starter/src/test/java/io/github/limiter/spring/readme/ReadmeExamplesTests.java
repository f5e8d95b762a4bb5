package io.github.limiter.spring.readme;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.load.Load;
import io.github.limiter.load.LoadLevel;
import io.github.limiter.spring.Applications;
import io.github.limiter.spring.autoconfigure.LimiterAutoConfiguration;
import io.github.limiter.spring.autoconfigure.LimiterWebMvcAutoConfiguration;
import io.github.limiter.store.redis.TestRedis;
import io.github.limiter.time.ManualTime;
import io.github.limiter.time.TimeSource;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MockMvcTester.MockMvcRequestBuilder;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;

/** The examples of README.md do what it says of them. */
class ReadmeExamplesTests {

    private final ManualTime time = new ManualTime(Instant.parse("2026-01-01T00:00:00Z"));

    private WebApplicationContextRunner application = new WebApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(LimiterAutoConfiguration.class, LimiterWebMvcAutoConfiguration.class))
            .withUserConfiguration(WebMvc.class)
            .withBean(TimeSource.class, () -> time);

    @Nested
    class FirstLimit {

        @Test
        void fiveCallsInTenSecondsAndTheSixthIsToldWhenToComeBack() {
            run(HelloController.class, web -> {
                for (int call = 1; call <= 5; call++) {
                    assertThat(web.get("/hello", null).getStatus()).isEqualTo(200);
                    time.advance(Duration.ofSeconds(1));
                }
                MockHttpServletResponse refusal = web.get("/hello", null);
                assertThat(refusal.getStatus()).isEqualTo(429);
                assertThat(refusal.getHeader("Retry-After")).isEqualTo("5");

                time.advance(Duration.ofSeconds(5));
                assertThat(web.get("/hello", null).getStatus()).isEqualTo(200);
            });
        }
    }

    @Nested
    class TwoLimits {

        @Test
        void fortyOrdersAtOnceAndTwentyASecond() {
            run(OrderController.class, web -> {
                for (int call = 1; call <= 40; call++) {
                    assertThat(web.post("/orders", "carol").getStatus()).isEqualTo(200);
                }
                assertThat(web.post("/orders", "carol").getStatus()).isEqualTo(429);
                assertThat(web.post("/orders", "dave").getStatus()).isEqualTo(200);

                time.advance(Duration.ofMillis(50));
                assertThat(web.post("/orders", "carol").getStatus()).isEqualTo(200);
                assertThat(web.post("/orders", "carol").getStatus()).isEqualTo(429);
            });
        }

        @Test
        void aCallThatTheUserLimitRefusesCostsTheAddressNothing() {
            run(OrderController.class, web -> {
                for (int call = 1; call <= 50; call++) {
                    web.post("/orders", "carol");
                }
                assertThat(web.post("/orders", "dave").getHeader("RateLimit"))
                        .contains("\"order-controller-create-2\";r=259;");
            });
        }
    }

    @Nested
    class Keys {

        @Test
        void everyCouponHasACountOfItsOwn() {
            run(CouponController.class, web -> {
                for (int call = 1; call <= 3; call++) {
                    assertThat(web.post("/coupons/7/claim", "carol").getStatus())
                            .isEqualTo(200);
                }
                assertThat(web.post("/coupons/7/claim", "carol").getStatus()).isEqualTo(429);
                assertThat(web.post("/coupons/8/claim", "carol").getStatus()).isEqualTo(200);
                assertThat(web.post("/coupons/7/claim", "dave").getStatus()).isEqualTo(200);
            });
        }
    }

    @Nested
    class Blacklists {

        @Test
        void whoGoesOnAfterHeWasRefusedIsBanned() {
            application
                    .withUserConfiguration(TeaController.class, BanLog.class)
                    .withPropertyValues("limiter.ban.limited.spacing=0s")
                    .run(context -> {
                        Web web = new Web(context);
                        for (int call = 1; call <= 60; call++) {
                            assertThat(web.get("/tea", null).getStatus()).isEqualTo(200);
                        }
                        for (int refusal = 1; refusal <= 3; refusal++) {
                            assertThat(web.get("/tea", null).getStatus()).isEqualTo(429);
                        }
                        assertThat(web.get("/tea", null).getStatus()).isEqualTo(403);
                    });
        }
    }

    @Nested
    class Quotas {

        @Test
        void theCustomersOfAPlanHaveTheirOwn() {
            run(List.of(CouponController.class, Plans.class), web -> {
                for (int call = 1; call <= 30; call++) {
                    assertThat(web.post("/coupons/7/claim", "carol").getStatus())
                            .isEqualTo(200);
                }
                assertThat(web.post("/coupons/7/claim", "carol").getStatus()).isEqualTo(429);
                assertThat(web.post("/coupons/7/claim", "dave").getHeader("RateLimit"))
                        .contains("r=2;");
            });
        }
    }

    @Nested
    class Costs {

        private final String items = String.join(",", Collections.nCopies(600, "1"));

        @Test
        void aCallCostsAsMuchAsItAsksFor() {
            run(List.of(StockController.class, StockController.Partners.class), web -> {
                assertThat(web.post("/stock?source=web&items=" + items, "carol").getStatus())
                        .isEqualTo(200);
                assertThat(web.post("/stock?source=web&items=" + items, "carol").getStatus())
                        .isEqualTo(429);
                assertThat(web.post("/stock?source=web&items=1,2", "carol").getStatus())
                        .isEqualTo(200);
            });
        }

        @Test
        void aCallThatTheConditionLeavesOutCostsNothing() {
            run(List.of(StockController.class, StockController.Partners.class), web -> {
                for (int call = 1; call <= 3; call++) {
                    assertThat(web.post("/stock?source=warehouse&items=" + items, "carol")
                                    .getStatus())
                            .isEqualTo(200);
                }
            });
        }

        @Test
        void aCallThatCanNeverPassIsABadRequest() {
            run(List.of(StockController.class, StockController.Partners.class), web -> {
                assertThat(web.post("/stock?source=web&items=" + items + "," + items, "carol")
                                .getStatus())
                        .isEqualTo(400);
            });
        }
    }

    @Nested
    class LimitsOnAClass {

        @Test
        void holdForAllItsMethodsTogetherButThoseThatAreUnlimited() {
            application = application.withPropertyValues("catalogue.limit=2");
            run(CatalogueController.class, web -> {
                assertThat(web.get("/catalogue", null).getStatus()).isEqualTo(200);
                assertThat(web.get("/catalogue", null).getStatus()).isEqualTo(200);
                assertThat(web.get("/catalogue", null).getStatus()).isEqualTo(429);
                assertThat(web.get("/catalogue/version", null).getStatus()).isEqualTo(200);
            });
        }
    }

    @Nested
    class Refusals {

        @Test
        void aFallbackAnswersInThePlaceOfTheMethod() throws Exception {
            run(RecommendationController.class, web -> {
                for (int call = 1; call <= 100; call++) {
                    web.get("/recommendations?customer=carol", null);
                }
                MockHttpServletResponse answer = web.get("/recommendations?customer=carol", null);
                assertThat(answer.getStatus()).isEqualTo(200);
                assertThat(text(answer)).contains("coffee");
            });
        }

        @Test
        void aRejectionHandlerAnswersInThePlaceOfTheLibrary() {
            run(List.of(HelloController.class, Answers.class), web -> {
                for (int call = 1; call <= 5; call++) {
                    web.get("/hello", null);
                }
                MockHttpServletResponse answer = web.get("/hello", null);
                assertThat(answer.getStatus()).isEqualTo(429);
                assertThat(answer.getHeader("Retry-After")).isEqualTo("11");
                assertThat(text(answer)).startsWith("Slow down, please.");
            });
        }

        @Test
        void anExceptionTellsWhenToComeBack() {
            application.withUserConfiguration(NightlyReport.Bank.class).run(context -> {
                NightlyReport report = new NightlyReport(context.getBean(NightlyReport.Bank.class));
                assertThat(report.balanceOrHint("A")).isEqualTo("A has 100");
                assertThat(report.balanceOrHint("B")).isEqualTo("B has 100");
                time.advance(Duration.ofMinutes(20));
                assertThat(report.balanceOrHint("C")).isEqualTo("ask again in 40 minutes");
            });
        }
    }

    @Nested
    class OutsideOfRequests {

        @Test
        void aConsumerIsHeldUntilItsTurn() {
            time.letSleepersMoveIt(true);
            application.withUserConfiguration(Settlements.class).run(context -> {
                long begin = time.micros();
                for (long order = 1; order <= 11; order++) {
                    context.getBean(Settlements.class).settle(order);
                }
                assertThat(time.micros() - begin).isEqualTo(2_000_000);
            });
        }

        @Test
        void codeMayAskTheGuardItself() {
            application
                    .withUserConfiguration(Mailer.class)
                    .withPropertyValues(
                            "limiter.policies.mail.dimension=interface",
                            "limiter.policies.mail.limit=100",
                            "limiter.policies.mail.window=1d")
                    .run(context -> {
                        Mailer mailer = context.getBean(Mailer.class);
                        assertThat(mailer.send("carol", Collections.nCopies(99, "Hello")))
                                .isTrue();
                        assertThat(mailer.send("carol", List.of("one", "two"))).isFalse();
                        assertThat(mailer.send("carol", List.of("one"))).isTrue();
                        assertThat(mailer.send("dave", List.of("one", "two"))).isTrue();
                    });
        }
    }

    @Test
    void codeMayOrderALoadLevel() {
        application.withUserConfiguration(SaleDay.class).run(context -> {
            SaleDay saleDay = context.getBean(SaleDay.class);
            Load load = context.getBean(Load.class);

            assertThat(saleDay.begins().toCompletableFuture()).isCompleted();
            assertThat(load.state().level()).isEqualTo(LoadLevel.PEAK);
            assertThat(saleDay.exportsMustWait().toCompletableFuture()).isCompleted();
            assertThat(load.state().level()).isEqualTo(LoadLevel.NORMAL);
            assertThat(load.state().policies()).containsExactly("order-controller-export");
            assertThat(saleDay.ends().toCompletableFuture()).isCompleted();
            assertThat(load.state().isCalm()).isTrue();
        });
    }

    @Nested
    class Shadow {

        @Test
        void letsEverybodyThroughAndSaysWhomItWouldHaveRefused() {
            application = application.withPropertyValues("limiter.mode=shadow");
            application
                    .withUserConfiguration(HelloController.class, ShadowLog.class)
                    .run(context -> {
                        Web web = new Web(context);
                        for (int call = 1; call <= 6; call++) {
                            assertThat(web.get("/hello", null).getStatus()).isEqualTo(200);
                        }
                        assertThat(context.getBean(ShadowLog.class).lines())
                                .containsExactly("hello-controller-hello would have refused ip:127.0.0.1");
                    });
        }
    }

    @Nested
    class Extensions {

        private final List<Class<?>> beans =
                List.of(ExtendedController.class, QuietWindow.class, TenantDimension.class);

        @Test
        void anAlgorithmOfOnesOwnDecides() {
            run(beans, web -> {
                for (int call = 1; call <= 3; call++) {
                    assertThat(web.post("/password-reset", "carol@example.com").getStatus())
                            .isEqualTo(200);
                    time.advance(Duration.ofMinutes(9));
                }
                MockHttpServletResponse refusal = web.post("/password-reset", "carol@example.com");
                assertThat(refusal.getStatus()).isEqualTo(429);
                assertThat(refusal.getHeader("Retry-After")).isEqualTo("60");

                time.advance(Duration.ofMinutes(1));
                assertThat(web.post("/password-reset", "carol@example.com").getHeader("RateLimit"))
                        .isEqualTo("\"extended-controller-reset\";r=2;t=600");
            });
        }

        @Test
        void anAlgorithmOfOnesOwnDecidesOnRedisToo() {
            application = application
                    .withConfiguration(AutoConfigurations.of(Applications.bootsRedis()))
                    .withPropertyValues(
                            "spring.data.redis.url=" + TestRedis.uri(),
                            "limiter.redis.key-prefix=" + TestRedis.newPrefix(),
                            "limiter.redis.deadline=2s",
                            "limiter.policies.extended-controller-reset.window=1d");
            run(beans, web -> {
                for (String left : List.of("r=2;t=86400", "r=1;t=86400", "r=0;t=86400")) {
                    assertThat(web.post("/password-reset", "carol@example.com").getHeader("RateLimit"))
                            .endsWith(left);
                }
                MockHttpServletResponse refusal = web.post("/password-reset", "dave@example.com");
                assertThat(refusal.getStatus()).isEqualTo(429);
                assertThat(Integer.parseInt(refusal.getHeader("Retry-After"))).isBetween(86_000, 86_400);
                assertThat(web.post("/password-reset", "erin@example.org").getStatus())
                        .isEqualTo(200);
            });
        }

        @Test
        void aDimensionOfOnesOwnSaysWhoIsCounted() {
            run(beans, web -> {
                assertThat(web.post("/password-reset", "carol@example.com").getStatus())
                        .isEqualTo(200);
                assertThat(web.post("/password-reset", "dave@example.com").getHeader("RateLimit"))
                        .contains("r=1;");
                assertThat(web.post("/password-reset", "erin@example.org").getHeader("RateLimit"))
                        .contains("r=2;");
                assertThat(web.post("/password-reset", null).getStatus()).isEqualTo(403);
            });
        }
    }

    private void run(Class<?> bean, Consumer<Web> test) {
        run(List.of(bean), test);
    }

    private void run(List<Class<?>> beans, Consumer<Web> test) {
        application.withUserConfiguration(beans.toArray(Class<?>[]::new)).run(context -> test.accept(new Web(context)));
    }

    private static String text(MockHttpServletResponse response) {
        return new String(response.getContentAsByteArray(), StandardCharsets.UTF_8);
    }

    /** Sends requests. */
    private static final class Web {

        private final MockMvcTester mvc;

        Web(ApplicationContext context) {
            mvc = MockMvcTester.from((WebApplicationContext) context);
        }

        MockHttpServletResponse get(String uri, String user) {
            return exchange(mvc.get().uri(uri), user);
        }

        MockHttpServletResponse post(String uri, String user) {
            return exchange(mvc.post().uri(uri), user);
        }

        private static MockHttpServletResponse exchange(MockMvcRequestBuilder request, String user) {
            if (user != null) {
                request.principal(() -> user);
            }
            return request.exchange().getResponse();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableWebMvc
    static class WebMvc {}
}

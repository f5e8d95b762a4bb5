package io.github.limiter.spring.web;

import static io.github.limiter.annotation.Algorithms.LEAKY_BUCKET;
import static io.github.limiter.annotation.Dimensions.INTERFACE;
import static io.github.limiter.annotation.Dimensions.IP;
import static io.github.limiter.annotation.Dimensions.USER;
import static io.github.limiter.spring.web.TestRequest.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.algorithm.Counter;
import io.github.limiter.algorithm.RateLimitAlgorithm;
import io.github.limiter.annotation.RateLimit;
import io.github.limiter.guard.Decision;
import io.github.limiter.guard.RecentDecisions;
import io.github.limiter.policy.Quota;
import io.github.limiter.spring.Applications;
import io.github.limiter.spring.Decisions;
import io.github.limiter.spring.autoconfigure.LimiterAutoConfiguration;
import io.github.limiter.spring.autoconfigure.LimiterWebMvcAutoConfiguration;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.DimensionResolver;
import io.github.limiter.subject.Subject;
import io.github.limiter.time.ManualTime;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;

/** What properties and beans change about limits in a servlet application. */
class WebPropertyTests {

    @Configuration(proxyBeanMethods = false)
    @EnableWebMvc
    @Import({Handlers.class, Prices.class, Stock.class, Decisions.class})
    static class Application {}

    static class Prices {

        @RateLimit(name = "prices", dimension = INTERFACE, limit = 50)
        int price() {
            return 1;
        }
    }

    static class Stock {

        @RateLimit(name = "stock", dimension = INTERFACE, limit = 40)
        int count() {
            return 2;
        }
    }

    @RestController
    static class Handlers {

        private final Prices prices;
        private final Stock stock;

        Handlers(Prices prices, Stock stock) {
            this.prices = prices;
            this.stock = stock;
        }

        @RateLimit(name = "by-ip", dimension = IP, limit = 3)
        @GetMapping("/ip")
        String ip() {
            return "ip";
        }

        @RateLimit(name = "by-user", dimension = USER, limit = 3)
        @GetMapping("/user")
        String user() {
            return "user";
        }

        @GetMapping("/beans")
        String beans() {
            return "" + prices.price() + stock.count() + prices.price();
        }

        @RateLimit(
                name = "held",
                algorithm = LEAKY_BUCKET,
                dimension = INTERFACE,
                limit = 1,
                window = "1s",
                maxWait = "10s")
        @GetMapping("/held")
        String held() {
            return "held";
        }
    }

    private final WebApplicationContextRunner application = new WebApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(LimiterAutoConfiguration.class, LimiterWebMvcAutoConfiguration.class))
            .withUserConfiguration(Application.class)
            .withBean(ManualTime.class, Applications::clock);

    @Nested
    class Headers {

        @ParameterizedTest(name = "limiter.headers={0}")
        @CsvSource({"draft, true, false", "legacy, false, true", "both, true, true", "off, false, false"})
        void areOfTheChosenKind(String headers, boolean draft, boolean legacy) {
            application.withPropertyValues("limiter.headers=" + headers).run(context -> {
                MockHttpServletResponse answer = send(context, get("/ip"));
                assertThat(answer.getHeader("RateLimit")).isEqualTo(draft ? "\"by-ip\";r=2;t=60" : null);
                assertThat(answer.getHeader("RateLimit-Policy")).isEqualTo(draft ? "\"by-ip\";q=3;w=60" : null);
                assertThat(answer.getHeader("X-RateLimit-Limit")).isEqualTo(legacy ? "3" : null);
                assertThat(answer.getHeader("X-RateLimit-Remaining")).isEqualTo(legacy ? "2" : null);
                assertThat(answer.getHeader("X-RateLimit-Reset")).isEqualTo(legacy ? "60" : null);
            });
        }

        @Test
        void areOfTheDraftByDefault() {
            application.run(context ->
                    assertThat(send(context, get("/ip")).getHeader("RateLimit")).isEqualTo("\"by-ip\";r=2;t=60"));
        }

        @Test
        void tellOfAllLimitedBeansThatWereCalledNearestFirst() {
            application.run(context -> assertThat(send(context, get("/beans")).getHeader("RateLimit"))
                    .isEqualTo("\"prices\";r=48;t=60, \"stock\";r=39;t=60"));
        }

        @Test
        void tellARetryAfterEvenWhenTheyAreOff() {
            application.withPropertyValues("limiter.headers=off").run(context -> {
                MockHttpServletResponse answer = last(context, get("/ip"), 4);
                assertThat(answer.getStatus()).isEqualTo(429);
                assertThat(answer.getHeader("Retry-After")).isEqualTo("60");
            });
        }
    }

    @Nested
    class Users {

        @Test
        void areTheRequestsPrincipal() {
            application.run(context -> {
                assertThat(last(context, as("carol"), 4).getStatus()).isEqualTo(429);
                assertThat(send(context, as("dave")).getStatus()).isEqualTo(200);
                assertThat(subjectOf(context)).isEqualTo("user:dave");
            });
        }

        @Test
        void areFoundByAnOwnResolver() {
            application
                    .withBean(UserResolver.class, () -> request -> request.getHeader("X-Test-User"))
                    .run(context -> {
                        send(context, as("carol").header("X-Test-User", "erin"));
                        assertThat(subjectOf(context)).isEqualTo("user:erin");
                    });
        }

        @Test
        void areCountedByAddressWhenNobodyIsLoggedIn() {
            application.run(context -> {
                assertThat(last(context, get("/user"), 4).getStatus()).isEqualTo(429);
                assertThat(subjectOf(context)).isEqualTo("ip:127.0.0.1");
            });
        }

        @Test
        void areNotCountedThenIfMissingOnesAreSkipped() {
            application.withPropertyValues("limiter.user.missing=skip").run(context -> {
                MockHttpServletResponse answer = last(context, get("/user"), 9);
                assertThat(answer.getStatus()).isEqualTo(200);
                assertThat(answer.getHeader("RateLimit")).isNull();
            });
        }

        @Test
        void areRefusedThenIfMissingOnesAreRejected() {
            application.withPropertyValues("limiter.user.missing=reject").run(context -> {
                MockHttpServletResponse answer = send(context, get("/user"));
                assertThat(answer.getStatus()).isEqualTo(403);
                assertThat(answer.getContentAsString()).contains("abnormal-usage-detected");
                assertThat(send(context, as("carol")).getStatus()).isEqualTo(200);
            });
        }

        private static TestRequest as(String user) {
            return get("/user").principal(() -> user);
        }
    }

    @Nested
    @ExtendWith(OutputCaptureExtension.class)
    class Addresses {

        @Test
        void areThePeersAsLongAsNoProxyIsTrusted() {
            application.run(context -> {
                send(context, from("198.51.100.1").header("X-Forwarded-For", "203.0.113.7"));
                assertThat(subjectOf(context)).isEqualTo("ip:198.51.100.1");
            });
        }

        @Test
        void areTheFirstFromTheRightThatIsNoTrustedProxy() {
            application
                    .withPropertyValues("limiter.client-ip.trusted-proxies=10.0.0.0/8, 192.0.2.1")
                    .run(context -> {
                        send(
                                context,
                                from("10.1.1.1")
                                        .header("X-Forwarded-For", "6.6.6.6, 203.0.113.7")
                                        .header("X-Forwarded-For", "192.0.2.1"));
                        assertThat(subjectOf(context)).isEqualTo("ip:203.0.113.7");
                        send(context, from("192.0.2.2").header("X-Forwarded-For", "6.6.6.6"));
                        assertThat(subjectOf(context)).isEqualTo("ip:192.0.2.2");
                    });
        }

        @Test
        void areReadFromTheChosenHeaderAlone() {
            application
                    .withPropertyValues(
                            "limiter.client-ip.trusted-proxies=10.0.0.0/8", "limiter.client-ip.header=Forwarded")
                    .run(context -> {
                        send(
                                context,
                                from("10.1.1.1")
                                        .header("X-Forwarded-For", "6.6.6.6")
                                        .header("Forwarded", "for=\"[2001:db8:1:1::7]:4711\";proto=https"));
                        assertThat(subjectOf(context)).isEqualTo("ip:2001:db8:1:1::");
                    });
        }

        @Test
        void ofVersionSixCountByTheChosenPrefix() {
            application.withPropertyValues("limiter.client-ip.ipv6-prefix=56").run(context -> {
                send(context, from("2001:db8:1:12ff::7"));
                assertThat(subjectOf(context)).isEqualTo("ip:2001:db8:1:1200::");
            });
        }

        @Test
        void areNotCountedOnTheAllowList() {
            application
                    .withPropertyValues("limiter.allow-list=198.51.100.0/24, user:root")
                    .run(context -> {
                        assertThat(last(context, from("198.51.100.9"), 9).getStatus())
                                .isEqualTo(200);
                        assertThat(last(context, from("198.51.101.9"), 4).getStatus())
                                .isEqualTo(429);
                        assertThat(last(context, from("198.51.101.9").principal(() -> "root"), 9)
                                        .getStatus())
                                .isEqualTo(200);
                    });
        }

        @Test
        void ofAProxyThatNobodyConfiguredAreToldOnceWithTheFix(CapturedOutput log) {
            application.run(context -> {
                for (int request = 0; request < 3; request++) {
                    send(context, from("10.0.0.5").header("X-Forwarded-For", "203.0.113.7"));
                }
                assertThat(log).containsOnlyOnce("10.0.0.5 sends X-Forwarded-For but is no trusted proxy");
                assertThat(log).contains("ERROR").contains("set limiter.client-ip.trusted-proxies=10.0.0.5");
                assertThat(subjectOf(context)).isEqualTo("ip:10.0.0.5");
            });
        }

        private static TestRequest from(String peer) {
            return get("/ip").from(peer);
        }
    }

    @Nested
    class OwnBeans {

        @RestController
        static class Own {

            @RateLimit(dimension = "TENANT", algorithm = "every_other", limit = 5)
            @GetMapping("/own")
            String own() {
                return "own";
            }
        }

        static class Tenants implements DimensionResolver {

            @Override
            public String name() {
                return "tenant";
            }

            @Override
            public Subject resolve(Caller caller, String policy) {
                HttpServletRequest request = caller.request(HttpServletRequest.class);
                String tenant = request == null ? null : request.getHeader("X-Tenant");
                return tenant == null ? null : Subject.of("tenant", tenant);
            }
        }

        /** Admits the first of each two, whatever the quota. */
        static class EveryOther implements RateLimitAlgorithm {

            @Override
            public String name() {
                return "every-other";
            }

            @Override
            public Counter newCounter() {
                return new Counter() {

                    private final AtomicBoolean refuses = new AtomicBoolean();

                    @Override
                    public long retryAfter(Quota quota, long cost, long now) {
                        return refuses.getAndSet(!refuses.get()) ? 1 : 0;
                    }

                    @Override
                    public long take(Quota quota, long cost, long now) {
                        return now;
                    }

                    @Override
                    public void giveBack(Quota quota, long cost, long departure, long now) {}

                    @Override
                    public long available(Quota quota, long now) {
                        return 1;
                    }

                    @Override
                    public long resetAfter(Quota quota, long now) {
                        return 0;
                    }

                    @Override
                    public long expiresAt(Quota quota) {
                        return Long.MAX_VALUE;
                    }
                };
            }
        }

        @Test
        void algorithmsAndDimensionsAreNamedLikeThoseOfTheLibrary() {
            application
                    .withBean(Own.class)
                    .withBean(Tenants.class)
                    .withBean(EveryOther.class)
                    .run(context -> {
                        assertThat(statuses(context, get("/own").header("X-Tenant", "a"), 4))
                                .containsExactly(200, 429, 200, 429);
                        assertThat(subjectOf(context)).isEqualTo("tenant:a");
                        assertThat(statuses(context, get("/own").header("X-Tenant", "b"), 1))
                                .containsExactly(200);
                        assertThat(statuses(context, get("/own"), 9))
                                .as("no tenant, no limit")
                                .containsOnly(200);
                    });
        }

        @Test
        void aRejectionHandlerAnswersInThePlaceOfTheLibrarys() {
            application
                    .withBean(RejectionHandler.class, () -> (request, response, decision) -> {
                        response.setStatus(420);
                        response.getWriter().write("calm down, " + decision.id());
                    })
                    .run(context -> {
                        MockHttpServletResponse answer = last(context, get("/ip"), 4);
                        assertThat(answer.getStatus()).isEqualTo(420);
                        assertThat(answer.getContentAsString())
                                .isEqualTo("calm down, "
                                        + context.getBean(Decisions.class)
                                                .last()
                                                .id());
                        assertThat(answer.getHeader("RateLimit"))
                                .as("told on every guarded answer")
                                .isEqualTo("\"by-ip\";r=0;t=60");
                    });
        }

        @Test
        void listenersAreToldEveryDecision() {
            application.run(context -> {
                last(context, get("/ip"), 4);
                assertThat(context.getBean(Decisions.class).all())
                        .extracting(Decision::isAllowed)
                        .containsExactly(true, true, true, false);
            });
        }
    }

    @Nested
    class RememberedDecisions {

        @Test
        void explainWhatAnAnswerNames() {
            application.withPropertyValues("limiter.decisions.remembered=2").run(context -> {
                RecentDecisions recent = context.getBean(RecentDecisions.class);
                last(context, get("/ip"), 4);
                String first = context.getBean(Decisions.class).last().id();
                assertThat(recent.find(first)).isPresent();
                last(context, get("/ip"), 2);
                assertThat(recent.find(first)).as("only two are kept").isEmpty();
                assertThat(recent.all()).hasSize(2);
            });
        }
    }

    @Nested
    class Waiting {

        @Test
        void holdsNoMoreRequestsThanIsAllowed() {
            application.withPropertyValues("limiter.wait.max-callers=2").run(context -> {
                ManualTime time = context.getBean(ManualTime.class);
                MockMvc client = client(context);
                ExecutorService threads = Executors.newFixedThreadPool(2);
                try {
                    assertThat(status(client)).isEqualTo(200);
                    List<Future<Integer>> held =
                            List.of(threads.submit(() -> status(client)), threads.submit(() -> status(client)));
                    time.awaitSleepers(2);
                    assertThat(status(client)).as("a third is not held").isEqualTo(429);
                    time.advanceMicros(2_000_000);
                    for (Future<Integer> request : held) {
                        assertThat(request.get(20, TimeUnit.SECONDS)).isEqualTo(200);
                    }
                } finally {
                    threads.shutdownNow();
                }
            });
        }

        @Test
        void isNotForRequestsAtAllIfNobodyMayBeHeld() {
            application.withPropertyValues("limiter.wait.max-callers=0").run(context -> {
                MockMvc client = client(context);
                assertThat(status(client)).isEqualTo(200);
                assertThat(status(client)).isEqualTo(429);
            });
        }

        @Test
        void thatIsInterruptedGivesItsDepartureBack() {
            application.run(context -> {
                ManualTime time = context.getBean(ManualTime.class);
                Handlers handlers = context.getBean(Handlers.class);
                handlers.held();
                CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
                Thread waiting = new Thread(() -> {
                    try {
                        handlers.held();
                        interrupted.complete(false);
                    } catch (RuntimeException e) {
                        interrupted.complete(Thread.currentThread().isInterrupted());
                    }
                });
                waiting.start();
                time.awaitSleepers(1);
                waiting.interrupt();
                assertThat(interrupted.get(20, TimeUnit.SECONDS))
                        .as("fails, and leaves the flag set")
                        .isTrue();
                time.advanceMicros(1_000_000);
                handlers.held();
                assertThat(context.getBean(Decisions.class).last().delayMicros())
                        .as("its second was free again")
                        .isZero();
            });
        }

        private static int status(MockMvc client) throws Exception {
            return client.perform(get("/held")).andReturn().getResponse().getStatus();
        }
    }

    private static MockMvc client(WebApplicationContext context) {
        return MockMvcBuilders.webAppContextSetup(context).build();
    }

    private static MockHttpServletResponse send(WebApplicationContext context, TestRequest request) throws Exception {
        return client(context).perform(request).andReturn().getResponse();
    }

    private static MockHttpServletResponse last(WebApplicationContext context, TestRequest request, int requests)
            throws Exception {
        MockHttpServletResponse answer = send(context, request);
        for (int sent = 1; sent < requests; sent++) {
            answer = send(context, request);
        }
        return answer;
    }

    private static List<Integer> statuses(WebApplicationContext context, TestRequest request, int requests)
            throws Exception {
        Integer[] statuses = new Integer[requests];
        for (int sent = 0; sent < requests; sent++) {
            statuses[sent] = send(context, request).getStatus();
        }
        return List.of(statuses);
    }

    private static String subjectOf(WebApplicationContext context) {
        Decision last = context.getBean(Decisions.class).last();
        return last.limits().get(0).check().key().subject().text();
    }
}

package io.github.limiter.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.guard.Decision;
import io.github.limiter.guard.DecisionListener;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.factory.AbstractGatewayFilterFactory;
import org.springframework.cloud.gateway.filter.ratelimit.KeyResolver;
import org.springframework.cloud.gateway.route.RouteLocator;
import org.springframework.cloud.gateway.route.builder.RouteLocatorBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** What the route filter does to requests. */
class RouteLimitTests {

    private static Backend service;
    private static TestGateway gateway;
    private static List<Decision> decisions;

    @Configuration(proxyBeanMethods = false)
    static class Beans {

        @Bean
        List<Decision> told() {
            return new CopyOnWriteArrayList<>();
        }

        @Bean
        DecisionListener listener(List<Decision> told) {
            return told::add;
        }

        @Bean
        KeyResolver tenants() {
            return exchange ->
                    Mono.justOrEmpty(exchange.getRequest().getHeaders().getFirst("X-Tenant"));
        }

        @Bean
        RouteLocator javaRoutes(
                RouteLocatorBuilder routes, RateLimitGatewayFilterFactory rateLimit, Environment environment) {
            String service = environment.getRequiredProperty("service");
            return routes.routes()
                    .route(
                            "written-in-java",
                            route -> route.path("/java/**")
                                    .filters(filters -> filters.filter(rateLimit.apply(limit -> limit.setName("java")
                                            .setLimit(1L)
                                            .setWindow(java.time.Duration.ofHours(1)))))
                                    .uri(service))
                    .build();
        }

        /** A filter of the application's that hides another one. */
        @Bean
        HidingGatewayFilterFactory hiding(RateLimitGatewayFilterFactory rateLimit) {
            return new HidingGatewayFilterFactory(rateLimit);
        }
    }

    static class HidingGatewayFilterFactory extends AbstractGatewayFilterFactory<Object> {

        private final GatewayFilter hidden;

        HidingGatewayFilterFactory(RateLimitGatewayFilterFactory rateLimit) {
            super(Object.class);
            hidden = rateLimit.apply(limit -> limit.setName("hidden").setLimit(2L));
        }

        @Override
        public GatewayFilter apply(Object config) {
            return (exchange, chain) -> hidden.filter(exchange, chain);
        }
    }

    @RestController
    static class Fallbacks {

        @GetMapping("/fallback")
        Mono<String> fallback() {
            return Mono.just("from the fallback");
        }
    }

    @BeforeAll
    static void start() {
        service = new Backend();
        gateway = TestGateway.start(service, """
                        service=SERVICE
                        limiter.global.limit=1000
                        limiter.global.window=1h
                        limiter.policies.fallbacks.match=/fallback
                        limiter.policies.fallbacks.limit=100
                        limiter.policies.raised.limit=3
                        limiter.policies.raised.window=1h

                        spring.cloud.gateway.server.webflux.globalcors.cors-configurations[/**].allowed-origins=*
                        management.health.redis.enabled=false
                        default-filters[0]=RateLimit=everywhere, 900, 1h, global

                        route short=/short/**
                        filters[0]=RateLimit=short, 2, 1h, ip, token-bucket, 3
                        route long=/long/**
                        filters[0].name=RateLimit
                        filters[0].args.limit=1
                        filters[0].args.window=1h
                        filters[0].args.failure-mode=closed
                        filters[0].args.tier=p2
                        route raised=/raised/**
                        filters[0]=RateLimit=raised, 1, 1s
                        route three=/three/**
                        filters[0]=RateLimit=three-a, 10, 1h
                        filters[1]=RateLimit=three-b, 2, 1h
                        filters[2]=RateLimit=three-c, 10, 1h
                        route shop=/shops/{shop}/**
                        filters[0].name=RateLimit
                        filters[0].args.limit=1
                        filters[0].args.window=1h
                        filters[0].args.key=variable('shop').toLowerCase()
                        route tenant=/tenant/**
                        filters[0].name=RateLimit
                        filters[0].args.limit=1
                        filters[0].args.window=1h
                        filters[0].args.key-resolver=#{@tenants}
                        route dear=/dear/**
                        filters[0].name=RateLimit
                        filters[0].args.limit=5
                        filters[0].args.window=1h
                        filters[0].args.permits=2
                        route retried=/retried/**
                        filters[0]=Retry=3
                        filters[1]=RateLimit=retried, 2, 1h
                        route guarded=/guarded/**
                        filters[0].name=CircuitBreaker
                        filters[0].args.name=guarded
                        filters[0].args.fallbackUri=forward:/fallback
                        filters[0].args.statusCodes=500
                        filters[1]=RateLimit=guarded, 2, 1h
                        route spared=/spared/**
                        filters[0].name=CircuitBreaker
                        filters[0].args.name=spared
                        filters[0].args.fallbackUri=forward:/short/spared
                        filters[0].args.statusCodes=500
                        route hiding=/hiding/**
                        filters[0]=Retry=3
                        filters[1]=Hiding
                        route unlimited=/unlimited/**
                        """, Beans.class, Fallbacks.class);
        @SuppressWarnings("unchecked")
        List<Decision> told = (List<Decision>) gateway.bean("told");
        decisions = told;
    }

    @AfterAll
    static void stop() {
        gateway.close();
        service.close();
    }

    @BeforeEach
    void forget() {
        service.forget();
        decisions.clear();
    }

    @Nested
    class IsWritten {

        @Test
        void inShort() {
            HttpResponse<String> first = gateway.get("/short/1");
            assertThat(first.statusCode()).isEqualTo(200);
            assertThat(first.headers().firstValue("RateLimit-Policy").orElseThrow())
                    .contains("\"short\";q=2;w=3600;limiter-burst=3");
            assertThat(first.headers().firstValue("RateLimit").orElseThrow()).contains("\"short\";r=2;t=");
            assertThat(gateway.statuses(3, "/short/2")).containsExactly(200, 200, 429);
            assertThat(service.seen).hasSize(3);
        }

        @Test
        void inFullWithTheRoutesIdForAName() {
            assertThat(gateway.statuses(2, "/long/1")).containsExactly(200, 429);
            assertThat(gateway.get("/long/1").headers().firstValue("RateLimit-Policy"))
                    .contains("\"long\";q=1;w=3600");
        }

        @Test
        void withPropertiesThatBeatIt() {
            assertThat(gateway.statuses(4, "/raised/1")).containsExactly(200, 200, 200, 429);
        }

        @Test
        void inJava() {
            assertThat(gateway.statuses(2, "/java/1")).containsExactly(200, 429);
        }
    }

    @Test
    void refusalsAreProblems() {
        gateway.get("/long/1", "X-Forwarded-For", "192.0.2.1");

        HttpResponse<String> refused = gateway.get("/long/1", "X-Forwarded-For", "192.0.2.1");

        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(refused.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(refused.headers().firstValueAsLong("Retry-After").orElseThrow())
                .isBetween(3_500L, 3_600L);
        assertThat(refused.body()).contains("#quota-exceeded", "\"violated-policies\":[\"long\"]");
        assertThat(service.seen).hasSize(1);
    }

    @Nested
    class Counts {

        @Test
        void byAddress() {
            assertThat(gateway.statuses(2, "/long/1", "X-Forwarded-For", "192.0.2.2"))
                    .containsExactly(200, 429);
            assertThat(gateway.statuses(2, "/long/1", "X-Forwarded-For", "192.0.2.3, 127.0.0.1"))
                    .containsExactly(200, 429);
        }

        @Test
        void byAKeyOfTheRequestWhoeverCalls() {
            assertThat(gateway.get("/shops/A/1", "X-Forwarded-For", "192.0.2.4").statusCode())
                    .isEqualTo(200);
            assertThat(gateway.get("/shops/a/2", "X-Forwarded-For", "192.0.2.5").statusCode())
                    .isEqualTo(429);
            assertThat(gateway.get("/shops/b/2", "X-Forwarded-For", "192.0.2.5").statusCode())
                    .isEqualTo(200);
        }

        @Test
        void byAKeyResolverAndThoseWithoutKeyTogether() {
            assertThat(gateway.statuses(2, "/tenant/1", "X-Tenant", "acme")).containsExactly(200, 429);
            assertThat(gateway.statuses(2, "/tenant/1", "X-Tenant", "globex")).containsExactly(200, 429);
            assertThat(gateway.statuses(2, "/tenant/1")).containsExactly(200, 429);
        }

        @Test
        void permits() {
            assertThat(gateway.statuses(3, "/dear/1")).containsExactly(200, 200, 429);
        }
    }

    @Nested
    class IsDecidedOnce {

        @Test
        void withAllOthersOfItsRequestAsOne() {
            assertThat(gateway.statuses(3, "/three/1")).containsExactly(200, 200, 429);

            assertThat(decisions).hasSize(3);
            assertThat(policies(decisions.get(0)))
                    .containsExactlyInAnyOrder("three-a", "three-b", "three-c", "everywhere", "global");
            assertThat(decisions.get(2).limits()).noneMatch(limit -> limit.charged());
        }

        @Test
        void howeverOftenTheRouteTriesAgain() {
            service.failing.set(2);
            assertThat(gateway.get("/retried/1").statusCode()).isEqualTo(200);
            assertThat(service.seen).hasSize(3);
            assertThat(decisions).hasSize(1);
            assertThat(gateway.statuses(2, "/retried/1")).containsExactly(200, 429);
        }

        @Test
        void beforeAnythingElseSoThatNoFallbackHidesARefusal() {
            service.failing.set(2);
            assertThat(gateway.get("/guarded/1").body()).isEqualTo("from the fallback");
            assertThat(gateway.get("/guarded/1").body()).isEqualTo("from the fallback");
            assertThat(gateway.get("/guarded/1").statusCode()).isEqualTo(429);
        }

        @Test
        void byEveryPolicyOnTheWayWhenItIsForwarded() {
            service.failing.set(1);
            HttpResponse<String> answer = gateway.get("/guarded/2", "X-Forwarded-For", "192.0.2.6");

            assertThat(answer.body()).isEqualTo("from the fallback");
            assertThat(decisions).hasSize(2);
            assertThat(policies(decisions.get(0))).containsExactlyInAnyOrder("guarded", "everywhere", "global");
            assertThat(policies(decisions.get(1))).containsExactly("fallbacks");
        }

        @Test
        void byTheRouteThatItIsForwardedTo() {
            for (int status : new int[] {200, 200, 200, 429}) {
                service.failing.set(1);
                assertThat(gateway.get("/spared/1", "X-Forwarded-For", "192.0.2.7")
                                .statusCode())
                        .isEqualTo(status);
            }
            assertThat(policies(decisions.get(0))).containsExactlyInAnyOrder("everywhere", "global");
            assertThat(policies(decisions.get(1))).containsExactly("short");
        }

        @Test
        void withinAFilterThatHidesIt() {
            service.failing.set(2);
            assertThat(gateway.get("/hiding/1").statusCode()).isEqualTo(200);
            assertThat(service.seen).hasSize(3);
            assertThat(gateway.statuses(2, "/hiding/1")).containsExactly(200, 429);
        }

        @Test
        void evenWithoutALimitOfItsRoute() {
            assertThat(gateway.get("/unlimited/1").statusCode()).isEqualTo(200);
            assertThat(decisions).hasSize(1);
            assertThat(policies(decisions.get(0))).containsExactlyInAnyOrder("everywhere", "global");
        }

        private static List<String> policies(Decision decision) {
            return decision.limits().stream()
                    .map(limit -> limit.check().policy().name())
                    .toList();
        }
    }

    @Nested
    class TheServiceLearns {

        @Test
        void theClientsAddressAndNothingThatTheClientMadeUp() {
            gateway.get("/unlimited/1", "X-Forwarded-For", "10.9.8.7, 192.0.2.8, 127.0.0.1");
            assertThat(service.seen.get(0).headers()).containsEntry("x-forwarded-for", "192.0.2.8");
        }
    }

    @Nested
    class TheAnswerTells {

        @Test
        void theServicesLimitsBesideItsOwn() {
            HttpResponse<String> answer = gateway.get("/unlimited/1", "X-Answer", "RateLimit: \"of-service\";r=3;t=5");
            assertThat(answer.headers().allValues("RateLimit")).hasSize(2);
            assertThat(answer.headers().allValues("RateLimit").get(0)).contains("\"global\";r=");
            assertThat(answer.headers().allValues("RateLimit").get(1)).isEqualTo("\"of-service\";r=3;t=5");
        }

        @Test
        void theServicesLimitsAloneIfTheServiceRefuses() {
            HttpResponse<String> answer =
                    gateway.get("/unlimited/1", "X-Status", "429", "X-Answer", "RateLimit: \"of-service\";r=0;t=5");
            assertThat(answer.headers().allValues("RateLimit")).containsExactly("\"of-service\";r=0;t=5");
        }
    }

    @Test
    void preflightsAndProbesCountNothing() {
        assertThat(gateway.get("/actuator/health").statusCode()).isEqualTo(200);
        HttpResponse<String> preflight = gateway.send(
                "OPTIONS", "/short/1", "Origin", "https://shop.example", "Access-Control-Request-Method", "GET");
        assertThat(preflight.statusCode()).isEqualTo(200);
        assertThat(decisions).isEmpty();
    }
}

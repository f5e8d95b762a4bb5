package io.github.limiter.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.guard.Decision;
import io.github.limiter.guard.DecisionListener;
import io.github.limiter.guard.Outcome;
import io.github.limiter.load.Load;
import io.github.limiter.load.LoadLevel;
import io.github.limiter.load.LoadOrder;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.cloud.gateway.route.RouteLocator;
import org.springframework.cloud.gateway.route.builder.RouteLocatorBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.WebFilter;

/** What the load has no room for is refused at the door of the gateway: before anybody is asked who it is. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class SheddingTests {

    private static final String[] LOGGED_IN = {"X-User", "carol"};

    private static final String ROUTES = """
            service=SERVICE
            limiter.global.limit=100000
            spring.cloud.gateway.server.webflux.globalcors.cors-configurations[/**].allowed-origins=*
            management.health.redis.enabled=false
            default-filters[0]=RateLimit=everywhere, 90000, 1h, global

            route orders=/orders/**
            filters[0].name=RateLimit
            filters[0].args.limit=1000
            filters[0].args.tier=p0
            route lists=/lists/**
            filters[0]=RateLimit=lists, 1000, 1h
            route reports=/reports/**
            filters[0].name=RateLimit
            filters[0].args.limit=1000
            filters[0].args.tier=p2
            route exports=/exports/**
            filters[0]=RateLimit=exports, 1000, 1h
            limiter.policies.exports.tier=p2
            """;

    /** Stands where Spring Security does. */
    @Configuration(proxyBeanMethods = false)
    static class Security {

        @Bean
        @Order(-100)
        WebFilter authentication() {
            return (exchange, chain) -> {
                if (exchange.getRequest().getHeaders().getFirst("X-User") != null) {
                    return chain.filter(exchange);
                }
                exchange.getResponse().setStatusCode(HttpStatus.UNAUTHORIZED);
                return exchange.getResponse().setComplete();
            };
        }

        @Bean
        List<Decision> told() {
            return new CopyOnWriteArrayList<>();
        }

        @Bean
        DecisionListener listener(List<Decision> told) {
            return told::add;
        }
    }

    /** A route that is chosen by what nobody knows so early. */
    @Configuration(proxyBeanMethods = false)
    static class ByUser {

        @Bean
        RouteLocator ofCarol(RouteLocatorBuilder routes, Environment environment) {
            return routes.routes()
                    .route(
                            "of-carol",
                            route -> route.order(-1)
                                    .predicate(exchange -> "carol"
                                            .equals(exchange.getRequest()
                                                    .getHeaders()
                                                    .getFirst("X-User")))
                                    .uri(environment.getRequiredProperty("service")))
                    .build();
        }
    }

    @Nested
    class ByTheTierThatTheRouteNames extends AtPeak {

        ByTheTierThatTheRouteNames() {
            super("");
        }

        @ParameterizedTest
        @CsvSource({"/orders/1, 401, 200", "/lists/1, 401, 200", "/reports/1, 503, 503", "/exports/1, 503, 503"})
        void whateverStandsBesideItForAll(String path, int stranger, int user) {
            assertThat(gateway.get(path).statusCode()).isEqualTo(stranger);
            assertThat(gateway.get(path, LOGGED_IN).statusCode()).isEqualTo(user);
        }

        @Test
        void onceAndSoThatPagesOfOtherOriginsMayReadIt() {
            @SuppressWarnings("unchecked")
            List<Decision> told = (List<Decision>) gateway.bean("told");
            told.clear();

            HttpResponse<String> shed = gateway.get("/reports/1", "Origin", "https://shop.example");

            assertThat(shed.body()).contains("\"detail\":\"load level PEAK has no room for P2\"");
            assertThat(shed.headers().allValues("Access-Control-Allow-Origin")).containsExactly("*");
            assertThat(told).singleElement().extracting(Decision::outcome).isEqualTo(Outcome.SHED);
        }
    }

    @Nested
    class NotWhereARouteHasAWeightWhichIsDrawnLater extends AtPeakLeftToTheGuard {

        NotWhereARouteHasAWeightWhichIsDrawnLater() {
            super("""

                    route weighted=/weighted/**
                    filters[0]=RateLimit=weighted, 1000, 1h
                    predicates[1]=Weight=group, 1
                    """);
        }
    }

    @Nested
    class NotWhereThePredicateOfARouteMayGoByWhoIsLoggedIn extends AtPeakLeftToTheGuard {

        NotWhereThePredicateOfARouteMayGoByWhoIsLoggedIn() {
            super("", ByUser.class);
        }
    }

    abstract static class AtPeakLeftToTheGuard extends AtPeak {

        AtPeakLeftToTheGuard(String more, Class<?>... beans) {
            super(more, beans);
        }

        @Test
        void whichShedsAllTheSame() {
            assertThat(gateway.get("/reports/1").statusCode()).isEqualTo(401);
            assertThat(gateway.get("/reports/1", "X-User", "dave").statusCode()).isEqualTo(503);
            assertThat(gateway.get("/orders/1", "X-User", "dave").statusCode()).isEqualTo(200);
        }
    }

    /** One gateway at a time, with its service: those on event loops share them. */
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    abstract static class AtPeak {

        private final Backend service = new Backend();
        final TestGateway gateway;

        AtPeak(String more, Class<?>... beans) {
            Class<?>[] all = Arrays.copyOf(beans, beans.length + 1);
            all[beans.length] = Security.class;
            gateway = TestGateway.start(service, ROUTES + more, all);
            gateway.bean(Load.class)
                    .order(LoadOrder.of(LoadLevel.PEAK), Duration.ofHours(1), "alice")
                    .toCompletableFuture()
                    .join();
        }

        @AfterAll
        void stop() {
            gateway.close();
            service.close();
        }
    }
}

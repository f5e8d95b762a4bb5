package io.github.limiter.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** The circuit breaker over all routes. */
class CircuitBreakerTests {

    @RestController
    static class Fallbacks {

        @GetMapping("/fallback")
        Mono<String> fallback() {
            return Mono.just("from the fallback");
        }
    }

    private static Backend service;
    private static Backend leaving;
    private static TestGateway gateway;
    private static TestGateway patient;

    @BeforeAll
    static void start() {
        service = new Backend();
        leaving = new Backend();
        gateway = TestGateway.start(service, """
                        limiter.gateway.circuit-breaker.enabled=true
                        limiter.gateway.circuit-breaker.window=4
                        limiter.gateway.circuit-breaker.minimum-requests=4
                        limiter.gateway.circuit-breaker.trials=1
                        limiter.gateway.circuit-breaker.open=2s
                        limiter.gateway.circuit-breaker.timeout=1s
                        route orders=/orders/**
                        route other=/other/**
                        route slow=/slow/**
                        uri=LEAVING
                        route shedding=/shedding/**
                        route spared=/spared/**
                        filters[0].name=CircuitBreaker
                        filters[0].args.fallbackUri=forward:/fallback
                        route retried=/retried/**
                        filters[0]=Retry=3
                        route limited=/limited/**
                        filters[0]=RateLimit=limited, 1, 1h
                        """.replace("LEAVING", leaving.uri()), Fallbacks.class);
        patient = TestGateway.start(service, """
                        limiter.gateway.circuit-breaker.enabled=true
                        limiter.gateway.circuit-breaker.timeout=25s
                        route busy=/busy/**
                        """);
    }

    @AfterAll
    static void stop() {
        gateway.close();
        patient.close();
        service.close();
        leaving.close();
    }

    @BeforeEach
    void forget() {
        service.forget();
    }

    @Test
    void opensAfterFailuresAndClosesOnceTheServiceWorks() {
        service.failing.set(4);
        List<HttpResponse<String>> failed = List.of(
                gateway.get("/orders/1"), gateway.get("/orders/1"), gateway.get("/orders/1"), gateway.get("/orders/1"));
        assertThat(failed).allSatisfy(answer -> {
            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(answer.body()).as("the service's own answer stays").isEqualTo("from the service");
        });

        HttpResponse<String> open = gateway.get("/orders/1");
        assertThat(open.statusCode()).isEqualTo(503);
        assertThat(open.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(open.headers().firstValue("Cache-Control")).contains("no-store");
        long retryAfter = open.headers().firstValueAsLong("Retry-After").orElseThrow();
        assertThat(retryAfter).isBetween(1L, 2L);
        assertThat(open.body()).contains("#temporary-reduced-capacity", "the route orders fails too often");
        assertThat(service.seen).hasSize(4);
        assertThat(gateway.get("/other/1").statusCode()).as("another route").isEqualTo(200);

        LockSupport.parkNanos(Duration.ofSeconds(retryAfter).toNanos());
        assertThat(gateway.get("/orders/1").statusCode()).as("at Retry-After").isEqualTo(200);
        assertThat(gateway.statuses(5, "/orders/1")).containsOnly(200);
    }

    @Test
    void countsAServiceThatDoesNotAnswerInTimeAndThatIsNotThere() {
        for (int request = 0; request < 2; request++) {
            HttpResponse<String> late = gateway.get("/slow/1", "X-Hang", "yes");
            assertThat(late.statusCode()).isEqualTo(504);
            assertThat(late.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(late.body()).contains("the route slow does not answer in time");
        }
        leaving.close();
        assertThat(gateway.statuses(3, "/slow/1")).containsExactly(502, 502, 503);
    }

    @Test
    void holdsNobodyBackWhileTheServiceWorks() {
        List<CompletableFuture<HttpResponse<String>>> together = Stream.generate(
                        () -> patient.getAsync("/busy/1", "X-Together", "60"))
                .limit(60)
                .toList();
        assertThat(together)
                .as("the service answers none before all are there")
                .allSatisfy(answer -> assertThat(answer.join().statusCode()).isEqualTo(200));
    }

    @Test
    void leavesAFallbackOfTheRouteItsSay() {
        service.failing.set(4);
        assertThat(gateway.statuses(4, "/spared/1")).containsOnly(500);
        assertThat(gateway.get("/spared/1").body()).isEqualTo("from the fallback");
    }

    @Test
    void countsARequestOnceHoweverOftenItIsTried() {
        for (int request = 0; request < 4; request++) {
            service.failing.set(3);
            assertThat(gateway.get("/retried/1").statusCode()).isEqualTo(200);
        }
        assertThat(service.seen).as("four attempts each").hasSize(16);

        service.failing.set(12);
        assertThat(gateway.statuses(3, "/retried/1"))
                .as("three of the last four")
                .containsOnly(500);
        assertThat(gateway.get("/retried/1").statusCode()).isEqualTo(503);
        assertThat(service.seen).hasSize(28);
    }

    @Test
    void doesNotCountWhatTheServiceShedsNorWhatALimitRefuses() {
        for (int request = 0; request < 6; request++) {
            assertThat(gateway.get("/shedding/1", "X-Status", "503").body()).isEqualTo("from the service");
        }
        assertThat(gateway.get("/shedding/1").statusCode()).isEqualTo(200);
        assertThat(gateway.statuses(6, "/limited/1")).containsExactly(200, 429, 429, 429, 429, 429);
    }
}

package io.github.limiter.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.ban.Bans;
import io.github.limiter.load.Load;
import io.github.limiter.load.LoadLevel;
import io.github.limiter.load.LoadOrder;
import io.github.limiter.store.redis.Await;
import io.github.limiter.subject.Subject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What two gateways on one Redis have together: counts, bans, and the load level. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class SharedLimitTests {

    private static GatewaysOnRedis gateways;
    private static List<TestGateway> nodes;
    private static Backend service;

    @BeforeAll
    static void start() {
        gateways = new GatewaysOnRedis(2, """
                limiter.redis.deadline=10s
                spring.application.name=edge
                limiter.global.limit=100000
                route shared=/shared/**
                filters[0]=RateLimit=shared, 20, 1h, global
                route even=/even/**
                filters[0].name=RateLimit
                filters[0].args.algorithm=leaky-bucket
                filters[0].args.dimension=global
                filters[0].args.limit=5
                filters[0].args.window=1s
                filters[0].args.max-wait=5s
                route orders=/orders/**
                filters[0].name=RateLimit
                filters[0].args.limit=1000
                filters[0].args.tier=p0
                route lists=/lists/**
                filters[0].name=RateLimit
                filters[0].args.dimension=ip
                filters[0].args.limit=10
                filters[0].args.window=1h
                route reports=/reports/**
                filters[0].name=RateLimit
                filters[0].args.limit=1000
                filters[0].args.tier=p2
                route free=/free/**
                """);
        nodes = gateways.nodes;
        service = gateways.service;
    }

    @AfterAll
    static void stop() {
        gateways.close();
    }

    @Test
    void twoNodesShareALimit() {
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        for (int request = 0; request < 60; request++) {
            answers.add(nodes.get(request % 2).getAsync("/shared/" + request));
        }
        assertThat(answers.stream().map(answer -> answer.join().statusCode()).filter(status -> status == 200))
                .hasSize(20);
    }

    @Test
    void twoNodesSpreadABurstTogether() {
        service.forget();
        long begin = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        for (int request = 0; request < 10; request++) {
            answers.add(nodes.get(request % 2).getAsync("/even/" + request));
        }
        assertThat(answers)
                .allSatisfy(answer -> assertThat(answer.join().statusCode()).isEqualTo(200));
        assertThat((service.seen.get(9).micros() - begin) / 1_000)
                .as("milliseconds of nine departures of 200 ms after the first")
                .isBetween(1_790L, 3_500L);
    }

    @Nested
    class ABan {

        private final Subject banned = Subject.of("ip", "198.51.100.9");

        @Test
        void isForEveryRouteOfBothUntilItIsLifted() {
            Bans bans = nodes.get(0).bean(Bans.class);
            bans.ban(banned, Duration.ofHours(1), "scraping", "alice")
                    .toCompletableFuture()
                    .join();
            for (TestGateway node : nodes) {
                Await.until("it is known", () -> status(node, "/free/1") == 403);
            }
            service.forget();

            HttpResponse<String> refused = nodes.get(1).get("/orders/1", "X-Forwarded-For", banned.value());

            assertThat(refused.statusCode()).isEqualTo(403);
            assertThat(refused.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(refused.headers().firstValueAsLong("Retry-After").orElseThrow())
                    .isBetween(3_500L, 3_600L);
            assertThat(refused.body()).contains("#abnormal-usage-detected");
            assertThat(nodes.get(1)
                            .get("/orders/1", "X-Forwarded-For", "198.51.100.10")
                            .statusCode())
                    .as("somebody else")
                    .isEqualTo(200);
            assertThat(service.seen).hasSize(1);

            bans.lift(banned, "alice").toCompletableFuture().join();
            for (TestGateway node : nodes) {
                Await.until("it is known to be over", () -> status(node, "/free/1") == 200);
            }
        }

        private int status(TestGateway node, String path) {
            return node.get(path, "X-Forwarded-For", banned.value()).statusCode();
        }
    }

    @Nested
    class TheLoadLevel {

        @Test
        void shedsReportsHalvesListsAndLetsOrdersThrough() {
            Load load = nodes.get(0).bean(Load.class);
            load.order(LoadOrder.of(LoadLevel.PEAK), Duration.ofHours(1), "alice")
                    .toCompletableFuture()
                    .join();
            for (TestGateway node : nodes) {
                Await.until("it is known", () -> node.get("/reports/1").statusCode() == 503);
            }

            HttpResponse<String> shed = nodes.get(1).get("/reports/1");

            assertThat(shed.headers().firstValue("Retry-After")).contains("30");
            assertThat(shed.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(shed.body()).contains("#temporary-reduced-capacity", "has no room for P2");
            assertThat(nodes.get(1).statuses(6, "/lists/1", "X-Forwarded-For", "198.51.100.11"))
                    .containsExactly(200, 200, 200, 200, 200, 429);
            assertThat(nodes.get(1).statuses(20, "/orders/1")).containsOnly(200);

            load.withdraw("alice").toCompletableFuture().join();
            for (TestGateway node : nodes) {
                Await.until(
                        "it is known to be over", () -> node.get("/reports/1").statusCode() == 200);
            }
        }
    }
}

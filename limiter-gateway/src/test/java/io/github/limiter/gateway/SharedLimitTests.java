package io.github.limiter.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.store.redis.RedisServer;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two gateways on one Redis, and what becomes of them without it. */
class SharedLimitTests {

    private static Backend service;
    private static RedisServer redis;
    private static List<TestGateway> nodes;

    @BeforeAll
    static void start() {
        service = new Backend();
        redis = new RedisServer();
        List<String> properties = new ArrayList<>(TestGateway.properties(service, """
                limiter.store=redis
                limiter.redis.deadline=500ms
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
                route open=/open/**
                filters[0].name=RateLimit
                filters[0].args.limit=3
                filters[0].args.window=1h
                filters[0].args.dimension=global
                filters[0].args.failure-mode=open
                route closed=/closed/**
                filters[0].name=RateLimit
                filters[0].args.limit=1000
                filters[0].args.window=1h
                filters[0].args.failure-mode=closed
                """));
        properties.add("spring.data.redis.url=" + redis.uri());
        nodes = List.of(TestGateway.start(properties), TestGateway.start(properties));
    }

    @AfterAll
    static void stop() {
        nodes.forEach(TestGateway::close);
        redis.close();
        service.close();
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
        service.seen.clear();
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

    @Test
    void withoutRedisTheFailureModesHoldWithinTheDeadline() {
        TestGateway node = nodes.get(0);
        assertThat(node.get("/closed/1").statusCode()).isEqualTo(200);
        redis.freeze();
        try {
            for (int request = 0; request < 5; request++) {
                long begin = System.nanoTime();
                HttpResponse<String> refused = node.get("/closed/1");
                assertThat(Duration.ofNanos(System.nanoTime() - begin))
                        .as("the deadline, and a second for a busy machine")
                        .isLessThan(Duration.ofMillis(1_500));
                assertThat(refused.statusCode()).isEqualTo(503);
                assertThat(refused.body()).contains("urn:limiter:store-unavailable");
            }
            assertThat(node.statuses(4, "/open/1"))
                    .as("the full quota, on this node")
                    .containsExactly(200, 200, 200, 429);
        } finally {
            redis.thaw();
        }
        await("the shared count is asked again", () -> node.get("/closed/1").statusCode() == 200);
    }

    private static void await(String what, BooleanSupplier condition) {
        long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(giveUp);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }
}

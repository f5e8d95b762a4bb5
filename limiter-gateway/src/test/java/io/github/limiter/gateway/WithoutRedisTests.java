package io.github.limiter.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.store.redis.Await;
import io.github.limiter.store.redis.RedisServer;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of a gateway whose Redis does not answer: its failure modes hold, within the deadline. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class WithoutRedisTests {

    private GatewaysOnRedis gateways;
    private RedisServer redis;
    private TestGateway node;

    @BeforeEach
    void start() {
        gateways = new GatewaysOnRedis(1, """
                limiter.redis.deadline=500ms
                limiter.global.limit=100000
                route open=/open/**
                filters[0].name=RateLimit
                filters[0].args.limit=3
                filters[0].args.window=1h
                filters[0].args.dimension=global
                filters[0].args.failure-mode=open
                route local=/local/**
                filters[0].name=RateLimit
                filters[0].args.limit=2
                filters[0].args.window=1h
                filters[0].args.dimension=global
                filters[0].args.failure-mode=local
                route closed=/closed/**
                filters[0].name=RateLimit
                filters[0].args.limit=100000
                filters[0].args.window=1h
                filters[0].args.failure-mode=closed
                """);
        redis = gateways.redis;
        node = gateways.nodes.get(0);
        Await.until("it is warm", () -> node.get("/closed/1").statusCode() == 200);
    }

    @AfterEach
    void stop() {
        gateways.close();
    }

    @Test
    void whileItIsFrozen() {
        redis.freeze();
        try {
            failureModesHold();
        } finally {
            redis.thaw();
        }
        Await.until(
                "the shared count is asked again", () -> node.get("/closed/1").statusCode() == 200);
    }

    @Test
    void whileItIsStopped() {
        redis.kill();

        failureModesHold();

        redis.start();
        Await.until(
                "the shared count is asked again", () -> node.get("/closed/1").statusCode() == 200);
    }

    private void failureModesHold() {
        for (int request = 0; request < 5; request++) {
            long begin = System.nanoTime();
            HttpResponse<String> refused = node.get("/closed/1");
            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .as("the deadline, and a second for a busy machine")
                    .isLessThan(Duration.ofMillis(1_500));
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(refused.body()).contains("urn:limiter:store-unavailable");
        }
        assertThat(node.statuses(4, "/open/1"))
                .as("the full quota, on this node")
                .containsExactly(200, 200, 200, 429);
        assertThat(node.statuses(3, "/local/1"))
                .as("the share of the only node")
                .containsExactly(200, 200, 429);
    }
}

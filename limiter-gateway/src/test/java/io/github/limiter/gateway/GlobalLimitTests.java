package io.github.limiter.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.store.redis.RedisServer;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The last net over all routes of all nodes. */
class GlobalLimitTests {

    private static Backend service;
    private static RedisServer redis;
    private static List<TestGateway> nodes;

    @BeforeAll
    static void start() {
        service = new Backend();
        redis = new RedisServer();
        List<String> properties = new ArrayList<>(TestGateway.properties(service, """
                limiter.store=redis
                limiter.redis.deadline=10s
                limiter.global.limit=10
                limiter.global.window=1h
                route limited=/limited/**
                filters[0]=RateLimit=limited, 100, 1h
                route free=/free/**
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
    void countsTheRequestsOfAllRoutesAndNodesTogether() {
        for (int request = 0; request < 10; request++) {
            String path = request % 4 < 2 ? "/limited/1" : "/free/1";
            assertThat(nodes.get(request % 2).get(path).statusCode()).isEqualTo(200);
        }
        for (TestGateway node : nodes) {
            for (String path : List.of("/limited/1", "/free/1")) {
                HttpResponse<String> refused = node.get(path);
                assertThat(refused.statusCode()).isEqualTo(429);
                assertThat(refused.body()).contains("\"violated-policies\":[\"global\"]");
            }
        }
        assertThat(service.seen).hasSize(10);
    }
}

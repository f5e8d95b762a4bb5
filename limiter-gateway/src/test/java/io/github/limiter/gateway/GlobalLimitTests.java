package io.github.limiter.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The last net over all routes of all nodes. */
class GlobalLimitTests {

    private static GatewaysOnRedis gateways;

    @BeforeAll
    static void start() {
        gateways = new GatewaysOnRedis(2, """
                limiter.redis.deadline=10s
                limiter.global.limit=10
                limiter.global.window=1h
                route limited=/limited/**
                filters[0]=RateLimit=limited, 100, 1h
                route free=/free/**
                """);
    }

    @AfterAll
    static void stop() {
        gateways.close();
    }

    @Test
    void countsTheRequestsOfAllRoutesAndNodesTogether() {
        for (int request = 0; request < 10; request++) {
            String path = request % 4 < 2 ? "/limited/1" : "/free/1";
            assertThat(gateways.nodes.get(request % 2).get(path).statusCode()).isEqualTo(200);
        }
        for (TestGateway node : gateways.nodes) {
            for (String path : List.of("/limited/1", "/free/1")) {
                HttpResponse<String> refused = node.get(path);
                assertThat(refused.statusCode()).isEqualTo(429);
                assertThat(refused.body()).contains("\"violated-policies\":[\"global\"]");
            }
        }
        assertThat(gateways.service.seen).hasSize(10);
    }
}

package io.github.limiter.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the route filter does to requests. */
class RouteLimitTests {

    private final Backend service = new Backend();

    @AfterEach
    void stop() {
        service.close();
    }

    @Test
    void aRouteRefusesWhatIsTooMuch() {
        try (TestGateway gateway =
                TestGateway.start(TestGateway.route(service, "filters[0]=RateLimit=orders, 2, 1h"))) {
            HttpResponse<String> first = gateway.get("/orders/1");
            assertThat(first.statusCode()).isEqualTo(200);
            assertThat(first.headers().firstValue("RateLimit-Policy")).contains("\"orders\";q=2;w=3600");
            assertThat(first.headers().firstValue("RateLimit").orElseThrow()).startsWith("\"orders\";r=1;t=");
            assertThat(gateway.get("/orders/2").statusCode()).isEqualTo(200);

            HttpResponse<String> refused = gateway.get("/orders/3");
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(refused.headers().firstValueAsLong("Retry-After").orElseThrow())
                    .isBetween(3_500L, 3_600L);
            assertThat(refused.body()).contains("quota-exceeded", "\"violated-policies\":[\"orders\"]");
            assertThat(service.seen).hasSize(2);
        }
    }
}

package io.github.limiter.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.spring.RunningServer;
import io.github.limiter.store.redis.RedisServer;
import java.net.http.HttpResponse;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What the health endpoint tells of the store, on whichever line of Spring Boot the tests run. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class StoreHealthTests {

    private static final String DETAILS = "management.endpoint.health.show-details=always\n";

    @RestController
    public static class Handler {

        @RateLimit(limit = 1000)
        @GetMapping("/limited")
        public String limited() {
            return "ok";
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void countsInMemoryAreUp(boolean reactive) {
        String properties = DETAILS + "limiter.store=memory";
        try (RunningServer server = reactive
                ? RunningServer.onEventLoops(false, properties, Handler.class)
                : RunningServer.start(properties, Handler.class)) {
            HttpResponse<String> health = server.get("/actuator/health/limiter");
            assertThat(health.statusCode()).isEqualTo(200);
            assertThat(health.body()).contains("\"UP\"", "\"store\":\"memory\"");
            assertThat(server.get("/actuator/health").body()).contains("\"limiter\"");
        }
    }

    @Test
    void redisThatIsGoneIsDegradedAndTakesNoNodeOutOfService() {
        try (RedisServer redis = new RedisServer();
                RunningServer server = RunningServer.start(
                        DETAILS + "limiter.store=redis\nlimiter.redis.deadline=1s\nspring.data.redis.url="
                                + redis.uri(),
                        Handler.class)) {
            assertThat(server.get("/limited").statusCode()).isEqualTo(200);
            assertThat(server.get("/actuator/health/limiter").body())
                    .contains("\"UP\"", "\"store\":\"redis\"", "\"nodes\":1", "\"failures\":0");

            redis.kill();
            HttpResponse<String> health;
            do {
                assertThat(server.get("/limited").statusCode()).isEqualTo(200);
                health = server.get("/actuator/health/limiter");
            } while (health.body().contains("\"UP\""));

            assertThat(health.statusCode()).isEqualTo(200);
            assertThat(health.body()).contains("\"DEGRADED\"").doesNotContain("\"failures\":0");
            HttpResponse<String> whole = server.get("/actuator/health");
            assertThat(whole.statusCode()).isEqualTo(200);
            assertThat(whole.body()).startsWith("{").contains("\"status\":\"UP\"", "\"DEGRADED\"");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "management.health.limiter.enabled=false",
                "management.health.defaults.enabled=false",
                "limiter.enabled=false"
            })
    void isNotToldWhereThatIsTurnedOff(String property) {
        try (RunningServer server = RunningServer.start(DETAILS + property, Handler.class)) {
            assertThat(server.get("/actuator/health/limiter").statusCode()).isEqualTo(404);
        }
    }
}

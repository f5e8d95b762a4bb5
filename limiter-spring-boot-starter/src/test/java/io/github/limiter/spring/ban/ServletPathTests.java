package io.github.limiter.spring.ban;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.ban.Bans;
import io.github.limiter.spring.ban.BanTestServer.Client;
import io.github.limiter.spring.json.Json;
import io.github.limiter.subject.Subject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.WebApplicationType;

/** An application that does not begin at the root of its server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServletPathTests {

    private BanTestServer server;

    @BeforeAll
    void start() {
        server = new BanTestServer(
                WebApplicationType.SERVLET,
                "--server.servlet.context-path=/shop",
                "--spring.mvc.servlet.path=/api",
                "--limiter.ban.honeypot.paths=/.env,/api/.env");
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void aTrapSpringsWhereTheApplicationIs() {
        Client scanner = server.at("203.0.113.1");

        assertThat(scanner.status("/shop/.env")).as("no filter hears of it").isEqualTo(404);
        assertThat(scanner.status("/shop/api/open")).isEqualTo(200);
        assertThat(scanner.status("/shop/api/.env")).isEqualTo(403);
        assertThat(scanner.status("/shop/api/open")).isEqualTo(403);
    }

    @Test
    void theActuatorStaysOpenToWhoIsBanned() {
        Client operator = server.at("203.0.113.2");
        ban(operator);

        assertThat(operator.status("/shop/api/open")).isEqualTo(403);
        assertThat(operator.status("/shop/api/actuator/health")).isEqualTo(200);
        assertThat(operator.as("admin", "guess").status("/shop/api/actuator/limiter"))
                .isEqualTo(403);
        assertThat(operator.as("admin")
                        .send("DELETE", "/shop/api/actuator/limiter/bans/ip:203.0.113.2", "")
                        .statusCode())
                .isEqualTo(204);
        assertThat(operator.status("/shop/api/open")).isEqualTo(200);
    }

    private void ban(Client client) {
        server.bean(Bans.class)
                .ban(Subject.ofText("ip:" + client.address(), null), Duration.ofDays(1), "", "test")
                .toCompletableFuture()
                .join();
    }

    @Test
    void challengesAreGivenOutWhereTheApplicationIs() {
        Client person = server.at("203.0.113.3");
        server.bean(Bans.class)
                .challenge(Subject.ofText("ip:203.0.113.3", null), "test")
                .toCompletableFuture()
                .join();

        HttpResponse<String> refused = person.get("/shop/api/products");
        assertThat(refused.body()).contains("urn:limiter:captcha-required");
        String url = (String) ((Map<?, ?>) Json.object(refused.body()).get("challenge")).get("url");
        assertThat(url).isEqualTo("/shop/api/limiter/captcha");
        assertThat(Json.object(person.get(url).body())).containsKeys("id", "provider");
        assertThat(person.get("/shop/api/products?a=b", "Accept", "text/html").body())
                .contains("data-return=\"/shop/api/products?a=b\"", "data-endpoint=\"" + url + "\"");
        assertThat(person.get("/shop/api/limiter/challenge").body())
                .contains("data-return=\"/shop/api/\"", "data-endpoint=\"" + url + "\"");
    }
}

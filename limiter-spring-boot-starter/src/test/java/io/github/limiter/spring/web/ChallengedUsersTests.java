package io.github.limiter.spring.web;

import static io.github.limiter.annotation.Dimensions.USER;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.ban.Bans;
import io.github.limiter.captcha.CaptchaStore;
import io.github.limiter.captcha.Challenge;
import io.github.limiter.spring.RunningServer;
import io.github.limiter.spring.json.Json;
import io.github.limiter.spring.json.JsonObject;
import io.github.limiter.subject.Subject;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Challenges behind Spring Security, with all that it asks for: a login for every path, and CSRF tokens. */
class ChallengedUsersTests {

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.secured("limiter.captcha.provider=image", Security.class, Handlers.class);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Configuration(proxyBeanMethods = false)
    static class Security {

        @Bean
        SecurityFilterChain chain(HttpSecurity http) throws Exception {
            return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                    .httpBasic(Customizer.withDefaults())
                    .build();
        }

        @Bean
        UserDetailsService users() {
            return name -> User.withUsername(name).password("{noop}secret").build();
        }
    }

    @RestController
    static class Handlers {

        @RateLimit(name = "mine", dimension = USER, limit = 1_000)
        @GetMapping("/mine")
        String mine() {
            return "mine";
        }
    }

    private static void challenge(String user) {
        server.bean(Bans.class)
                .challenge(Subject.of("user", user), "test")
                .toCompletableFuture()
                .join();
    }

    private static HttpResponse<String> get(String user, String address, String... headers) {
        byte[] credentials = (user + ":secret").getBytes(StandardCharsets.UTF_8);
        List<String> all = new ArrayList<>(List.of(
                "X-Forwarded-For",
                address,
                "Authorization",
                "Basic " + Base64.getEncoder().encodeToString(credentials)));
        all.addAll(Arrays.asList(headers));
        return server.get("/mine", all.toArray(String[]::new));
    }

    /** Without login and token. */
    private static String pass() {
        Object id = Json.object(server.get("/limiter/captcha").body()).get("id");
        CaptchaStore store = server.bean(CaptchaStore.class);
        Challenge challenge =
                store.take((String) id).toCompletableFuture().join().orElseThrow();
        store.keep(challenge).toCompletableFuture().join();
        String body = new JsonObject()
                .add("id", (String) id)
                .add("answer", challenge.secret())
                .toString();
        HttpResponse<String> earned = server.post("/limiter/captcha", body, "Content-Type", "application/json");
        assertThat(earned.statusCode()).isEqualTo(200);
        return (String) Json.object(earned.body()).get("pass");
    }

    @Test
    void neitherALoginNorATokenIsNeededToSolveOne() {
        assertThat(server.get("/mine").statusCode()).isEqualTo(401);
        assertThat(server.get("/limiter/challenge").statusCode()).isEqualTo(200);
        assertThat(pass()).isNotBlank();
    }

    @Test
    void aPassIsItsUsersOnAllNetworksAndNobodyElses() {
        challenge("carol");
        assertThat(get("carol", "203.0.113.1").body()).contains("urn:limiter:captcha-required");
        String pass = pass();
        for (int network = 1; network <= 5; network++) {
            challenge("carol");
            assertThat(get("carol", "10.0." + network + ".1", "X-Captcha-Pass", pass)
                            .statusCode())
                    .isEqualTo(200);
        }
        challenge("dave");

        assertThat(get("dave", "10.0.1.1", "X-Captcha-Pass", pass).body()).contains("urn:limiter:captcha-required");
    }
}

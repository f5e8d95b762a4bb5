package io.github.limiter.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.ban.Bans;
import io.github.limiter.spring.RunningServer;
import io.github.limiter.spring.json.Json;
import io.github.limiter.subject.Subject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.UrlBasedCorsConfigurationSource;
import org.springframework.web.cors.reactive.CorsWebFilter;
import org.springframework.web.filter.CorsFilter;

/** A page of another origin solves CAPTCHAs, where the application's own filter for CORS stands before all others. */
class CrossOriginTests {

    private static final String PAGE = "https://app.example";

    private static CorsConfiguration page() {
        CorsConfiguration page = new CorsConfiguration();
        page.setAllowedOrigins(List.of(PAGE));
        page.setAllowedMethods(List.of("GET", "POST"));
        page.setAllowedHeaders(List.of("Content-Type", "X-Captcha-Pass"));
        return page;
    }

    static class Servlets {

        @Bean
        FilterRegistrationBean<CorsFilter> cors() {
            UrlBasedCorsConfigurationSource paths = new UrlBasedCorsConfigurationSource();
            paths.registerCorsConfiguration("/**", page());
            FilterRegistrationBean<CorsFilter> filter = new FilterRegistrationBean<>(new CorsFilter(paths));
            filter.setOrder(Ordered.HIGHEST_PRECEDENCE);
            return filter;
        }
    }

    static class Reactive {

        @Bean
        @Order(Ordered.HIGHEST_PRECEDENCE)
        CorsWebFilter cors() {
            var paths = new org.springframework.web.cors.reactive.UrlBasedCorsConfigurationSource();
            paths.registerCorsConfiguration("/**", page());
            return new CorsWebFilter(paths);
        }
    }

    @Nested
    class WithServlets extends APage {

        WithServlets() {
            super(RunningServer.start("", Servlets.class));
        }
    }

    @Nested
    class WithoutServlets extends APage {

        WithoutServlets() {
            super(RunningServer.reactive("", Reactive.class));
        }
    }

    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    abstract static class APage {

        private final RunningServer server;

        APage(RunningServer server) {
            this.server = server;
        }

        @AfterAll
        void stop() {
            server.close();
        }

        private static String allowed(HttpResponse<String> answer) {
            return answer.headers().firstValue("Access-Control-Allow-Origin").orElse("nobody");
        }

        @Test
        void isAllowedToAskAndToAnswer() {
            HttpResponse<String> preflight = server.send(
                    "OPTIONS",
                    "/limiter/captcha",
                    "Origin",
                    PAGE,
                    "Access-Control-Request-Method",
                    "POST",
                    "Access-Control-Request-Headers",
                    "content-type");
            HttpResponse<String> challenge = server.get("/limiter/captcha", "Origin", PAGE);
            HttpResponse<String> answer = server.post(
                    "/limiter/captcha",
                    "{\"id\":\"" + Json.object(challenge.body()).get("id") + "\",\"answer\":\"wrong\"}",
                    "Content-Type",
                    "application/json",
                    "Origin",
                    PAGE);

            assertThat(preflight.statusCode()).isEqualTo(200);
            assertThat(preflight
                            .headers()
                            .firstValue("Access-Control-Allow-Headers")
                            .orElse(""))
                    .containsIgnoringCase("content-type");
            assertThat(challenge.statusCode()).isEqualTo(200);
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(List.of(preflight, challenge, answer))
                    .extracting(APage::allowed)
                    .containsOnly(PAGE);
        }

        @Test
        void mayReadWhyItIsBanned() {
            server.bean(Bans.class)
                    .ban(Subject.of("ip", "203.0.113.66"), Duration.ofMinutes(5), "a test", "nobody")
                    .toCompletableFuture()
                    .join();

            HttpResponse<String> refused =
                    server.get("/limiter/captcha", "Origin", PAGE, "X-Forwarded-For", "203.0.113.66");

            assertThat(refused.statusCode()).isEqualTo(403);
            assertThat(allowed(refused)).isEqualTo(PAGE);
        }

        @Test
        void isTheOnlyOne() {
            HttpResponse<String> answer = server.get("/limiter/captcha", "Origin", "https://evil.example");

            assertThat(answer.statusCode()).isEqualTo(403);
            assertThat(allowed(answer)).isEqualTo("nobody");
        }
    }

    @Test
    void withoutSuchAFilterNoOtherOriginMayReadAnything() {
        try (RunningServer server = RunningServer.start("")) {
            assertThat(server.get("/limiter/captcha", "Origin", PAGE)
                            .headers()
                            .firstValue("Access-Control-Allow-Origin"))
                    .isEmpty();
        }
    }
}

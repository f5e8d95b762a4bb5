package io.github.limiter.spring.web.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.guard.Decision;
import io.github.limiter.time.ManualTime;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.web.bind.annotation.CrossOrigin;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import reactor.core.publisher.Mono;

/** An application with servlets and one without answer the same requests in the same way. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class SameAnswersTests {

    private static final List<String> FIELDS = List.of(
            "Content-Type",
            "Cache-Control",
            "Retry-After",
            "RateLimit-Policy",
            "RateLimit",
            "Content-Length",
            "Access-Control-Allow-Origin");

    @ParameterizedTest(name = "{0}")
    @CsvSource(textBlock = """
            # request,            answers
            GET /limited,         200 200 429
            HEAD /limited,        200 200 429
            GET /plain,           200 200 429
            GET /stage,           200 200 429
            GET /fallback/7,      200 200 200
            GET /nested,          200 200 429
            GET /matched,         200 200 429
            GET /open,            200 200 200
            GET /broken,          500 500 429
            GET /actuator/health, 200 200 200
            GET /nowhere,         404 404 404
            """)
    void sameStatusesFieldsAndBodies(String request, String statuses) throws Exception {
        List<Answer> servlet = three(ServletApplication.class, WebApplicationType.SERVLET, request);
        List<Answer> reactive = three(ReactiveApplication.class, WebApplicationType.REACTIVE, request);

        assertThat(reactive).extracting(Answer::status).containsExactlyElementsOf(statuses(statuses));
        for (int i = 0; i < 3; i++) {
            assertThat(reactive.get(i)).as("answer %s to %s", i + 1, request).isEqualTo(servlet.get(i));
        }
    }

    private static List<Integer> statuses(String text) {
        return List.of(text.split(" ")).stream().map(Integer::valueOf).toList();
    }

    private static List<Answer> three(Class<?> application, WebApplicationType type, String request) throws Exception {
        String[] words = request.split(" ");
        try (ConfigurableApplicationContext context = start(application, type)) {
            List<Answer> answers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                answers.add(send(context, words[0], words[1]));
            }
            return answers;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/limited", "/plain"})
    void globalLimitIsOneDecisionWithThoseOfTheHandlerAndChargedOnce(String path) throws Exception {
        try (var context = start(ReactiveApplication.class, WebApplicationType.REACTIVE, "--limiter.global.limit=5")) {
            Answer answer = send(context, "GET", path);

            assertThat(answer.field("RateLimit")).contains("\"global\";r=4").contains("limited\";r=1", "\"");
        }
    }

    @Test
    void refusalThatAHandlerThrowsIsAnsweredBeforeACatchAll() throws Exception {
        try (var context = start(ReactiveApplication.class, WebApplicationType.REACTIVE)) {
            assertThat(send(context, "GET", "/caught").status()).isEqualTo(200);
            assertThat(send(context, "GET", "/caught").status()).isEqualTo(200);
            Answer refused = send(context, "GET", "/caught");
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.body()).contains("\"violated-policies\":[\"caught\"]");
        }
    }

    @Test
    void preflightCountsNothing() throws Exception {
        try (var context = start(ReactiveApplication.class, WebApplicationType.REACTIVE)) {
            for (int i = 0; i < 5; i++) {
                HttpResponse<String> preflight =
                        request(context, "OPTIONS", "/limited", "Access-Control-Request-Method", "GET");
                assertThat(preflight.statusCode()).isEqualTo(200);
            }
            assertThat(send(context, "GET", "/limited").status()).isEqualTo(200);
        }
    }

    @Test
    void tenThousandWaitersHoldNoThread() throws Exception {
        try (var context = start(ReactiveApplication.class, WebApplicationType.REACTIVE)) {
            ManualTime time = context.getBean(ManualTime.class);
            ReactiveController handlers = context.getBean(ReactiveController.class);
            int before = Thread.getAllStackTraces().size();
            List<CompletableFuture<String>> waiters = new ArrayList<>();
            for (int i = 0; i < 10_001; i++) {
                waiters.add(handlers.slow().toFuture());
            }

            assertThat(time.delays()).isEqualTo(10_000);
            assertThat(Thread.getAllStackTraces().size()).isLessThan(before + 20);
            HttpResponse<String> other = request(context, "GET", "/open");
            assertThat(other.statusCode()).isEqualTo(200);
            time.advance(Duration.ofSeconds(100));
            for (CompletableFuture<String> waiter : waiters) {
                assertThat(waiter.get(60, TimeUnit.SECONDS)).isEqualTo("slow");
            }
        }
    }

    private record Answer(int status, List<String> fields, String body) {

        String field(String name) {
            return fields.get(FIELDS.indexOf(name));
        }
    }

    private static ConfigurableApplicationContext start(
            Class<?> application, WebApplicationType type, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of(
                "--server.port=0",
                "--limiter.store=memory",
                "--spring.main.banner-mode=off",
                "--management.health.redis.enabled=false",
                "--limiter.policies.matched.match=GET /matched",
                "--limiter.policies.matched.limit=2"));
        return new SpringApplicationBuilder(application).web(type).run(all.toArray(String[]::new));
    }

    private static Answer send(ConfigurableApplicationContext context, String method, String path) throws Exception {
        HttpResponse<String> response = request(context, method, path);
        List<String> fields = FIELDS.stream()
                .map(name -> String.join(", ", response.headers().allValues(name)))
                .map(value -> value.replace(";charset=UTF-8", ""))
                .toList();
        boolean problem = response.statusCode() == 429;
        // Whatever is not the limiter's differs between the two: Spring's own errors, and how long a body is.
        return new Answer(
                response.statusCode(),
                problem || response.statusCode() == 200 && method.equals("GET") && !path.startsWith("/actuator")
                        ? fields
                        : fields.subList(3, 5),
                response.statusCode() == 404 || path.startsWith("/actuator")
                        ? ""
                        : response.body().replaceAll("\"decision\":\"[0-9a-f]{16}\"", "\"decision\":\"…\""));
    }

    private static HttpResponse<String> request(
            ConfigurableApplicationContext context, String method, String path, String... headers) throws Exception {
        String port = context.getEnvironment().getProperty("local.server.port");
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .method(method, BodyPublishers.noBody());
        if (!method.equals("HEAD")) {
            // WebFlux refuses HEAD from another origin itself, where only GET is allowed.
            request.header("Origin", "https://shop.example");
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
    }

    static class Offers {

        @RateLimit(name = "nested", limit = 2, window = "1m")
        public Mono<String> best() {
            return Mono.just("offer");
        }

        @RateLimit(name = "caught", dimension = "global", limit = 2, window = "1m")
        public String plain() {
            return "offer";
        }
    }

    /** Would turn every refusal into its own answer. */
    @RestControllerAdvice
    static class CatchAll {

        @ExceptionHandler(Exception.class)
        @ResponseStatus(HttpStatus.INTERNAL_SERVER_ERROR)
        String caught(Exception e) {
            if (e instanceof org.springframework.web.server.ResponseStatusException
                    || e instanceof org.springframework.web.servlet.resource.NoResourceFoundException) {
                throw new org.springframework.web.server.ResponseStatusException(HttpStatus.NOT_FOUND);
            }
            return "caught " + e.getMessage();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Offers.class, CatchAll.class})
    static class Application {

        @Bean
        ManualTime time() {
            return new ManualTime(Instant.parse("2026-05-04T12:00:00Z"));
        }
    }

    @Import({Application.class, ServletController.class})
    static class ServletApplication {

        @Bean
        SecurityFilterChain open(HttpSecurity http) throws Exception {
            return http.csrf(csrf -> csrf.disable())
                    .headers(headers -> headers.disable())
                    .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                    .build();
        }
    }

    @Import({Application.class, ReactiveController.class})
    static class ReactiveApplication {

        @Bean
        SecurityWebFilterChain open(ServerHttpSecurity http) {
            return http.csrf(csrf -> csrf.disable())
                    .headers(headers -> headers.disable())
                    .authorizeExchange(exchanges -> exchanges.anyExchange().permitAll())
                    .build();
        }
    }

    @RestController
    @CrossOrigin
    static class ServletController {

        private final Offers offers;

        ServletController(Offers offers) {
            this.offers = offers;
        }

        @RateLimit(name = "limited", limit = 2, window = "1m")
        @GetMapping("/limited")
        public String limited() {
            return "ok";
        }

        @RateLimit(name = "plain-limited", limit = 2, window = "1m")
        @GetMapping("/plain")
        public String plain() {
            return "ok";
        }

        @RateLimit(name = "stage", limit = 2, window = "1m")
        @GetMapping("/stage")
        public CompletableFuture<String> stage() {
            return CompletableFuture.completedFuture("ok");
        }

        @RateLimit(name = "fallback", limit = 2, window = "1m", key = "#id", fallback = "busy")
        @GetMapping("/fallback/{id}")
        public String fallback(@PathVariable("id") long id) {
            return "fresh " + id;
        }

        public String busy(long id, Decision decision) {
            return "stale " + id + " " + decision.outcome();
        }

        @GetMapping("/nested")
        public Mono<String> nested() {
            return offers.best();
        }

        @GetMapping("/caught")
        public String caught() {
            return offers.plain();
        }

        @RateLimit(name = "broken", limit = 2, window = "1m")
        @GetMapping("/broken")
        public String broken() {
            throw new IllegalStateException("broken");
        }

        @GetMapping("/matched")
        public String matched() {
            return "ok";
        }

        @GetMapping("/open")
        public String open() {
            return "ok";
        }
    }

    @RestController
    @CrossOrigin
    static class ReactiveController {

        private final Offers offers;

        ReactiveController(Offers offers) {
            this.offers = offers;
        }

        @RateLimit(name = "limited", limit = 2, window = "1m")
        @GetMapping("/limited")
        public Mono<String> limited() {
            return Mono.just("ok");
        }

        @RateLimit(name = "plain-limited", limit = 2, window = "1m")
        @GetMapping("/plain")
        public String plain() {
            return "ok";
        }

        @RateLimit(name = "stage", limit = 2, window = "1m")
        @GetMapping("/stage")
        public CompletableFuture<String> stage() {
            return CompletableFuture.completedFuture("ok");
        }

        @RateLimit(name = "fallback", limit = 2, window = "1m", key = "#id", fallback = "busy")
        @GetMapping("/fallback/{id}")
        public Mono<String> fallback(@PathVariable("id") long id) {
            return Mono.just("fresh " + id);
        }

        public Mono<String> busy(long id, Decision decision) {
            return Mono.just("stale " + id + " " + decision.outcome());
        }

        @GetMapping("/nested")
        public Mono<String> nested() {
            return offers.best();
        }

        @GetMapping("/caught")
        public String caught() {
            return offers.plain();
        }

        @RateLimit(name = "broken", limit = 2, window = "1m")
        @GetMapping("/broken")
        public Mono<String> broken() {
            return Mono.error(new IllegalStateException("broken"));
        }

        @RateLimit(
                name = "slow",
                dimension = "global",
                algorithm = "leaky-bucket",
                limit = 100,
                window = "1s",
                maxWait = "5m")
        @GetMapping("/slow")
        public Mono<String> slow() {
            return Mono.just("slow");
        }

        @GetMapping("/matched")
        public String matched() {
            return "ok";
        }

        @GetMapping("/open")
        public String open() {
            return "ok";
        }
    }
}

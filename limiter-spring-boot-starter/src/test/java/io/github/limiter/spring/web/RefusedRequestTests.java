package io.github.limiter.spring.web;

import static io.github.limiter.spring.web.Given.blocked;
import static io.github.limiter.spring.web.Given.decision;
import static io.github.limiter.spring.web.Given.limit;
import static io.github.limiter.spring.web.Given.limited;
import static io.github.limiter.spring.web.Given.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.guard.Decision;
import io.github.limiter.guard.Outcome;
import io.github.limiter.guard.RejectedException;
import io.github.limiter.policy.Quota;
import io.github.limiter.spring.json.Json;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.ResponseEntity;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.CrossOrigin;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.async.DeferredResult;

/** What a client sees of refused requests to an application that catches every exception itself. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "limiter.enabled=false")
class RefusedRequestTests {

    private final HttpClient client = HttpClient.newHttpClient();

    @LocalServerPort
    private int port;

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(textBlock = """
            /limited,     429, https://iana.org/assignments/http-problem-types#quota-exceeded
            /blocked,     403, https://iana.org/assignments/http-problem-types#abnormal-usage-detected
            /unavailable, 503, urn:limiter:store-unavailable
            /cost,        400, about:blank
            /nested,      429, https://iana.org/assignments/http-problem-types#quota-exceeded
            /callable,    429, https://iana.org/assignments/http-problem-types#quota-exceeded
            /deferred,    429, https://iana.org/assignments/http-problem-types#quota-exceeded
            /stage,       429, https://iana.org/assignments/http-problem-types#quota-exceeded
            /late-cost,   400, about:blank
            /writer,      429, https://iana.org/assignments/http-problem-types#quota-exceeded
            /begun,       429, https://iana.org/assignments/http-problem-types#quota-exceeded
            """)
    void refusalsAreProblems(String path, int status, String type) throws Exception {
        HttpResponse<String> response = send("GET", path);

        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(field(response, "Content-Type")).singleElement().asString().startsWith("application/problem+json");
        assertThat(field(response, "Cache-Control")).containsExactly("no-store");
        assertThat(Json.object(response.body())).containsEntry("type", type).containsEntry("status", status);
        assertThat(field(response, "Content-Length"))
                .containsExactly(String.valueOf(response.body().length()));
    }

    @Test
    void otherExceptionsStayTheApplications() throws Exception {
        HttpResponse<String> response = send("GET", "/broken");

        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.body()).isEqualTo("the application caught IllegalStateException");
    }

    @Test
    void violatedLimitsAreTold() throws Exception {
        HttpResponse<String> response = send("POST", "/several");

        assertThat(response.statusCode()).isEqualTo(429);
        assertThat(field(response, "Retry-After")).containsExactly("3600");
        assertThat(field(response, "RateLimit-Policy"))
                .containsExactly("\"0..Daily_Deals-2\";q=5;w=86400, \"checkout\";q=2;w=1;limiter-burst=9");
        assertThat(field(response, "RateLimit"))
                .containsExactly("\"0..Daily_Deals-2\";r=0;t=3600, \"checkout\";r=0;t=1");
        assertThat(Json.object(response.body()))
                .containsEntry("violated-policies", List.of("checkout", "0..Daily_Deals-2"));
    }

    @Test
    void headHasTheFieldsButNoBody() throws Exception {
        HttpResponse<String> get = send("GET", "/limited");
        HttpResponse<String> head = send("HEAD", "/limited");

        assertThat(head.statusCode()).isEqualTo(429);
        assertThat(head.body()).isEmpty();
        for (String name : List.of("Content-Type", "Cache-Control", "Retry-After", "RateLimit", "Content-Length")) {
            assertThat(field(head, name)).as(name).isNotEmpty().isEqualTo(field(get, name));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/limited", "/blocked", "/deferred", "/cost", "/begun"})
    void otherOriginsMayReadTheProblem(String path) throws Exception {
        HttpResponse<String> response = send("GET", path, "Origin", "https://shop.example");

        assertThat(field(response, "Access-Control-Allow-Origin")).containsExactly("https://shop.example");
        assertThat(field(response, "Access-Control-Expose-Headers")).containsExactly("RateLimit");
        assertThat(field(response, "Vary")).contains("Origin");
    }

    @Test
    void aResponseThatHasBegunToArriveIsBrokenOff() throws Exception {
        assertThat(send("GET", "/streamed?refused=false").body()).isEqualTo("id;name\r\n");
        assertThatIOException().isThrownBy(() -> send("GET", "/streamed?refused=true"));
    }

    private HttpResponse<String> send(String method, String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .timeout(Duration.ofSeconds(20))
                .method(method, BodyPublishers.noBody());
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private static List<String> field(HttpResponse<?> response, String name) {
        return response.headers().allValues(name);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Guarded.class, Streaming.class, CatchAll.class})
    static class Application {

        @Bean
        RejectionExceptionResolver rejectionExceptionResolver() {
            RateLimitFields fields = new RateLimitFields(HeaderMode.DRAFT);
            return new RejectionExceptionResolver(new ProblemRejectionHandler(fields, null));
        }

        @Bean
        SecurityFilterChain open(HttpSecurity http) throws Exception {
            return http.csrf(csrf -> csrf.disable())
                    .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                    .build();
        }
    }

    /** Would make a 500 of every refusal. */
    @RestControllerAdvice(assignableTypes = Guarded.class)
    @Order(Ordered.HIGHEST_PRECEDENCE)
    static class CatchAll {

        @ExceptionHandler({Throwable.class, Exception.class, RuntimeException.class, RejectedException.class})
        ResponseEntity<String> caught(Throwable exception) {
            return ResponseEntity.status(500)
                    .body("the application caught " + exception.getClass().getSimpleName());
        }
    }

    @RestController
    @CrossOrigin(origins = "https://shop.example", exposedHeaders = "RateLimit")
    static class Guarded {

        private static final Decision LIMITED = limited(limit("p").refused(seconds(4.2)));

        @GetMapping("/limited")
        String limitedCall() {
            throw new RejectedException(LIMITED);
        }

        @GetMapping("/blocked")
        String blockedCall() {
            throw new RejectedException(blocked());
        }

        @GetMapping("/unavailable")
        String unavailable() {
            throw new RejectedException(
                    decision(Outcome.UNAVAILABLE, "down", limit("p").unavailable(seconds(0.5))));
        }

        @RequestMapping("/several")
        String several() {
            throw new RejectedException(limited(
                    limit("checkout")
                            .by(Algorithms.TOKEN_BUCKET)
                            .with(Quota.of(2, Duration.ofSeconds(1)).withBurst(9))
                            .refused(seconds(0.5)),
                    limit("roomy").left(5, 1),
                    limit("0..Daily_Deals-2").of(5, Duration.ofDays(1)).refused(seconds(3_600))));
        }

        @GetMapping("/cost")
        String cost() {
            throw Given.impossibleCost();
        }

        @GetMapping("/nested")
        String nested() {
            throw new IllegalStateException("order failed", new RuntimeException(new RejectedException(LIMITED)));
        }

        @GetMapping("/callable")
        Callable<String> callable() {
            return this::limitedCall;
        }

        @GetMapping("/deferred")
        DeferredResult<String> deferred() {
            DeferredResult<String> result = new DeferredResult<>();
            CompletableFuture.runAsync(() -> result.setErrorResult(new RejectedException(LIMITED)));
            return result;
        }

        @GetMapping("/stage")
        CompletableFuture<String> stage() {
            return CompletableFuture.supplyAsync(this::limitedCall).thenApply(String::trim);
        }

        @GetMapping("/late-cost")
        CompletableFuture<String> lateCost() {
            return CompletableFuture.supplyAsync(this::cost);
        }

        @GetMapping("/writer")
        void writer(Writer body) {
            throw new RejectedException(LIMITED);
        }

        @GetMapping("/begun")
        void begun(HttpServletResponse response) throws IOException {
            response.setContentType("text/csv");
            response.setContentLength(100_000);
            response.getOutputStream().println("id;name");
            throw new RejectedException(LIMITED);
        }

        @GetMapping("/broken")
        String broken() {
            throw new IllegalStateException("broken");
        }
    }

    @RestController
    static class Streaming {

        @GetMapping("/streamed")
        void streamed(HttpServletResponse response, @RequestParam boolean refused) throws IOException {
            response.getOutputStream().println("id;name");
            response.flushBuffer();
            if (refused) {
                throw new RejectedException(Guarded.LIMITED);
            }
        }
    }
}

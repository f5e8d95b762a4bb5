package io.github.limiter.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.spring.Applications;
import io.github.limiter.spring.Observed;
import io.github.limiter.spring.RunningServer;
import io.github.limiter.time.ManualTime;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.MDC;
import org.springframework.context.annotation.Bean;
import org.springframework.http.MediaType;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.filter.ServerHttpObservationFilter;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Handlers of servlet applications that answer later, or bit by bit: on a server of two threads. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AsyncHandlerTests {

    private static final int CROWD = 20;

    private final RunningServer server =
            RunningServer.secured("""
            limiter.store=memory
            limiter.global.limit=100000
            server.tomcat.threads.max=2
            server.tomcat.threads.min-spare=2
            """, Security.class, Filter.class, Tracing.class, Handlers.class);
    private final ManualTime time = server.bean(ManualTime.class);
    private final ExecutorService clients = Executors.newCachedThreadPool();

    @AfterEach
    void forget() {
        server.forget();
    }

    @AfterAll
    void stop() {
        clients.shutdownNow();
        server.close();
    }

    static class Security {

        @Bean
        UserDetailsService users() {
            return new InMemoryUserDetailsManager(User.withUsername("alice")
                    .password("{noop}secret")
                    .roles("USER")
                    .build());
        }

        @Bean
        SecurityFilterChain basic(HttpSecurity http) throws Exception {
            return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                    .httpBasic(Customizer.withDefaults())
                    .build();
        }
    }

    /** Puts something into the log's context, in each dispatch. */
    static class Filter extends OncePerRequestFilter {

        @Override
        protected boolean shouldNotFilterAsyncDispatch() {
            return false;
        }

        @Override
        protected void doFilterInternal(
                jakarta.servlet.http.HttpServletRequest request,
                jakarta.servlet.http.HttpServletResponse response,
                jakarta.servlet.FilterChain chain)
                throws java.io.IOException, jakarta.servlet.ServletException {
            try (var path = MDC.putCloseable("path", request.getRequestURI())) {
                chain.doFilter(request, response);
            }
        }
    }

    /** As Spring Boot sets it up where an application traces. */
    static class Tracing extends ServerHttpObservationFilter {

        Tracing() {
            super(Observed.REGISTRY);
        }
    }

    @RestController
    public static class Handlers {

        @RateLimit(limit = 2)
        @GetMapping("/callable")
        public Callable<String> callable() {
            return () -> "ok";
        }

        @RateLimit(limit = 2)
        @GetMapping("/deferred")
        public DeferredResult<String> deferred() {
            DeferredResult<String> later = new DeferredResult<>();
            CompletableFuture.runAsync(() -> later.setResult("ok"));
            return later;
        }

        @RateLimit(limit = 2)
        @GetMapping("/task")
        public WebAsyncTask<String> task() {
            return new WebAsyncTask<>(() -> "ok");
        }

        @RateLimit(limit = 2)
        @GetMapping("/body")
        public StreamingResponseBody body() {
            return out -> out.write("ok".getBytes(StandardCharsets.UTF_8));
        }

        @RateLimit(limit = 2)
        @GetMapping("/emitter")
        public ResponseBodyEmitter emitter() throws Exception {
            ResponseBodyEmitter emitter = new ResponseBodyEmitter();
            emitter.send("ok");
            emitter.complete();
            return emitter;
        }

        @RateLimit(limit = 2)
        @GetMapping("/stage")
        public CompletionStage<String> stage() {
            return CompletableFuture.supplyAsync(() -> "ok");
        }

        @RateLimit(limit = 2)
        @GetMapping("/mono")
        public Mono<String> mono() {
            return Mono.just("ok");
        }

        @RateLimit(limit = 2)
        @GetMapping("/flux")
        public Flux<String> flux() {
            return Flux.just("o", "k");
        }

        @RateLimit(limit = 2)
        @GetMapping(path = "/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
        public Flux<String> events() {
            return Flux.just("ok");
        }

        @RateLimit(algorithm = "leaky-bucket", limit = 10, window = "1s", maxWait = "1h")
        @GetMapping("/slow/callable")
        public Callable<String> slowCallable() {
            String context = context();
            return () -> context;
        }

        @RateLimit(algorithm = "leaky-bucket", limit = 10, window = "1s", maxWait = "1h")
        @GetMapping("/slow/deferred")
        public DeferredResult<String> slowDeferred() {
            DeferredResult<String> later = new DeferredResult<>();
            later.setResult(context());
            return later;
        }

        private static String context() {
            return SecurityContextHolder.getContext().getAuthentication().getName() + " at " + MDC.get("path") + " in "
                    + Observed.current();
        }

        @RateLimit(algorithm = "leaky-bucket", limit = 10, window = "1s", maxWait = "1h")
        @GetMapping("/slow/failing")
        public Callable<String> slowFailing() {
            throw new IllegalArgumentException("after the departure");
        }

        @GetMapping("/open")
        public String open() {
            return "open";
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/callable", "/deferred", "/task", "/body", "/emitter", "/stage", "/mono", "/flux", "/events"})
    void areChargedOnceAndRefusedBeforeTheyRun(String path) {
        HttpResponse<String> first = get(path);
        assertThat(first.body()).contains(path.equals("/events") ? "data:ok" : "ok");
        assertThat(left(first)).isEqualTo(1);
        assertThat(left(get(path))).isEqualTo(0);

        HttpResponse<String> refused = get(path);
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("60");
        assertThat(refused.body()).contains("\"violated-policies\"");
        time.advance(Duration.ofMinutes(1));
        assertThat(left(get(path))).isEqualTo(1);
    }

    /** Of the handler's own limit. */
    private static int left(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(200);
        String field = answer.headers().firstValue("RateLimit").orElseThrow();
        return Integer.parseInt(field.replaceFirst(".*handlers-\\w+\";r=(\\d+).*", "$1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/slow/callable", "/slow/deferred"})
    void holdNoThreadWhileTheyWaitAndGoOnWithAllThatBelongsToTheRequest(String path) {
        assertThat(get(path).body()).isEqualTo("alice at " + path + " in http.server.requests");
        List<CompletableFuture<HttpResponse<String>>> waiting = new ArrayList<>();
        for (int i = 0; i < CROWD; i++) {
            waiting.add(CompletableFuture.supplyAsync(() -> get(path), clients));
        }
        awaitDelays(CROWD);

        assertThat(time.sleepers()).isZero();
        assertThat(get("/open").body()).isEqualTo("open");
        time.advance(Duration.ofMillis(100L * CROWD));
        for (CompletableFuture<HttpResponse<String>> one : waiting) {
            HttpResponse<String> answer = one.join();
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("alice at " + path + " in http.server.requests");
            assertThat(answer.headers().firstValue("RateLimit").orElseThrow()).contains("slow");
        }
    }

    @Test
    void whatTheHandlerThrowsAfterItHasWaitedIsAnsweredAsEver() {
        assertThat(get("/slow/failing").statusCode()).isEqualTo(500);
        CompletableFuture<HttpResponse<String>> second =
                CompletableFuture.supplyAsync(() -> get("/slow/failing"), clients);
        awaitDelays(1);
        time.advance(Duration.ofMillis(100));
        assertThat(second.join().statusCode()).isEqualTo(500);
    }

    private HttpResponse<String> get(String path) {
        byte[] credentials = "alice:secret".getBytes(StandardCharsets.UTF_8);
        return server.get(path, "Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials));
    }

    private void awaitDelays(int count) {
        Applications.await(() -> time.delays() == count);
    }
}

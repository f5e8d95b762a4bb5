package io.github.limiter.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.captcha.CaptchaProvider;
import io.github.limiter.captcha.Puzzle;
import io.github.limiter.spring.RunningServer;
import io.github.limiter.store.redis.TestRedis;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;

/** Where the state is on Redis, its client's event loop serves all requests, and draws and reads for none. */
class DrawingThreadTests {

    private static final int TIMES = 20;

    /** Notes by which threads puzzles are made. */
    static final class Slow implements CaptchaProvider {

        private final List<String> threads = new CopyOnWriteArrayList<>();

        @Override
        public String name() {
            return "slow";
        }

        @Override
        public Puzzle create() {
            threads.add(Thread.currentThread().getName());
            return new Puzzle("answer", Map.of());
        }

        @Override
        public CompletionStage<Boolean> verify(String secret, String answer, String address) {
            return CompletableFuture.completedFuture(secret.equals(answer));
        }
    }

    /** Notes by which threads requests are handled and their bodies are read. */
    static final class Bodies {

        private final List<String> handlers = new CopyOnWriteArrayList<>();
        private final List<String> readers = new CopyOnWriteArrayList<>();

        @Bean
        FilterRegistrationBean<Filter> first() {
            FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>((request, response, chain) -> {
                handlers.add(Thread.currentThread().getName());
                chain.doFilter(new Read((HttpServletRequest) request), response);
            });
            registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
            return registration;
        }

        private final class Read extends HttpServletRequestWrapper {

            Read(HttpServletRequest request) {
                super(request);
            }

            @Override
            public ServletInputStream getInputStream() throws IOException {
                readers.add(Thread.currentThread().getName());
                return super.getInputStream();
            }
        }
    }

    private static String onRedis(String client) {
        return "limiter.store=redis\nlimiter.redis.client=" + client + "\nspring.data.redis.url=" + TestRedis.uri()
                + "\nlimiter.redis.deadline=5s\nlimiter.redis.key-prefix=" + TestRedis.newPrefix();
    }

    private static void ask(RunningServer server) {
        for (int i = 0; i < TIMES; i++) {
            assertThat(server.get("/limiter/captcha", "X-Forwarded-For", "203.0.113.7")
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "redisson"})
    void aServletContainersThreadDrawsAndReadsForItsOwnRequest(String client) {
        try (RunningServer server = RunningServer.start(onRedis(client), Slow.class, Bodies.class)) {
            Bodies bodies = server.bean(Bodies.class);
            ask(server);
            assertThat(server.bean(Slow.class).threads).hasSize(TIMES).isEqualTo(bodies.handlers);
            bodies.handlers.clear();

            for (int i = 0; i < TIMES; i++) {
                server.post("/limiter/captcha", "{}", "Content-Type", "application/json");
            }

            assertThat(bodies.readers).hasSize(TIMES).isEqualTo(bodies.handlers);
        }
    }

    @Test
    void aReactiveServerHasThreadsForWhatTakesLong() {
        try (RunningServer server = RunningServer.reactive(onRedis("lettuce"), Slow.class)) {
            ask(server);

            assertThat(server.bean(Slow.class).threads)
                    .hasSize(TIMES)
                    .allMatch(name -> name.startsWith("boundedElastic"));
        }
    }
}

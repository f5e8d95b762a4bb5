package io.github.limiter.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.spring.RunningServer;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** One request at a time, by {@code limiter.global} and by annotation, whatever becomes of it. The clock stands still. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ConcurrentRequestTests {

    private static final CountDownLatch ENTERED = new CountDownLatch(1);
    private static final CompletableFuture<String> RELEASE = new CompletableFuture<>();

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.start("""
                limiter.global.algorithm=concurrency
                limiter.global.limit=1
                limiter.policies.matched.match=/plain
                limiter.policies.matched.algorithm=concurrency
                limiter.policies.matched.limit=1
                """, Handlers.class);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @RestController
    public static class Handlers {

        @GetMapping("/plain")
        public String plain() {
            return "plain";
        }

        @RateLimit(name = "annotated", algorithm = "concurrency", limit = 1)
        @GetMapping("/annotated")
        public String annotated() {
            return "annotated";
        }

        @RateLimit(name = "annotated", algorithm = "concurrency", limit = 1)
        @GetMapping("/failing")
        public String failing() {
            throw new IllegalStateException("broken");
        }

        @GetMapping("/plain-failing")
        public String plainFailing() {
            throw new IllegalStateException("broken");
        }

        @RateLimit(name = "annotated", algorithm = "concurrency", limit = 1)
        @GetMapping("/callable")
        public Callable<String> callable() {
            return () -> "callable";
        }

        @RateLimit(name = "annotated", algorithm = "concurrency", limit = 1)
        @GetMapping("/callable-failing")
        public Callable<String> callableFailing() {
            return () -> {
                throw new IllegalStateException("broken");
            };
        }

        @GetMapping("/deferred")
        public DeferredResult<String> deferred() {
            DeferredResult<String> result = new DeferredResult<>();
            CompletableFuture.runAsync(() -> result.setResult("deferred"));
            return result;
        }

        @RateLimit(name = "annotated", algorithm = "concurrency", limit = 1)
        @GetMapping("/deferred-until-released")
        public DeferredResult<String> untilReleased() {
            DeferredResult<String> result = new DeferredResult<>();
            RELEASE.thenAccept(result::setResult);
            ENTERED.countDown();
            return result;
        }

        @RateLimit(name = "annotated", algorithm = "concurrency", limit = 1)
        @GetMapping("/deferred-too-late")
        public DeferredResult<String> tooLate() {
            return new DeferredResult<>(50L);
        }

        @RateLimit(name = "annotated", algorithm = "concurrency", limit = 1)
        @GetMapping("/streamed")
        public StreamingResponseBody streamed() {
            return out -> out.write("streamed".getBytes(StandardCharsets.UTF_8));
        }

        @RateLimit(name = "annotated", algorithm = "concurrency", limit = 1)
        @GetMapping("/events")
        public SseEmitter events() {
            SseEmitter events = new SseEmitter();
            CompletableFuture.runAsync(() -> {
                try {
                    events.send("one");
                    events.complete();
                } catch (IOException e) {
                    events.completeWithError(e);
                }
            });
            return events;
        }

        @RateLimit(name = "annotated", algorithm = "concurrency", limit = 1)
        @GetMapping("/future")
        public CompletableFuture<String> future() {
            return CompletableFuture.supplyAsync(() -> "future");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/plain",
                "/annotated",
                "/failing",
                "/plain-failing",
                "/callable",
                "/callable-failing",
                "/deferred",
                "/deferred-too-late",
                "/streamed",
                "/events",
                "/future",
                "/nothing"
            })
    void whatARequestWasLentIsFreeWhenItHasEnded(String path) {
        HttpResponse<String> first = admitted(() -> server.get(path));
        HttpResponse<String> second = admitted(() -> server.get(path));
        HttpResponse<String> other = admitted(() -> server.get("/annotated"));

        assertThat(second.statusCode()).isEqualTo(first.statusCode());
        assertThat(other.body()).isEqualTo("annotated");
    }

    @Test
    void anotherIsRefusedWhileTheFirstGoesOnThoughItsMethodHasReturned() throws InterruptedException {
        CompletableFuture<HttpResponse<String>> first =
                CompletableFuture.supplyAsync(() -> admitted(() -> server.get("/deferred-until-released")));
        assertThat(ENTERED.await(30, TimeUnit.SECONDS)).isTrue();

        HttpResponse<String> refused = server.get("/annotated");

        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).contains("1");
        assertThat(refused.headers().firstValue("RateLimit-Policy"))
                .hasValueSatisfying(policy -> assertThat(policy)
                        .contains("\"annotated\";q=1;qu=\"concurrent-requests\"")
                        .doesNotContain(";w="));
        assertThat(refused.headers().firstValue("RateLimit"))
                .hasValueSatisfying(
                        state -> assertThat(state).contains("\"annotated\";r=0").doesNotContain(";t="));
        RELEASE.complete("released");
        assertThat(first.join().body()).isEqualTo("released");
        assertThat(admitted(() -> server.get("/annotated")).body()).isEqualTo("annotated");
    }

    /** An answer may arrive a moment before the server has done with the request. */
    private static HttpResponse<String> admitted(Supplier<HttpResponse<String>> request) {
        long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        HttpResponse<String> answer = request.get();
        while (answer.statusCode() == 429 && System.nanoTime() < giveUp) {
            answer = request.get();
        }
        assertThat(answer.statusCode()).isNotEqualTo(429);
        return answer;
    }
}

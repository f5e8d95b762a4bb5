package io.github.limiter.spring.web.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.spring.RunningServer;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.MediaType;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * One request at a time, by {@code limiter.global} and by annotation, whatever becomes of it, on event loops. The clock
 * stands still, so that nothing that was lent ends by itself.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ConcurrentExchangeTests {

    private static final CountDownLatch ENTERED = new CountDownLatch(1);
    private static final CompletableFuture<String> RELEASE = new CompletableFuture<>();
    private static final AtomicInteger HELD = new AtomicInteger();

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.onEventLoops(false, """
                limiter.store=memory
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
        @GetMapping("/mono")
        public Mono<String> mono() {
            return Mono.just("mono");
        }

        @RateLimit(name = "annotated", algorithm = "concurrency", limit = 1)
        @GetMapping("/late")
        public Mono<String> late() {
            return Mono.delay(Duration.ofMillis(20)).thenReturn("late");
        }

        @RateLimit(name = "annotated", algorithm = "concurrency", limit = 1)
        @GetMapping("/empty")
        public Mono<String> empty() {
            return Mono.empty();
        }

        @RateLimit(name = "annotated", algorithm = "concurrency", limit = 1)
        @GetMapping("/failing")
        public Mono<String> failing() {
            return Mono.error(new IllegalStateException("broken"));
        }

        @RateLimit(name = "annotated", algorithm = "concurrency", limit = 1)
        @GetMapping("/throwing")
        public Mono<String> throwing() {
            throw new IllegalStateException("broken");
        }

        @GetMapping("/plain-failing")
        public Mono<String> plainFailing() {
            return Mono.error(new IllegalStateException("broken"));
        }

        @RateLimit(name = "annotated", algorithm = "concurrency", limit = 1)
        @GetMapping("/timed-out")
        public Mono<String> timedOut() {
            return Mono.<String>never().timeout(Duration.ofMillis(20));
        }

        @RateLimit(name = "annotated", algorithm = "concurrency", limit = 1)
        @GetMapping("/flux")
        public Flux<String> flux() {
            return Flux.just("a", "b", "c");
        }

        @RateLimit(name = "annotated", algorithm = "concurrency", limit = 1)
        @GetMapping(path = "/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
        public Flux<ServerSentEvent<String>> events() {
            return Flux.just("one", "two")
                    .map(event -> ServerSentEvent.builder(event).build());
        }

        @RateLimit(name = "annotated", algorithm = "concurrency", limit = 1)
        @GetMapping("/future")
        public CompletableFuture<String> future() {
            return CompletableFuture.supplyAsync(() -> "future");
        }

        @RateLimit(name = "annotated", algorithm = "concurrency", limit = 1)
        @GetMapping("/until-released")
        public Mono<String> untilReleased() {
            ENTERED.countDown();
            return Mono.fromFuture(RELEASE);
        }

        @RateLimit(name = "annotated", algorithm = "concurrency", limit = 1)
        @GetMapping("/never")
        public Mono<String> never() {
            return Mono.<String>never().doOnSubscribe(subscription -> HELD.incrementAndGet());
        }

        @RateLimit(name = "annotated", algorithm = "concurrency", limit = 1)
        @GetMapping(path = "/ticks", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
        public Flux<Long> ticks() {
            return Flux.interval(Duration.ofMillis(10))
                    .onBackpressureDrop()
                    .doOnSubscribe(subscription -> HELD.incrementAndGet());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/plain",
                "/mono",
                "/late",
                "/empty",
                "/failing",
                "/throwing",
                "/plain-failing",
                "/timed-out",
                "/flux",
                "/events",
                "/future",
                "/nothing"
            })
    void whatARequestWasLentIsFreeWhenItHasEnded(String path) {
        HttpResponse<String> first = admitted(() -> server.get(path));
        HttpResponse<String> second = admitted(() -> server.get(path));
        HttpResponse<String> other = admitted(() -> server.get("/mono"));

        assertThat(second.statusCode()).isEqualTo(first.statusCode());
        assertThat(other.body()).isEqualTo("mono");
    }

    @Test
    void anotherIsRefusedWhileTheFirstGoesOn() throws InterruptedException {
        CompletableFuture<HttpResponse<String>> first =
                CompletableFuture.supplyAsync(() -> admitted(() -> server.get("/until-released")));
        assertThat(ENTERED.await(30, TimeUnit.SECONDS)).isTrue();

        HttpResponse<String> refused = server.get("/mono");

        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).contains("1");
        RELEASE.complete("released");
        assertThat(first.join().body()).isEqualTo("released");
        assertThat(admitted(() -> server.get("/mono")).body()).isEqualTo("mono");
    }

    /** Before the answer begins, and in the middle of it. */
    @ParameterizedTest
    @ValueSource(strings = {"/never", "/ticks"})
    void itIsFreeWhenTheClientHangsUp(String path) throws IOException {
        try (Socket client = held(path)) {
            assertThat(client.isConnected()).isTrue();
            assertThat(server.get("/mono").statusCode()).isEqualTo(429);
        }
        assertThat(admitted(() -> server.get("/mono")).body()).isEqualTo("mono");
    }

    /** A request that does not end by itself. */
    private static Socket held(String path) throws IOException {
        int before = HELD.get();
        String request = "GET " + path + " HTTP/1.1\r\nHost: shop\r\n\r\n";
        while (true) {
            Socket socket = new Socket("127.0.0.1", server.port());
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            boolean answered = false;
            while (!answered) {
                answered = socket.getInputStream().available() > 0;
                if (HELD.get() > before) {
                    return socket;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            }
            // Refused: the one before has been answered a moment ago, and is about to end.
            socket.close();
        }
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

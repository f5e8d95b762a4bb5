package io.github.limiter.spring.load;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.annotation.RateLimit;
import io.github.limiter.load.AdaptiveLoad;
import io.github.limiter.spring.RunningServer;
import io.github.limiter.time.ManualTime;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Requests that wait for something that is not the server's do not keep it busy: none is under way meanwhile. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class WhatIsNoLoadTests {

    private static final String ADAPTIVE = """
            limiter.store=memory
            limiter.load.adaptive.enabled=true
            """;

    private static volatile int seenByHandler;

    private static void await(BooleanSupplier condition) {
        long giveUp = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() < giveUp) {
            Thread.onSpinWait();
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }

    private static void waitsForItsDeparture(RunningServer server, BooleanSupplier waits) {
        AdaptiveLoad load = server.bean(AdaptiveLoad.class);
        assertThat(server.get("/shaped").body()).isEqualTo("shaped");

        CompletableFuture<HttpResponse<String>> second = CompletableFuture.supplyAsync(() -> server.get("/shaped"));
        await(waits);
        assertThat(load.inFlight()).isZero();

        server.bean(ManualTime.class).advance(Duration.ofSeconds(1));
        assertThat(second.join().body()).isEqualTo("shaped");
        await(() -> load.inFlight() == 0);
    }

    /** The handler is entered when the headers are there, and says what was under way. */
    private static void waitsForTheRest(RunningServer server, String path, String type) throws IOException {
        AdaptiveLoad load = server.bean(AdaptiveLoad.class);
        seenByHandler = -1;
        String head = "POST " + path + " HTTP/1.1\r\nHost: shop\r\nConnection: close\r\nContent-Length: 4\r\n"
                + "Content-Type: " + type + "\r\n\r\n";
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.getOutputStream().write((head + "a=").getBytes(US_ASCII));
            await(() -> seenByHandler == 1 && load.inFlight() == 0);

            socket.getOutputStream().write("bc".getBytes(US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), US_ASCII);
            assertThat(answer).startsWith("HTTP/1.1 200").contains("got ");
        }
    }

    @Nested
    class OnServlets {

        private static RunningServer server;
        private static final CountDownLatch sent = new CountDownLatch(1);

        @RestController
        public static class Shop {

            private final AdaptiveLoad load;

            Shop(AdaptiveLoad load) {
                this.load = load;
            }

            @RateLimit(algorithm = Algorithms.LEAKY_BUCKET, limit = 1, window = "1s", maxWait = "5s")
            @GetMapping("/shaped")
            public String shaped() {
                return "shaped";
            }

            /** More than fits between a server and a client that reads nothing. */
            @GetMapping("/download")
            public void download(HttpServletResponse response) throws IOException {
                seenByHandler = load.inFlight();
                try {
                    byte[] part = new byte[1 << 20];
                    for (int i = 0; i < 256; i++) {
                        response.getOutputStream().write(part);
                    }
                } finally {
                    sent.countDown();
                }
            }

            @GetMapping("/printed")
            public void printed(HttpServletResponse response) throws IOException {
                response.getWriter().print("printed");
                response.getWriter().printf(" and %s", "formatted");
            }

            @PostMapping("/upload")
            public String upload(InputStream body) throws IOException {
                seenByHandler = load.inFlight();
                return "got " + body.readAllBytes().length;
            }
        }

        @BeforeAll
        static void start() {
            server = RunningServer.start(ADAPTIVE, Shop.class);
        }

        @AfterAll
        static void stop() {
            server.close();
        }

        @Test
        void forItsDeparture() {
            waitsForItsDeparture(server, () -> server.bean(ManualTime.class).sleepers() == 1);
        }

        @Test
        void forTheRestOfWhatItsClientSends() throws IOException {
            waitsForTheRest(server, "/upload", "text/plain");
        }

        @Test
        void forItsClientToReadTheAnswer() throws IOException, InterruptedException {
            AdaptiveLoad load = server.bean(AdaptiveLoad.class);
            seenByHandler = -1;
            try (Socket socket = new Socket("127.0.0.1", server.port())) {
                socket.getOutputStream().write("GET /download HTTP/1.1\r\nHost: shop\r\n\r\n".getBytes(US_ASCII));
                await(() -> seenByHandler == 1 && load.inFlight() == 0);
                assertThat(sent.getCount()).as("it is being sent").isEqualTo(1);
            }
            assertThat(sent.await(60, TimeUnit.SECONDS)).isTrue();
            await(() -> load.inFlight() == 0);
        }

        @Test
        void andNothingIsMissingFromTheAnswer() {
            assertThat(server.get("/printed").body()).isEqualTo("printed and formatted");
        }
    }

    @Nested
    class OnEventLoops {

        private static RunningServer server;

        @RestController
        public static class Shop {

            private final AdaptiveLoad load;

            Shop(AdaptiveLoad load) {
                this.load = load;
            }

            @RateLimit(algorithm = Algorithms.LEAKY_BUCKET, limit = 1, window = "1s", maxWait = "5s")
            @GetMapping("/shaped")
            public Mono<String> shaped() {
                return Mono.just("shaped");
            }

            @PostMapping("/upload")
            public Mono<String> upload(@RequestBody Flux<String> body) {
                seenByHandler = load.inFlight();
                return body.collectList().map(parts -> "got " + parts);
            }

            @GetMapping(path = "/ticks", produces = MediaType.TEXT_PLAIN_VALUE)
            public Flux<String> ticks() {
                seenByHandler = load.inFlight();
                return Flux.concat(Mono.just("tick"), Mono.never());
            }
        }

        @BeforeAll
        static void start() {
            server = RunningServer.onEventLoops(false, ADAPTIVE, Shop.class);
        }

        @AfterAll
        static void stop() {
            server.close();
        }

        @Test
        void forItsDeparture() {
            waitsForItsDeparture(server, () -> server.bean(ManualTime.class).delays() == 1);
        }

        @Test
        void forTheRestOfWhatItsClientSends() throws IOException {
            waitsForTheRest(server, "/upload", "text/plain");
        }

        @Test
        void forItsClientToReadTheAnswer() throws IOException {
            seenByHandler = -1;
            try (Socket socket = new Socket("127.0.0.1", server.port())) {
                socket.getOutputStream().write("GET /ticks HTTP/1.1\r\nHost: shop\r\n\r\n".getBytes(US_ASCII));
                AdaptiveLoad load = server.bean(AdaptiveLoad.class);

                await(() -> seenByHandler == 1 && load.inFlight() == 0);
                assertThat(socket.getInputStream().read()).isEqualTo('H');
            }
        }
    }
}

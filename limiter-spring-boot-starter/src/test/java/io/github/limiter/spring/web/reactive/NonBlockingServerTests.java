package io.github.limiter.spring.web.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.spring.BlockingWatch;
import io.github.limiter.spring.RunningServer;
import io.github.limiter.store.redis.TestRedis;
import io.github.limiter.time.TimeSource;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Requests on Netty's event loops, watched by an agent that fails those that block; on the real clock. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class NonBlockingServerTests {

    /** Where the counts are. */
    enum Counts {
        IN_MEMORY,
        ON_REDIS;

        RunningServer start() {
            return RunningServer.onEventLoops(
                    false,
                    "limiter.policies.matched.match=GET /matched\nlimiter.policies.matched.limit=2\n"
                            + "limiter.global.limit=100000\n"
                            + (this == IN_MEMORY
                                    ? "limiter.store=memory"
                                    : "limiter.store=redis\nlimiter.redis.deadline=5s\nspring.data.redis.url="
                                            + TestRedis.uri() + "\nlimiter.redis.key-prefix=" + TestRedis.newPrefix()),
                    Handlers.class,
                    RealTime.class);
        }
    }

    static class RealTime {

        @Bean
        @Primary
        TimeSource realTime() {
            return TimeSource.system();
        }
    }

    @RestController
    public static class Handlers {

        @RateLimit(dimension = "ip", limit = 2, window = "24h")
        @GetMapping("/mono")
        public Mono<String> mono() {
            return Mono.fromSupplier(() -> Thread.currentThread().getName());
        }

        @RateLimit(dimension = "ip", limit = 2, window = "24h")
        @GetMapping("/flux")
        public Flux<String> flux() {
            return Flux.just("a", "b");
        }

        @RateLimit(dimension = "ip", limit = 2, window = "24h")
        @GetMapping("/plain")
        public String plain() {
            return "plain";
        }

        @RateLimit(dimension = "device", limit = 2, window = "24h")
        @GetMapping("/device")
        public Mono<String> device() {
            return Mono.just("device");
        }

        @RateLimit(dimension = "user", limit = 2, window = "24h")
        @GetMapping("/user")
        public Mono<String> user() {
            return Mono.just("user");
        }

        @RateLimit(dimension = "ip", key = "#id", limit = 2, window = "24h", fallback = "cached")
        @GetMapping("/fallback/{id}")
        public Mono<String> fresh(@PathVariable("id") String id) {
            return Mono.just("fresh");
        }

        public Mono<String> cached(String id) {
            return Mono.just("cached");
        }

        @RateLimit(dimension = "ip", algorithm = "leaky-bucket", limit = 20, window = "1s", maxWait = "1m")
        @GetMapping("/slow")
        public Mono<String> slow() {
            return Mono.just("slow");
        }

        @GetMapping("/matched")
        public String matched() {
            return "matched";
        }

        @GetMapping("/blocking")
        public Mono<String> blocking() throws InterruptedException {
            Thread.sleep(1);
            return Mono.just("slept");
        }
    }

    @BeforeAll
    static void watch() {
        BlockingWatch.begin();
    }

    @Test
    void watchNoticesAHandlerThatBlocks() {
        try (RunningServer server = Counts.IN_MEMORY.start()) {
            assertThat(server.get("/blocking").statusCode()).isEqualTo(500);
        }
    }

    @ParameterizedTest
    @EnumSource
    void neitherAdmittedNorRefusedRequestsBlock(Counts counts) {
        try (RunningServer server = counts.start()) {
            assertThat(server.get("/mono").body()).matches("(reactor-http|parallel)-.*");
            assertThat(statuses(server, "/mono", 2)).containsExactly(200, 429);
            for (String path : List.of("/flux", "/plain", "/device", "/user", "/matched")) {
                assertThat(statuses(server, path, 3)).as(path).containsExactly(200, 200, 429);
            }
            assertThat(statuses(server, "/fallback/7", 3)).containsExactly(200, 200, 200);
            assertThat(server.get("/fallback/7").body()).isEqualTo("cached");
        }
    }

    @ParameterizedTest
    @EnumSource
    void requestsThatWaitForTheirDepartureDoNotBlock(Counts counts) {
        try (RunningServer server = counts.start()) {
            long start = System.nanoTime();
            assertThat(statuses(server, "/slow", 5)).containsOnly(200);
            assertThat(System.nanoTime() - start).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(190));
        }
    }

    private static List<Integer> statuses(RunningServer server, String path, int times) {
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            HttpResponse<String> response = server.get(path);
            statuses.add(response.statusCode());
        }
        return statuses;
    }
}

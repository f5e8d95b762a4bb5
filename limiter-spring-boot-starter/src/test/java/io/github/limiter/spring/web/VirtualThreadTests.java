package io.github.limiter.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.spring.RunningServer;
import io.github.limiter.time.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code spring.threads.virtual.enabled=true}: callers that a leaky bucket blocks pin no carrier. A JDK without virtual
 * threads ignores the property, and the same callers block the server's own threads.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class VirtualThreadTests {

    /** More than there are carriers. */
    private static final int CROWD = 60;

    static class RealTime {

        @Bean
        @Primary
        TimeSource realTime() {
            return TimeSource.system();
        }
    }

    @RestController
    public static class Handlers {

        @RateLimit(dimension = "global", algorithm = "leaky-bucket", limit = 30, window = "1s", maxWait = "1m")
        @GetMapping("/held")
        public String held() {
            return Thread.currentThread().toString();
        }

        @GetMapping("/open")
        public String open() {
            return "open";
        }
    }

    @Test
    void callersWhoAreHeldPinNoCarrier() {
        ExecutorService clients = Executors.newFixedThreadPool(CROWD);
        try (RunningServer server = RunningServer.start(
                "spring.threads.virtual.enabled=true\nlimiter.store=memory", Handlers.class, RealTime.class)) {
            List<CompletableFuture<String>> held = new ArrayList<>();
            for (int i = 0; i < CROWD; i++) {
                held.add(CompletableFuture.supplyAsync(() -> server.get("/held").body(), clients));
            }
            held.get(0).join();

            assertThat(server.get("/open").body()).isEqualTo("open");
            assertThat(held).as("most are still held").anyMatch(one -> !one.isDone());
            boolean virtual = Runtime.version().feature() >= 21;
            assertThat(held)
                    .extracting(CompletableFuture::join)
                    .allMatch(thread -> thread.startsWith("VirtualThread") == virtual);
        } finally {
            clients.shutdownNow();
        }
    }
}

package io.github.limiter.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.LimiterStore;
import io.github.limiter.store.MemoryStore;
import io.github.limiter.store.redis.Await;
import io.github.limiter.time.TimeSource;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A leaky bucket at the gateway spreads what arrives at once. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ShapingTests {

    private static Backend service;
    private static TestGateway gateway;

    @BeforeAll
    static void start() {
        service = new Backend();
        gateway = TestGateway.start(service, """
                limiter.wait.max-async-callers=12
                route even=/even/**
                filters[0].name=RateLimit
                filters[0].args.algorithm=leaky-bucket
                filters[0].args.dimension=global
                filters[0].args.limit=5
                filters[0].args.window=1s
                filters[0].args.max-wait=900ms
                route mine=/mine/**
                filters[0].name=RateLimit
                filters[0].args.algorithm=leaky-bucket
                filters[0].args.dimension=ip
                filters[0].args.limit=1
                filters[0].args.window=3s
                filters[0].args.max-wait=30s
                route warm=/warm/**
                """, WatchedStore.class);
        gateway.statuses(5, "/warm/1");
    }

    @AfterAll
    static void stop() {
        gateway.close();
        service.close();
    }

    @BeforeEach
    void forget() {
        service.forget();
    }

    @Test
    void fivePerSecondSpreadABurstEvenlyAndTheQueueIsBounded() {
        WatchedStore store = gateway.bean(WatchedStore.class);
        store.departures.clear();
        List<CompletableFuture<HttpResponse<String>>> burst = IntStream.range(0, 12)
                .mapToObj(i -> gateway.getAsync("/even/" + i))
                .toList();
        Map<Integer, Long> answers = burst.stream()
                .collect(Collectors.groupingBy(answer -> answer.join().statusCode(), Collectors.counting()));

        assertThat(answers).containsOnlyKeys(200, 429);
        assertThat(answers.get(200))
                .as("one at once, 0.9 s of 200 ms each, and those that had time to leave while the burst arrived")
                .isBetween(5L, 9L);
        List<Long> departures = store.departures.stream().sorted().toList();
        List<Long> arrivals = service.seen.stream().map(Backend.Seen::micros).toList();
        assertThat(departures).hasSameSizeAs(arrivals);
        for (int i = 0; i < departures.size(); i++) {
            assertThat(departures.get(i)).as("evenly").isEqualTo(departures.get(0) + i * 200_000L);
            assertThat(arrivals.get(i) - departures.get(i))
                    .as("microseconds from its departure to the arrival of request %s at the service", i)
                    .isBetween(-5_000L, 1_000_000L);
        }
    }

    @Test
    void noMoreWaitThanTheNodeTakesHoweverManyKeysThereAre() {
        WatchedStore store = gateway.bean(WatchedStore.class);
        int decided = store.decided.get();
        List<CompletableFuture<HttpResponse<String>>> waiting = new ArrayList<>();
        for (int client = 1; client <= 12; client++) {
            String address = "192.0.2." + client;
            assertThat(gateway.get("/mine/1", "X-Forwarded-For", address).statusCode())
                    .isEqualTo(200);
            waiting.add(gateway.getAsync("/mine/2", "X-Forwarded-For", address));
        }
        Await.until("all twelve wait", () -> store.decided.get() == decided + 24);

        HttpResponse<String> last = gateway.get("/mine/1", "X-Forwarded-For", "192.0.2.200");
        assertThat(last.statusCode()).as("one who need not wait").isEqualTo(200);
        assertThat(waiting)
                .allSatisfy(answer -> assertThat(answer.join().statusCode()).isEqualTo(200));
    }

    @Test
    void whoHangsUpGivesItsPlaceBack() throws Exception {
        String address = "198.51.100.1";
        long asked = System.nanoTime();
        assertThat(gateway.get("/mine/1", "X-Forwarded-For", address).statusCode())
                .isEqualTo(200);
        long departed = System.nanoTime();
        WatchedStore store = gateway.bean(WatchedStore.class);
        int decided = store.decided.get();
        try (Socket impatient = new Socket("127.0.0.1", gateway.port())) {
            String request = "GET /mine/2 HTTP/1.1\r\nHost: gateway\r\nX-Forwarded-For: " + address + "\r\n\r\n";
            impatient.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            Await.until("it waits", () -> store.decided.get() > decided);
        }
        Await.until("its place is given back", () -> store.givenBack.get() > 0);

        assertThat(gateway.get("/mine/3", "X-Forwarded-For", address).statusCode())
                .isEqualTo(200);
        long answered = System.nanoTime();
        assertThat(Duration.ofNanos(answered - asked))
                .as("not before its departure")
                .isGreaterThan(Duration.ofSeconds(3));
        assertThat(Duration.ofNanos(answered - departed))
                .as("the departure that was given back, not the one after it")
                .isLessThan(Duration.ofMillis(5_500));
    }

    /** A store in memory that tells what it is asked. */
    static class WatchedStore implements LimiterStore {

        private final LimiterStore store = new MemoryStore(1_000, TimeSource.system());
        private final Queue<Long> departures = new ConcurrentLinkedQueue<>();
        private final AtomicInteger decided = new AtomicInteger();
        private final AtomicInteger givenBack = new AtomicInteger();

        @Override
        public CompletionStage<List<LimitResult>> decide(List<LimitCheck> checks) {
            CompletionStage<List<LimitResult>> results = store.decide(checks);
            decided.incrementAndGet();
            return results.whenComplete((all, failure) -> all.stream()
                    .filter(result -> result.charged())
                    .forEach(result -> departures.add(result.departure())));
        }

        @Override
        public CompletionStage<Void> giveBack(List<LimitResult> results) {
            CompletionStage<Void> done = store.giveBack(results);
            givenBack.incrementAndGet();
            return done;
        }
    }
}

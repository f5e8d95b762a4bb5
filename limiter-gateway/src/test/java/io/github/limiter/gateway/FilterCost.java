package io.github.limiter.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.store.redis.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.cloud.gateway.filter.ratelimit.KeyResolver;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/**
 * What a limit costs at the gateway, as ratios to a route without one, beside the gateway's own RequestRateLimiter on the
 * same Redis. No test of the build: run it by its name. All requests are admitted; the candidates take turns.
 */
class FilterCost {

    private static final int ROUNDS = Integer.getInteger("rounds", 9);
    private static final int CONCURRENCY = Integer.getInteger("concurrency", 32);
    private static final int REQUESTS = Integer.getInteger("requests", 3_000);
    private static final int SINGLE = REQUESTS / 5;

    private final HttpClient client = HttpClient.create(ConnectionProvider.create("load", CONCURRENCY));

    @Configuration(proxyBeanMethods = false)
    static class Keys {

        @Bean
        KeyResolver everybody() {
            return exchange -> Mono.just("everybody");
        }
    }

    /** Throughput at many at once, and the median latency of one after the other. */
    private record Score(double perSecond, double medianMicros) {}

    @Test
    void compare() {
        Map<String, List<Score>> scores = new LinkedHashMap<>();
        try (Backend service = new Backend();
                RedisServer redis = new RedisServer();
                TestGateway plain = start(service, redis, "limiter.enabled=false");
                TestGateway limited = start(service, redis, "limiter.store=redis");
                TestGateway memory = start(service, redis, "limiter.store=memory")) {
            Map<String, String> candidates = new LinkedHashMap<>();
            candidates.put("no limit", plain.base() + "/none/1");
            candidates.put("limiter, in memory", memory.base() + "/limited/1");
            candidates.put("limiter, on Redis", limited.base() + "/limited/1");
            candidates.put("limiter, three limits on Redis", limited.base() + "/three/1");
            candidates.put("RequestRateLimiter, on Redis", plain.base() + "/own/1");
            for (int round = -2; round < ROUNDS; round++) {
                for (Map.Entry<String, String> candidate : candidates.entrySet()) {
                    Score score = measure(candidate.getValue());
                    service.seen.clear();
                    if (round >= 0) {
                        scores.computeIfAbsent(candidate.getKey(), name -> new ArrayList<>())
                                .add(score);
                    }
                }
            }
        }
        print(scores);
    }

    private static TestGateway start(Backend service, RedisServer redis, String more) {
        String text = """
                logging.level.root=warn
                route none=/none/**
                route limited=/limited/**
                filters[0]=RateLimit=limited, 1000000, 1s, global, token-bucket
                route three=/three/**
                filters[0]=RateLimit=a, 1000000, 1s, global, token-bucket
                filters[1]=RateLimit=b, 1000000, 1s, ip, token-bucket
                filters[2]=RateLimit=c, 1000000, 1s, interface, token-bucket
                route own=/own/**
                filters[0].name=RequestRateLimiter
                filters[0].args.key-resolver=#{@everybody}
                filters[0].args.redis-rate-limiter.replenishRate=1000000
                filters[0].args.redis-rate-limiter.burstCapacity=1000000
                """;
        String last = "spring.data.redis.url=" + redis.uri() + "\n" + more;
        return TestGateway.start(service, text + last, Keys.class);
    }

    private Score measure(String uri) {
        AtomicInteger admitted = new AtomicInteger();
        long begin = System.nanoTime();
        Flux.range(0, REQUESTS)
                .flatMap(i -> request(uri, admitted), CONCURRENCY)
                .blockLast(Duration.ofMinutes(2));
        double seconds = (System.nanoTime() - begin) / 1e9;
        double[] latencies = new double[SINGLE];
        for (int i = 0; i < SINGLE; i++) {
            long start = System.nanoTime();
            request(uri, admitted).block(Duration.ofSeconds(30));
            latencies[i] = (System.nanoTime() - start) / 1e3;
        }
        assertThat(admitted).hasValue(REQUESTS + SINGLE);
        Arrays.sort(latencies);
        return new Score(REQUESTS / seconds, latencies[SINGLE / 2]);
    }

    private Mono<String> request(String uri, AtomicInteger admitted) {
        return client.get().uri(uri).responseSingle((response, body) -> {
            if (response.status().code() == 200) {
                admitted.incrementAndGet();
            }
            return body.asString();
        });
    }

    private static void print(Map<String, List<Score>> scores) {
        List<Score> none = scores.values().iterator().next();
        System.out.printf(
                "%d rounds of %d requests, %d at once; medians of the rounds' ratios to no limit%n",
                ROUNDS, REQUESTS, CONCURRENCY);
        scores.forEach((name, own) -> {
            double[] throughput = new double[own.size()];
            double[] added = new double[own.size()];
            double[] latency = new double[own.size()];
            for (int round = 0; round < own.size(); round++) {
                throughput[round] = own.get(round).perSecond() / none.get(round).perSecond();
                latency[round] = own.get(round).medianMicros() / none.get(round).medianMicros();
                added[round] = own.get(round).medianMicros() - none.get(round).medianMicros();
            }
            System.out.printf(
                    Locale.ROOT,
                    "%-32s throughput %.2f  latency %.2f (%+.0f µs)%n",
                    name,
                    median(throughput),
                    median(latency),
                    median(added));
        });
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }
}

package io.github.limiter.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.store.redis.Await;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.filter.ReactiveLoadBalancerClientFilter;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** What clients do, or a retry mends, does not open the circuit breaker of a route; nor is it an error of the gateway's. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
@ExtendWith(OutputCaptureExtension.class)
class BlamelessServiceTests {

    private static final int MANY = 12;

    private static final List<String> ended = new CopyOnWriteArrayList<>();
    private static Backend service;
    private static Backend gone;
    private static TestGateway gateway;

    /** Where a load balancer stands: takes the two nodes of {@code /nodes} in turns. */
    static class Balancer implements GlobalFilter, Ordered {

        private final AtomicInteger attempts = new AtomicInteger();

        @Override
        public int getOrder() {
            return ReactiveLoadBalancerClientFilter.LOAD_BALANCER_CLIENT_FILTER_ORDER;
        }

        @Override
        public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
            String path = exchange.getRequest().getPath().value();
            if (path.startsWith("/nodes")) {
                String node = (attempts.getAndIncrement() % 2 == 0 ? gone : service).uri();
                exchange.getAttributes().put(ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR, URI.create(node + path));
            }
            return chain.filter(exchange);
        }
    }

    /** Around all others: an answer may be there a moment before its request has ended. */
    static class Endings implements GlobalFilter, Ordered {

        @Override
        public int getOrder() {
            return HIGHEST_PRECEDENCE;
        }

        @Override
        public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
            String path = exchange.getRequest().getPath().value();
            return chain.filter(exchange).doFinally(signal -> ended.add(path));
        }
    }

    @BeforeAll
    static void start() {
        service = new Backend();
        gone = new Backend();
        gateway = TestGateway.start(service, """
                        limiter.gateway.circuit-breaker.enabled=true
                        limiter.gateway.circuit-breaker.window=4
                        limiter.gateway.circuit-breaker.minimum-requests=4
                        limiter.gateway.circuit-breaker.timeout=30s
                        route uploads=/uploads/**
                        route sockets=/sockets/**
                        route gone=/gone/**
                        uri=GONE
                        route nodes=/nodes/**
                        filters[0].name=Retry
                        filters[0].args.retries=1
                        filters[0].args.exceptions=java.net.ConnectException
                        """.replace("GONE", gone.uri()), Balancer.class, Endings.class);
        gone.close();
    }

    @AfterAll
    static void stop() {
        gateway.close();
        service.close();
    }

    @BeforeEach
    void forget() {
        service.forget();
        ended.clear();
    }

    @ParameterizedTest(name = "reset: {0}")
    @ValueSource(booleans = {false, true})
    void whoHangsUpInTheMiddleOfAnUpload(boolean reset, CapturedOutput log) throws IOException {
        int before = counted("uploads");
        int earlier = log.getAll().length();
        for (int request = 1; request <= MANY; request++) {
            try (Socket client = send("POST /uploads/hung-up HTTP/1.1\r\nHost: gateway\r\nX-Hang: yes\r\n"
                    + "Content-Length: 100\r\n\r\nabc")) {
                int seen = request;
                Await.until("it is passed on", () -> service.seen.size() == seen);
                client.setSoLinger(reset, 0);
            }
        }
        awaitTheEndOf("/uploads/hung-up");

        assertThat(counted("uploads")).isEqualTo(before);
        assertThat(gateway.get("/uploads/1").statusCode()).isEqualTo(200);
        assertThat(log.getAll().substring(earlier)).doesNotContain(" ERROR ");
    }

    @Test
    void whoAsksForAWebsocketThatThereIsNot(CapturedOutput log) throws IOException {
        int earlier = log.getAll().length();
        for (int request = 0; request < MANY; request++) {
            try (Socket client = send("GET /sockets/refused HTTP/1.1\r\nHost: gateway\r\nUpgrade: websocket\r\n"
                    + "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                    + "Sec-WebSocket-Version: 99\r\n\r\n")) {
                byte[] start = client.getInputStream().readNBytes("HTTP/1.1 426".length());
                assertThat(new String(start, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 426");
            }
        }
        awaitTheEndOf("/sockets/refused");

        assertThat(counted("sockets")).isZero();
        assertThat(gateway.get("/sockets/1").statusCode()).isEqualTo(200);
        assertThat(log.getAll().substring(earlier)).doesNotContain(" ERROR ");
    }

    @Test
    void oneDeadNodeOfTwoThatARetryPassesBy() {
        assertThat(gateway.statuses(20, "/nodes/1")).containsOnly(200);
        assertThat(service.seen).hasSize(20);
        assertThat(metrics("nodes").getNumberOfSuccessfulCalls())
                .as("of the last")
                .isEqualTo(4);
    }

    @Test
    void aServiceThatIsGoneIsAProblemAndALine(CapturedOutput log) {
        int earlier = log.getAll().length();
        HttpResponse<String> answer = gateway.get("/gone/1");

        assertThat(answer.statusCode()).isEqualTo(502);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(answer.body()).contains("the route gone gives no answer");
        assertThat(counted("gone")).isOne();
        assertThat(log.getAll().substring(earlier))
                .contains("the route gone gives no answer: ", "Connection refused")
                .doesNotContain(" ERROR ");
    }

    private static int counted(String route) {
        return metrics(route).getNumberOfBufferedCalls();
    }

    private static CircuitBreaker.Metrics metrics(String route) {
        return gateway.bean(CircuitBreakerRegistry.class)
                .circuitBreaker("gateway-" + route)
                .getMetrics();
    }

    private static void awaitTheEndOf(String path) {
        Await.until("all have ended", () -> Collections.frequency(ended, path) == MANY);
    }

    private static Socket send(String request) throws IOException {
        Socket client = new Socket("127.0.0.1", gateway.port());
        client.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        return client;
    }
}

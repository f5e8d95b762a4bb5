package io.github.limiter.examples.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The gateway as it is configured, before a service that stands for the shop. */
class GatewayApplicationTests {

    private static final HttpClient client = HttpClient.newHttpClient();
    private static final List<String> clients = new CopyOnWriteArrayList<>();

    private static HttpServer shop;
    private static ConfigurableApplicationContext gateway;
    private static String base;

    @BeforeAll
    static void start() throws IOException {
        shop = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        shop.setExecutor(Executors.newCachedThreadPool());
        shop.createContext("/", exchange -> {
            clients.add(String.valueOf(exchange.getRequestHeaders().getFirst("X-Forwarded-For")));
            int status = exchange.getRequestURI().getPath().endsWith("/broken") ? 500 : 200;
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        shop.start();
        gateway = new SpringApplicationBuilder(GatewayApplication.class)
                .run(
                        "--server.port=0",
                        "--limiter.store=memory",
                        // No test is about it, and a busy machine may need longer than people would wait.
                        "--limiter.gateway.circuit-breaker.timeout=60s",
                        "--shop.uri=http://127.0.0.1:" + shop.getAddress().getPort());
        base = "http://127.0.0.1:" + gateway.getEnvironment().getProperty("local.server.port");
    }

    @AfterAll
    static void stop() {
        gateway.close();
        shop.stop(0);
    }

    @Test
    void ordersMayBurstAndAreThenRefused() {
        List<Integer> statuses = IntStream.range(0, 60)
                .mapToObj(i -> status("/orders/1", "192.0.2.1"))
                .toList();
        assertThat(statuses.subList(0, 40)).containsOnly(200);
        assertThat(status("/orders/1", "192.0.2.2")).isEqualTo(200);
    }

    @Test
    void anAddressIsCountedOverAllRoutes() {
        List<CompletableFuture<HttpResponse<Void>>> answers = IntStream.range(0, 310)
                .mapToObj(i -> send(i % 2 == 0 ? "/products" : "/catalogue", "192.0.2.3"))
                .toList();
        assertThat(answers.stream().map(answer -> answer.join().statusCode()).filter(status -> status == 200))
                .hasSize(300);
    }

    @Test
    void aCouponIsCountedWhoeverClaimsIt() {
        HttpResponse<Void> answer = send("/coupons/7/claim", "192.0.2.4").join();
        assertThat(answer.headers().firstValue("RateLimit-Policy").orElseThrow())
                .contains("\"coupons\";q=100;w=1");
    }

    @Test
    void theShopLearnsWhoTheClientIs() {
        clients.clear();
        status("/products", "10.1.2.3, 192.0.2.5");
        assertThat(clients).containsExactly("192.0.2.5");
    }

    @Test
    void aRouteThatFailsIsLeftAloneForAWhile() {
        assertThat(IntStream.range(0, 10).mapToObj(i -> status("/reports/broken", "192.0.2.6")))
                .as("one after the other, five a second")
                .containsOnly(500);
        HttpResponse<Void> open = send("/reports/broken", "192.0.2.6").join();
        assertThat(open.statusCode()).isEqualTo(503);
        assertThat(open.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(open.headers().firstValueAsLong("Retry-After").orElseThrow()).isBetween(1L, 10L);
    }

    private static int status(String path, String forwardedFor) {
        return send(path, forwardedFor).join().statusCode();
    }

    private static CompletableFuture<HttpResponse<Void>> send(String path, String forwardedFor) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + path))
                .timeout(Duration.ofSeconds(60))
                .header("X-Forwarded-For", forwardedFor)
                .build();
        return client.sendAsync(request, BodyHandlers.discarding());
    }
}

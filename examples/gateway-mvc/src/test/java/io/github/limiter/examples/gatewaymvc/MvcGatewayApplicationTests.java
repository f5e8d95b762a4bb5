package io.github.limiter.examples.gatewaymvc;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.limiter.ban.Bans;
import io.github.limiter.load.Load;
import io.github.limiter.load.LoadLevel;
import io.github.limiter.load.LoadOrder;
import io.github.limiter.subject.Subject;
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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Routes of a servlet gateway are limited as any other handler, before anything is asked of the service behind. */
class MvcGatewayApplicationTests {

    private static final HttpClient client = HttpClient.newHttpClient();
    private static final List<String> arrived = new CopyOnWriteArrayList<>();

    private static HttpServer shop;
    private static ConfigurableApplicationContext gateway;
    private static String base;

    @BeforeAll
    static void start() throws IOException {
        shop = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        shop.setExecutor(Executors.newCachedThreadPool());
        shop.createContext("/", MvcGatewayApplicationTests::serve);
        shop.start();
        gateway = new SpringApplicationBuilder(MvcGatewayApplication.class)
                .run(
                        "--server.port=0",
                        "--limiter.store=memory",
                        // A clock on which a busy machine gets nothing back.
                        "--limiter.policies.orders.window=1h",
                        "--limiter.policies.reports.window=1h",
                        "--shop.uri=http://127.0.0.1:" + shop.getAddress().getPort());
        base = "http://127.0.0.1:" + gateway.getEnvironment().getProperty("local.server.port");
    }

    private static void serve(HttpExchange exchange) throws IOException {
        arrived.add(exchange.getRequestURI().getPath() + " for "
                + String.join(",", exchange.getRequestHeaders().get("X-Forwarded-For")));
        exchange.sendResponseHeaders(200, -1);
        exchange.close();
    }

    @AfterAll
    static void stop() {
        gateway.close();
        shop.stop(0);
    }

    @BeforeEach
    void nothingArrivedYet() {
        arrived.clear();
    }

    @Test
    void aRouteIsLimitedByAddress() {
        List<Integer> statuses = IntStream.range(0, 45)
                .mapToObj(i -> get("/orders/1", "192.0.2.1").statusCode())
                .toList();

        assertThat(statuses.subList(0, 40)).containsOnly(200);
        assertThat(statuses.subList(40, 45)).containsOnly(429);
        assertThat(arrived).hasSize(40);
        assertThat(get("/orders/1", "192.0.2.2").statusCode()).isEqualTo(200);
    }

    @Test
    void itsAnswersTellTheLimitAndARefusalIsAProblem() {
        HttpResponse<String> answer = null;
        for (int i = 0; i < 6; i++) {
            answer = get("/reports/daily", "192.0.2.3");
            assertThat(answer.headers().firstValue("RateLimit-Policy").orElseThrow())
                    .contains("\"reports\";q=5");
        }

        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(answer.headers().firstValue("Retry-After")).isPresent();
        assertThat(answer.body()).contains("\"violated-policies\":[\"reports\"]");
    }

    @Test
    void atPeakWhatCanWaitIsDroppedAndOrdersGoOn() {
        Load load = gateway.getBean(Load.class);
        load.order(LoadOrder.of(LoadLevel.PEAK), Duration.ofHours(1), "test")
                .toCompletableFuture()
                .join();
        try {
            assertThat(get("/reports/daily", "192.0.2.4").statusCode()).isEqualTo(503);
            assertThat(get("/orders/1", "192.0.2.4").statusCode()).isEqualTo(200);
        } finally {
            load.withdraw("test").toCompletableFuture().join();
        }
        assertThat(arrived).containsExactly("/orders/1 for 192.0.2.4,127.0.0.1");
    }

    @Test
    void aBannedAddressDoesNotReachTheService() {
        gateway.getBean(Bans.class)
                .ban(Subject.of("ip", "192.0.2.5"), Duration.ofHours(1), "test", "test")
                .toCompletableFuture()
                .join();

        assertThat(get("/products/1", "192.0.2.5").statusCode()).isEqualTo(403);
        assertThat(arrived).isEmpty();
    }

    private static HttpResponse<String> get(String path, String forwardedFor) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + path))
                .timeout(Duration.ofSeconds(60))
                .header("X-Forwarded-For", forwardedFor)
                .build();
        return client.sendAsync(request, BodyHandlers.ofString()).join();
    }
}

package io.github.limiter.examples.fivelayers;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.limiter.store.redis.RedisServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The nginx of the example, before something that stands for the gateway. */
@Timeout(120)
class LayersConfTests {

    private static final int CONNECTIONS = 20;

    @TempDir
    private Path directory;

    private final List<String> arrived = new CopyOnWriteArrayList<>();
    private final CountDownLatch allThere = new CountDownLatch(CONNECTIONS);
    private final CountDownLatch evening = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpClient client = HttpClient.newHttpClient();
    private final int door = Machine.freePort();
    private HttpServer gateway;
    private RedisServer redis;
    private Machine machine;

    @BeforeEach
    void start() throws IOException {
        // The workers of nginx may be of another user than who starts it.
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        redis = new RedisServer();
        gateway = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), Machine.freePort()), 0);
        gateway.setExecutor(threads);
        gateway.createContext("/", this::answer);
        gateway.start();
        NginxFiles files = new NginxFiles(Path.of("../..").toAbsolutePath().normalize(), directory.resolve("nginx"));
        String configuration = files.template("layers.conf")
                .replace("@redis@", String.valueOf(redis.port()))
                .replace("@gateway@", String.valueOf(gateway.getAddress().getPort()))
                .replace("@listen@", "127.0.0.1:" + door)
                // What a test asks for at once, and what is cached while it asks again, on a machine of any speed.
                .replace("rate=10r/s", "rate=1000r/s")
                .replace("burst=20", "burst=1000")
                .replace("200 1s", "200 1h");
        machine = new Machine(directory);
        machine.start("nginx", files.command(configuration));
        machine.awaitListening("nginx", door);
    }

    @AfterEach
    void stop() {
        evening.countDown();
        machine.close();
        gateway.stop(0);
        redis.close();
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        arrived.add(exchange.getRequestURI().getPath() + " for "
                + String.join(",", exchange.getRequestHeaders().get("X-Forwarded-For")));
        if (exchange.getRequestURI().getPath().equals("/slow")) {
            allThere.countDown();
            try {
                evening.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        exchange.getResponseHeaders().add("Set-Cookie", "limiter-device=one-caller's");
        exchange.getResponseHeaders().add("RateLimit", "\"product-detail\";r=59;t=1");
        exchange.sendResponseHeaders(200, -1);
        exchange.close();
    }

    private CompletableFuture<HttpResponse<Void>> ask(String path, String address, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + door + path))
                .header("X-Forwarded-For", address);
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.sendAsync(request.build(), BodyHandlers.discarding());
    }

    private int status(String path, String address) {
        return ask(path, address).join().statusCode();
    }

    @Test
    void letsAClientHaveTwentyRequestsUnderWay() throws InterruptedException {
        List<CompletableFuture<HttpResponse<Void>>> held = IntStream.range(0, CONNECTIONS)
                .mapToObj(i -> ask("/slow", "2001:db8:1:1::" + i))
                .toList();
        allThere.await();

        assertThat(status("/orders", "2001:db8:1:1::ffff")).isEqualTo(429);
        assertThat(status("/orders", "2001:db8:1:2::1")).as("another client").isEqualTo(200);
        evening.countDown();
        assertThat(held)
                .allSatisfy(request -> assertThat(request.join().statusCode()).isEqualTo(200));
    }

    @Test
    void asksOnceForAProductWhoeverWantsItAndKeepsWhatIsOneCallersOwn() {
        for (int i = 1; i <= 5; i++) {
            HttpResponse<Void> page = ask("/products/7", "192.0.2." + i).join();
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.headers().map()).doesNotContainKeys("set-cookie", "ratelimit");
        }
        assertThat(arrived).containsExactly("/products/7 for 192.0.2.1");

        ask("/products/7", "192.0.2.6", "Authorization", "Basic YWxpY2U6YWxpY2U=")
                .join();
        ask("/products/7", "192.0.2.6", "Cookie", "JSESSIONID=1").join();
        ask("/products/7", "192.0.2.6", "Cookie", "SESSION=1").join();
        assertThat(arrived).as("who is logged in sees what is theirs").hasSize(4);
    }

    @Test
    void tellsTheGatewayOneClientAndNobodyTheOperatorsPaths() {
        assertThat(status("/orders", "198.51.100.1, 192.0.2.7")).isEqualTo(200);
        assertThat(status("/actuator/limiter", "192.0.2.7")).isEqualTo(404);

        assertThat(arrived).containsExactly("/orders for 192.0.2.7");
    }
}

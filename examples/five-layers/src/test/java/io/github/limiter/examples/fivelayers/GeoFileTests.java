package io.github.limiter.examples.fivelayers;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.github.limiter.ban.Ban;
import io.github.limiter.ban.BanPage;
import io.github.limiter.spring.ban.BanFile;
import io.github.limiter.subject.Subject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An nginx without Lua, with the file of bans. */
@Timeout(60)
class GeoFileTests {

    private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();

    @TempDir
    private Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<Ban> bans = new ArrayList<>();
    private final int port = Machine.freePort();
    private BanFile file;
    private HttpServer shop;
    private Machine machine;

    @BeforeEach
    void start() throws IOException {
        Path banned = directory.resolve("banned.inc");
        file = new BanFile(
                banned,
                100_000,
                64,
                cursor -> CompletableFuture.completedFuture(new BanPage(bans, null, Instant.EPOCH)));
        file.write();
        shop = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        shop.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        shop.start();
        machine = new Machine(directory);
        NginxFiles files = new NginxFiles(HOME, directory.resolve("nginx"));
        machine.start(
                "nginx",
                files.command(files.template("geo.conf")
                        .replace("@banned@", banned.toString())
                        .replace("@gateway@", String.valueOf(shop.getAddress().getPort()))
                        .replace("@listen@", "127.0.0.1:" + port)));
        machine.awaitListening("nginx", port);
    }

    @AfterEach
    void stop() {
        machine.close();
        shop.stop(0);
    }

    private int status(String address) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port))
                .header("X-Forwarded-For", address)
                .build();
        return client.send(request, BodyHandlers.discarding()).statusCode();
    }

    /** A worker that is on its way out may answer a last request. */
    private void await(String address, int expected) throws IOException, InterruptedException {
        long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (status(address) != expected) {
            assertThat(System.nanoTime()).isLessThan(giveUp);
            Thread.onSpinWait();
        }
    }

    private void ban(String subject) {
        bans.add(new Ban(Subject.ofText(subject, null), Instant.EPOCH, null, "limited", "", "", false));
    }

    private void reload() throws IOException, InterruptedException {
        assertThat(file.write().changed()).isTrue();
        machine.signal("nginx", "HUP");
    }

    @Test
    void refusesThoseInItAndNobodyElse() throws IOException, InterruptedException {
        assertThat(status("203.0.113.7")).isEqualTo(200);

        ban("ip:203.0.113.7");
        ban("ip:2001:db8:1:1::");
        ban("subnet:198.51.100.0/24");
        reload();

        await("203.0.113.7", 403);
        await("2001:db8:1:1:2:3:4:5", 403);
        await("198.51.100.250", 403);
        assertThat(status("203.0.113.8")).isEqualTo(200);
        assertThat(status("2001:db8:1:2::1")).isEqualTo(200);

        bans.clear();
        reload();
        await("203.0.113.7", 200);
    }

    @Test
    void readsAHundredThousandLines() throws IOException, InterruptedException {
        for (int i = 0; i < 100_000; i++) {
            ban("ip:10." + (i >> 16) + '.' + (i >> 8 & 255) + '.' + (i & 255));
        }
        reload();

        await("10.1.134.159", 403);
        assertThat(status("10.1.134.160")).isEqualTo(200);
    }
}

package io.github.limiter.examples.browser;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The shop from its jar, on a port of its own, asking for a CAPTCHA before it bans. */
final class RunningShop implements AutoCloseable {

    private static final Path JAR = Path.of("..", "shop", "target", "shop.jar");
    private static final Pattern STARTED = Pattern.compile("Tomcat started on port (\\d+)");
    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(3);

    private final HttpClient http = HttpClient.newHttpClient();
    private final Process process;
    private final String base;

    RunningShop(Path log, String... properties) throws IOException, InterruptedException {
        if (!Files.exists(JAR)) {
            throw new IllegalStateException(JAR + " is missing: run mvn -pl examples/shop -am package");
        }
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                JAR.toString(),
                "--server.port=0",
                "--limiter.ban.challenge-at=2",
                "--limiter.policies.product-list.limit=2"));
        command.addAll(List.of(properties));
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        base = "http://localhost:" + port(log);
    }

    private int port(Path log) throws IOException, InterruptedException {
        long giveUp = System.nanoTime() + PATIENCE_NANOS;
        while (System.nanoTime() < giveUp && process.isAlive()) {
            Matcher started = STARTED.matcher(Files.readString(log));
            if (started.find()) {
                return Integer.parseInt(started.group(1));
            }
            process.waitFor(200, TimeUnit.MILLISECONDS);
        }
        process.destroy();
        throw new AssertionError("the shop does not start:\n" + Files.readString(log));
    }

    String url(String path) {
        return base + path;
    }

    /** Two requests that are admitted, two that are limited: then the address is challenged. */
    void challenge(String address) throws IOException, InterruptedException {
        for (int request = 0; request < 4; request++) {
            get("/products", address);
        }
        if (get("/products/1", address) != 403) {
            throw new AssertionError(address + " is not challenged");
        }
    }

    private int get(String path, String address) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url(path)))
                .header("X-Forwarded-For", address)
                .build();
        return http.send(request, BodyHandlers.discarding()).statusCode();
    }

    @Override
    public void close() {
        process.destroy();
    }
}

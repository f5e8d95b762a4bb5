package io.github.limiter.examples.fivelayers;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.TimeUnit;

/** Asks a site, one request after the other: as a client at its door, and as an operator at one of its shops. */
final class Door {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int ALL_NODES_KNOW_AFTER_SECONDS = 2;
    private static final String ADMIN =
            "Basic " + Base64.getEncoder().encodeToString("admin:admin".getBytes(StandardCharsets.UTF_8));

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Site site;

    Door(Site site) {
        this.site = site;
    }

    /** The status that a client gets which says that it is forwarded for others. */
    int get(String path, String forwardedFor) throws IOException, InterruptedException {
        return status(HttpRequest.newBuilder(site.door().resolve(path)).header("X-Forwarded-For", forwardedFor));
    }

    void ban(String subject) throws IOException, InterruptedException {
        String body = "{\"subject\": \"%s\", \"duration\": \"10m\", \"reason\": \"example\"}".formatted(subject);
        operate(bans("").header("Content-Type", "application/json").POST(BodyPublishers.ofString(body)));
    }

    void lift(String subject) throws IOException, InterruptedException {
        operate(bans("/" + subject).DELETE());
    }

    boolean isBanned(String subject) throws IOException, InterruptedException {
        return status(bans("/" + subject)) == 200;
    }

    /** A load level for all nodes, for as long as the example needs it; returns when they know. */
    void order(String level) throws IOException, InterruptedException {
        String body = "{\"level\": \"%s\", \"duration\": \"10m\", \"reason\": \"example\"}".formatted(level);
        operate(actuator("/load").header("Content-Type", "application/json").POST(BodyPublishers.ofString(body)));
        TimeUnit.SECONDS.sleep(ALL_NODES_KNOW_AFTER_SECONDS);
    }

    private HttpRequest.Builder bans(String path) {
        return actuator("/bans" + path);
    }

    private HttpRequest.Builder actuator(String path) {
        URI uri = site.shop(1).resolve("/actuator/limiter" + path);
        return HttpRequest.newBuilder(uri).header("Authorization", ADMIN);
    }

    private void operate(HttpRequest.Builder request) throws IOException, InterruptedException {
        int status = status(request);
        if (status >= 400) {
            throw new IllegalStateException(request.build().uri() + " answers " + status);
        }
    }

    private int status(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.timeout(PATIENCE).build(), BodyHandlers.discarding())
                .statusCode();
    }
}

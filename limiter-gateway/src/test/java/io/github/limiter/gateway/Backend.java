package io.github.limiter.gateway;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/** A service behind the gateway: tells what it was asked, and fails on demand. */
final class Backend implements AutoCloseable {

    /**
     * What arrived.
     *
     * @param path the path
     * @param headers the last line of each, by lower-case name
     * @param micros when, since 1970
     */
    record Seen(String path, Map<String, String> headers, long micros) {}

    final List<Seen> seen = new CopyOnWriteArrayList<>();
    final AtomicInteger failing = new AtomicInteger();
    private final AtomicInteger together = new AtomicInteger();
    private final Sinks.Empty<Void> allThere = Sinks.empty();
    private final DisposableServer server =
            HttpServer.create().host("127.0.0.1").port(0).handle(this::answer).bindNow();

    private Publisher<Void> answer(HttpServerRequest request, HttpServerResponse response) {
        Map<String, String> headers = new TreeMap<>();
        request.requestHeaders()
                .forEach(header -> headers.put(header.getKey().toLowerCase(Locale.ROOT), header.getValue()));
        seen.add(new Seen(request.uri(), headers, ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now())));
        String own = headers.get("x-answer");
        if (own != null) {
            String[] field = own.split(": ", 2);
            response.header(field[0], field[1]);
        }
        if (headers.containsKey("x-hang")) {
            return Mono.never();
        }
        if (headers.containsKey("x-together")) {
            if (together.incrementAndGet() == Integer.parseInt(headers.get("x-together"))) {
                allThere.tryEmitEmpty();
            }
            return allThere.asMono().thenMany(response.sendString(Mono.just("from the service")));
        }
        long delay = Long.parseLong(headers.getOrDefault("x-delay", "0"));
        int status = headers.containsKey("x-status") ? Integer.parseInt(headers.get("x-status")) : 200;
        boolean fails = failing.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
        return Mono.delay(Duration.ofMillis(delay))
                .thenMany(response.status(fails ? 500 : status).sendString(Mono.just("from the service")));
    }

    /** Works, and has seen nothing. */
    void forget() {
        seen.clear();
        failing.set(0);
    }

    String uri() {
        return "http://127.0.0.1:" + server.port();
    }

    @Override
    public void close() {
        server.disposeNow();
    }
}

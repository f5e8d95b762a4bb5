package io.github.limiter.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One request at a time through a route: the next one passes as soon as the one before has ended, however it ended. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class LentPlacesTests {

    private static Backend service;
    private static Backend gone;
    private static TestGateway gateway;

    @BeforeAll
    static void start() {
        service = new Backend();
        gone = new Backend();
        gateway = TestGateway.start(service, """
                default-filters[0].name=RateLimit
                default-filters[0].args.name=one
                default-filters[0].args.algorithm=concurrency
                default-filters[0].args.dimension=global
                default-filters[0].args.limit=1
                default-filters[0].args.window=10m
                route plain=/plain/**
                route retried=/retried/**
                filters[0]=Retry=2
                route gone=/gone/**
                uri=GONE
                """.replace("GONE", gone.uri()));
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
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({"/plain/1, 200, 200", "/plain/1, 404, 404", "/plain/1, 500, 500", "/gone/1, 200, 500"})
    void oneThatIsAnswered(String path, String serviceSays, int status) {
        for (int request = 0; request < 3; request++) {
            assertThat(admitted(path, "X-Status", serviceSays).statusCode()).isEqualTo(status);
        }
    }

    @Test
    void oneThatIsTriedAgain() {
        service.failing.set(1);

        assertThat(admitted("/retried/1").statusCode()).isEqualTo(200);
        assertThat(service.seen).hasSize(2);
        assertThat(admitted("/plain/1").statusCode()).isEqualTo(200);
    }

    @Test
    void oneWhoseClientHangsUp() throws IOException {
        try (Socket impatient = held("/plain/2")) {
            HttpResponse<String> meanwhile = gateway.get("/plain/3");

            assertThat(meanwhile.statusCode()).isEqualTo(429);
            assertThat(meanwhile.headers().firstValue("Retry-After")).contains("1");
            assertThat(impatient.getInputStream().available()).isZero();
        }
        assertThat(admitted("/plain/4").statusCode()).isEqualTo(200);
    }

    /** A request that the service does not answer. */
    private static Socket held(String path) throws IOException {
        String request = "GET " + path + " HTTP/1.1\r\nHost: gateway\r\nX-Hang: yes\r\n\r\n";
        while (true) {
            Socket socket = new Socket("127.0.0.1", gateway.port());
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            while (socket.getInputStream().available() == 0) {
                if (service.seen.stream().anyMatch(seen -> seen.path().equals(path))) {
                    return socket;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            }
            // Refused: the one before has been answered a moment ago, and is about to end.
            socket.close();
        }
    }

    /** An answer may arrive a moment before the gateway has done with the request. */
    private static HttpResponse<String> admitted(String path, String... headers) {
        long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        HttpResponse<String> answer = gateway.get(path, headers);
        while (answer.statusCode() == 429 && System.nanoTime() < giveUp) {
            answer = gateway.get(path, headers);
        }
        return answer;
    }
}

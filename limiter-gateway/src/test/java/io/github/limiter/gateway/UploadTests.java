package io.github.limiter.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Sinks;

/** Whose turn it is while a request is passed on. */
class UploadTests {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 7);
    private final Sinks.Many<DataBuffer> client = Sinks.many().unicast().onBackpressureBuffer();
    private final Upload upload = new Upload(MockServerHttpRequest.post("/").body(client.asFlux()), nanos::get);
    private final BaseSubscriber<DataBuffer> service = new BaseSubscriber<>() {
        @Override
        protected void hookOnSubscribe(Subscription subscription) {
            // Takes nothing until it is told to.
        }
    };

    private void send() {
        byte[] bytes = "part".getBytes(StandardCharsets.US_ASCII);
        client.tryEmitNext(DefaultDataBufferFactory.sharedInstance.wrap(bytes)).orThrow();
    }

    private void pass(int seconds) {
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
    }

    private Duration left() {
        return upload.left(PATIENCE);
    }

    @Test
    void theServicesIfItTakesNothing() {
        pass(4);

        assertThat(upload.waitsForClient()).isFalse();
        assertThat(left()).isEqualTo(Duration.ofSeconds(6));
        pass(6);
        assertThat(left()).isZero();
    }

    @Test
    void theClientsWhoSendsLessThanTheServiceTakes() {
        upload.getBody().subscribe(service);
        service.request(2);
        send();

        assertThat(upload.waitsForClient()).isTrue();
    }

    @Test
    void theServicesWhoTakesLessThanTheClientSends() {
        upload.getBody().subscribe(service);
        service.request(1);
        send();
        send();

        assertThat(upload.waitsForClient()).isFalse();
    }

    @Test
    void patienceBeginsAnewWithEachPart() {
        upload.getBody().subscribe(service);
        service.requestUnbounded();
        for (int part = 0; part < 20; part++) {
            pass(9);
            send();
        }

        assertThat(left()).isEqualTo(PATIENCE);
        assertThat(upload.waitsForClient()).isTrue();
    }

    @Test
    void theServicesOnceItHasAll() {
        upload.getBody().subscribe(service);
        service.requestUnbounded();
        send();
        pass(9);
        client.tryEmitComplete().orThrow();

        assertThat(upload.waitsForClient()).isFalse();
        assertThat(left()).isEqualTo(PATIENCE);
        pass(11);
        assertThat(left()).isNegative();
    }
}

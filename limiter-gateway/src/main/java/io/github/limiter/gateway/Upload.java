package io.github.limiter.gateway;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;

/**
 * A request whose body is on its way to the service: tells whether it broke off, since when nothing has come of it, and
 * whose fault that is. The client's as long as the service takes more than there is; else the service's, which does not
 * take it or has it all.
 */
final class Upload extends ServerHttpRequestDecorator {

    private final LongSupplier nanos;

    /** Parts that the service would take and that have not come. */
    private final AtomicLong wanted = new AtomicLong();

    private volatile long last;
    private volatile boolean broken;
    private volatile boolean underWay;

    Upload(ServerHttpRequest request, LongSupplier nanos) {
        super(request);
        this.nanos = nanos;
        this.last = nanos.getAsLong();
    }

    @Override
    public Flux<DataBuffer> getBody() {
        return super.getBody()
                .doOnSubscribe(service -> underWay = true)
                .doOnRequest(parts -> wanted.accumulateAndGet(parts, Operators::addCap))
                .doOnNext(part -> {
                    wanted.decrementAndGet();
                    last = nanos.getAsLong();
                })
                .doOnError(failure -> broken = true)
                .doOnTerminate(() -> {
                    wanted.set(0);
                    underWay = false;
                    last = nanos.getAsLong();
                });
    }

    boolean waitsForClient() {
        return wanted.get() > 0;
    }

    /** Whether its client hung up, or sent what is no body. */
    boolean isBroken() {
        return broken;
    }

    /** Whether the service has begun to take it, and has not taken all. */
    boolean isUnderWay() {
        return underWay;
    }

    /** Since the last of it came. */
    Duration silence() {
        return Duration.ofNanos(nanos.getAsLong() - last);
    }

    /** What is left of a patience that begins anew with each part of the body; zero or less if nothing is. */
    Duration left(Duration patience) {
        return patience.minus(silence());
    }
}

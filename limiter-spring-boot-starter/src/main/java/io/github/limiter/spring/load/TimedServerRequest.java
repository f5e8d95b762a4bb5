package io.github.limiter.spring.load;

import io.github.limiter.load.RequestTime;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;

/**
 * A request of whose time is left out in which more of its body is asked for than the client has sent. Of one body there is
 * never more than one subscriber.
 */
final class TimedServerRequest extends ServerHttpRequestDecorator {

    private final RequestTime time;
    private final AtomicLong wanted = new AtomicLong();

    TimedServerRequest(ServerHttpRequest request, RequestTime time) {
        super(request);
        this.time = time;
    }

    @Override
    public Flux<DataBuffer> getBody() {
        return super.getBody()
                .doOnRequest(parts -> {
                    if (wanted.getAndAccumulate(parts, Operators::addCap) == 0) {
                        time.pause();
                    }
                })
                .doOnNext(part -> {
                    if (wanted.decrementAndGet() == 0) {
                        time.resume();
                    }
                })
                .doFinally(end -> {
                    if (wanted.getAndSet(0) > 0) {
                        time.resume();
                    }
                });
    }
}

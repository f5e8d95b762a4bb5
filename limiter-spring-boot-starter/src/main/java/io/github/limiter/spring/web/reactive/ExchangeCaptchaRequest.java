package io.github.limiter.spring.web.reactive;

import io.github.limiter.spring.captcha.CaptchaRequest;
import io.github.limiter.subject.Caller;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** A request for a challenge, or one that is answered with one. */
record ExchangeCaptchaRequest(ServerWebExchange exchange, Caller caller) implements CaptchaRequest {

    private static final byte[] NOTHING = {};

    /** Within the application, as it was sent. */
    static String path(ServerWebExchange exchange) {
        return exchange.getRequest().getPath().pathWithinApplication().value();
    }

    @Override
    public String method() {
        return exchange.getRequest().getMethod().name();
    }

    @Override
    public String contextPath() {
        return exchange.getRequest().getPath().contextPath().value();
    }

    @Override
    public String path() {
        return path(exchange);
    }

    @Override
    public @Nullable String query() {
        return exchange.getRequest().getURI().getRawQuery();
    }

    @Override
    public @Nullable String header(String name) {
        return exchange.getRequest().getHeaders().getFirst(name);
    }

    @Override
    public boolean isSecure() {
        return ExchangeCallers.isSecure(exchange.getRequest(), caller.address());
    }

    @Override
    public CompletionStage<byte[]> body(int most) {
        return read(exchange.getRequest(), most).toFuture();
    }

    /** The body; of one that is longer, the first {@code most + 1} bytes. */
    static Mono<byte[]> read(ServerHttpRequest request, int most) {
        return DataBufferUtils.join(DataBufferUtils.takeUntilByteCount(request.getBody(), most + 1L))
                .map(ExchangeCaptchaRequest::bytes)
                .defaultIfEmpty(NOTHING);
    }

    private static byte[] bytes(DataBuffer buffer) {
        byte[] bytes = new byte[buffer.readableByteCount()];
        buffer.read(bytes);
        DataBufferUtils.release(buffer);
        return bytes;
    }
}

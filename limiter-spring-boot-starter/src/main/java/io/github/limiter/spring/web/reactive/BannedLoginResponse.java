package io.github.limiter.spring.web.reactive;

import io.github.limiter.guard.RejectedException;
import io.github.limiter.spring.ban.LoginAttempt;
import io.github.limiter.spring.watch.RequestMarks;
import java.util.function.Supplier;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.web.ErrorResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** The answer to somebody who is banned and tries to log in: where it would say that he may not, he is refused as banned. */
final class BannedLoginResponse extends ServerHttpResponseDecorator {

    private static final int OK = 200;

    private final LoginAttempt attempt;
    private final ServerWebExchange exchange;
    private final RequestMarks marks;
    private volatile boolean refused;

    private BannedLoginResponse(ServerWebExchange exchange, LoginAttempt attempt, RequestMarks marks) {
        super(exchange.getResponse());
        this.exchange = exchange;
        this.attempt = attempt;
        this.marks = marks;
    }

    /** Lets the request go on and looks at its answer. */
    static Mono<Void> watched(
            LoginAttempt attempt, RequestMarks marks, ServerWebExchange exchange, WebFilterChain chain) {
        BannedLoginResponse response = new BannedLoginResponse(exchange, attempt, marks);
        ServerWebExchange watched = exchange.mutate().response(response).build();
        return chain.filter(watched)
                .onErrorResume(response::isFailure, failure -> response.refuse(() -> Mono.error(failure)))
                .then(Mono.defer(() -> response.unlessFailed(Mono::empty)))
                .doFinally(signal -> attempt.end());
    }

    /** One that a handler further out would answer. */
    private boolean isFailure(Throwable failure) {
        return failure instanceof ErrorResponse response
                && attempt.isFailure(response.getStatusCode().value(), marks.hasFailedLogin());
    }

    @Override
    public Mono<Void> writeWith(Publisher<? extends DataBuffer> body) {
        return unlessFailed(() -> super.writeWith(body));
    }

    @Override
    public Mono<Void> writeAndFlushWith(Publisher<? extends Publisher<? extends DataBuffer>> body) {
        return unlessFailed(() -> super.writeAndFlushWith(body));
    }

    @Override
    public Mono<Void> setComplete() {
        return unlessFailed(super::setComplete);
    }

    private Mono<Void> unlessFailed(Supplier<Mono<Void>> otherwise) {
        HttpStatusCode status = getStatusCode();
        ExchangeSighting.noteFailedLogin(marks, exchange);
        return attempt.isFailure(status == null ? OK : status.value(), marks.hasFailedLogin())
                ? refuse(otherwise)
                : otherwise.get();
    }

    /** Once: the refusal has such a status too. */
    private Mono<Void> refuse(Supplier<Mono<Void>> otherwise) {
        if (refused || isCommitted()) {
            return otherwise.get();
        }
        refused = true;
        return Mono.fromFuture(attempt.fail()).flatMap(refusal -> {
            if (refusal.isEmpty()) {
                return otherwise.get();
            }
            // Such as WWW-Authenticate.
            getHeaders().clear();
            return Mono.error(new RejectedException(refusal.get()));
        });
    }
}

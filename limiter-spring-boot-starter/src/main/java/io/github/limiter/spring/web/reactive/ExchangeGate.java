package io.github.limiter.spring.web.reactive;

import io.github.limiter.guard.Decision;
import io.github.limiter.guard.RejectedException;
import io.github.limiter.path.RequestPath;
import io.github.limiter.spring.ban.BanGate;
import io.github.limiter.spring.ban.LoginAttempt;
import io.github.limiter.spring.ban.LoginCredentials;
import io.github.limiter.spring.ban.Passage;
import io.github.limiter.spring.watch.FetchMetadata;
import io.github.limiter.subject.Caller;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.cors.reactive.CorsUtils;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Brings requests of a reactive application before the {@link BanGate}. */
final class ExchangeGate {

    private final @Nullable BanGate gate;

    ExchangeGate(@Nullable BanGate gate) {
        this.gate = gate;
    }

    /** As an address, before anybody can know who is logged in. What is returned is to be told how the request ends. */
    Mono<Optional<LoginAttempt>> passAddress(ExchangeCallScope scope, ServerWebExchange exchange) {
        if (gate == null) {
            return Mono.just(Optional.empty());
        }
        BanGate known = gate;
        Caller caller = scope.callerByAddress();
        RequestPath path = scope.path();
        ServerHttpRequest request = exchange.getRequest();
        boolean hasField = request.getHeaders().getFirst(HttpHeaders.AUTHORIZATION) != null;
        Mono<Optional<LoginAttempt>> asked = ask(
                known,
                scope,
                exchange,
                caller,
                LoginCredentials.of(request.getMethod().name(), hasField));
        return known.isTrap(path) && mayBeStruck(request)
                ? asked.flatMap(attempt -> spring(known, exchange, caller, path).thenReturn(attempt))
                : asked;
    }

    /** No page can ban its readers by what it has their browsers ask for. */
    private static boolean mayBeStruck(ServerHttpRequest request) {
        return !CorsUtils.isPreFlightRequest(request) && !FetchMetadata.isOfAPage(request.getHeaders()::getFirst);
    }

    private static Mono<?> spring(BanGate gate, ServerWebExchange exchange, Caller caller, RequestPath path) {
        ServerHttpRequest request = exchange.getRequest();
        String agent = request.getHeaders().getFirst(HttpHeaders.USER_AGENT);
        return pass(gate.spring(caller, request.getMethod().name(), path, agent));
    }

    /** As a user. */
    Mono<Void> passUser(ExchangeCallScope scope, ServerWebExchange exchange) {
        if (gate == null) {
            return Mono.empty();
        }
        BanGate known = gate;
        return scope.findCaller()
                .filter(caller -> caller.user() != null)
                .flatMap(caller -> ask(known, scope, exchange, caller, LoginCredentials.NONE)
                        .then(Mono.fromRunnable(() -> known.met(caller))));
    }

    private static Mono<Optional<LoginAttempt>> ask(
            BanGate gate,
            ExchangeCallScope scope,
            ServerWebExchange exchange,
            Caller caller,
            LoginCredentials credentials) {
        return gate.mayRefuse(caller, credentials)
                ? pass(gate.ask(
                        caller, scope.path(), exchange.getRequest().getPath().value(), credentials))
                : Mono.just(Optional.empty());
    }

    private static Mono<Optional<LoginAttempt>> pass(CompletableFuture<Passage> answer) {
        return Mono.fromFuture(answer).flatMap(passage -> {
            Decision refusal = passage.refusal();
            return refusal == null
                    ? Mono.just(Optional.ofNullable(passage.attempt()))
                    : Mono.error(new RejectedException(refusal));
        });
    }
}

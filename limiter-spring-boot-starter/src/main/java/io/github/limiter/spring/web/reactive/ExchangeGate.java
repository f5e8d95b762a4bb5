package io.github.limiter.spring.web.reactive;

import io.github.limiter.guard.Decision;
import io.github.limiter.guard.RejectedException;
import io.github.limiter.path.RequestPath;
import io.github.limiter.spring.ban.BanGate;
import io.github.limiter.subject.Caller;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Brings requests of a reactive application before the {@link BanGate}. */
final class ExchangeGate {

    private final @Nullable BanGate gate;

    ExchangeGate(@Nullable BanGate gate) {
        this.gate = gate;
    }

    /** As an address, before anybody can know who is logged in. */
    Mono<Void> passAddress(ExchangeCallScope scope, ServerWebExchange exchange) {
        if (gate == null) {
            return Mono.empty();
        }
        BanGate known = gate;
        Caller caller = scope.callerByAddress();
        RequestPath path = scope.path();
        Mono<Void> asked = ask(scope, exchange, caller);
        return known.isTrap(path) ? asked.then(Mono.defer(() -> spring(known, exchange, caller, path))) : asked;
    }

    private static Mono<Void> spring(BanGate gate, ServerWebExchange exchange, Caller caller, RequestPath path) {
        ServerHttpRequest request = exchange.getRequest();
        String agent = request.getHeaders().getFirst(HttpHeaders.USER_AGENT);
        return refuse(gate.spring(caller, request.getMethod().name(), path, agent));
    }

    /** As a user. */
    Mono<Void> passUser(ExchangeCallScope scope, ServerWebExchange exchange) {
        if (gate == null) {
            return Mono.empty();
        }
        BanGate known = gate;
        return scope.findCaller()
                .filter(caller -> caller.user() != null)
                .flatMap(caller -> ask(scope, exchange, caller).then(Mono.fromRunnable(() -> known.met(caller))));
    }

    private Mono<Void> ask(ExchangeCallScope scope, ServerWebExchange exchange, Caller caller) {
        return gate == null || !gate.mayRefuse(caller)
                ? Mono.empty()
                : refuse(gate.ask(
                        caller, scope.path(), exchange.getRequest().getPath().value()));
    }

    private static Mono<Void> refuse(CompletableFuture<Optional<Decision>> answer) {
        return Mono.fromFuture(answer)
                .flatMap(refusal ->
                        refusal.isPresent() ? Mono.error(new RejectedException(refusal.get())) : Mono.empty());
    }
}

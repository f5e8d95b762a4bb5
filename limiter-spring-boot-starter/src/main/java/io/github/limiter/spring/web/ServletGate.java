package io.github.limiter.spring.web;

import io.github.limiter.guard.Decision;
import io.github.limiter.guard.RejectedException;
import io.github.limiter.path.RequestPath;
import io.github.limiter.spring.ban.BanGate;
import io.github.limiter.subject.Caller;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Brings servlet requests before the {@link BanGate}. */
final class ServletGate {

    private final @Nullable BanGate gate;

    ServletGate(@Nullable BanGate gate) {
        this.gate = gate;
    }

    /** As an address, before anybody can know who is logged in. */
    void passAddress(ServletCallScope scope, HttpServletRequest request) {
        if (gate == null) {
            return;
        }
        Caller caller = scope.callerByAddress();
        if (gate.mayRefuse(caller)) {
            refuse(gate.ask(caller, scope.path(), request.getRequestURI()));
        }
        RequestPath path = scope.path();
        if (gate.isTrap(path)) {
            refuse(gate.spring(caller, request.getMethod(), path, request.getHeader("User-Agent")));
        }
    }

    /** As a user. */
    void passUser(ServletCallScope scope, HttpServletRequest request) {
        Caller caller = scope.caller();
        if (gate == null || caller.user() == null) {
            return;
        }
        if (gate.mayRefuse(caller)) {
            refuse(gate.ask(caller, scope.path(), request.getRequestURI()));
        }
        gate.met(caller);
    }

    private static void refuse(CompletableFuture<Optional<Decision>> answer) {
        Optional<Decision> refusal = answer.join();
        if (refusal.isPresent()) {
            throw new RejectedException(refusal.get());
        }
    }
}

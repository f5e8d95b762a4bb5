package io.github.limiter.spring.web;

import io.github.limiter.guard.Decision;
import io.github.limiter.guard.RejectedException;
import io.github.limiter.path.RequestPath;
import io.github.limiter.spring.ban.BanGate;
import io.github.limiter.spring.ban.LoginAttempt;
import io.github.limiter.spring.ban.LoginCredentials;
import io.github.limiter.spring.ban.Passage;
import io.github.limiter.spring.watch.FetchMetadata;
import io.github.limiter.subject.Caller;
import jakarta.servlet.http.HttpServletRequest;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.web.cors.CorsUtils;

/** Brings servlet requests before the {@link BanGate}. */
final class ServletGate {

    private final @Nullable BanGate gate;

    ServletGate(@Nullable BanGate gate) {
        this.gate = gate;
    }

    /** As an address, before anybody can know who is logged in. What is returned is to be told how the request ends. */
    @Nullable
    LoginAttempt passAddress(ServletCallScope scope, HttpServletRequest request) {
        if (gate == null) {
            return null;
        }
        Caller caller = scope.callerByAddress();
        LoginAttempt attempt = null;
        LoginCredentials credentials =
                LoginCredentials.of(request.getMethod(), request.getHeader("Authorization") != null);
        if (gate.mayRefuse(caller, credentials)) {
            attempt = pass(gate.ask(caller, within(request), request.getRequestURI(), credentials));
        }
        RequestPath path = scope.path();
        if (gate.isTrap(path) && mayBeStruck(request)) {
            pass(gate.spring(caller, request.getMethod(), path, request.getHeader("User-Agent")));
        }
        return attempt;
    }

    /** No page can ban its readers by what it has their browsers ask for. */
    private static boolean mayBeStruck(HttpServletRequest request) {
        return !CorsUtils.isPreFlightRequest(request) && !FetchMetadata.isOfAPage(request::getHeader);
    }

    /** As a user. */
    void passUser(ServletCallScope scope, HttpServletRequest request) {
        Caller caller = scope.caller();
        if (gate == null || caller.user() == null) {
            return;
        }
        if (gate.mayRefuse(caller, LoginCredentials.NONE)) {
            pass(gate.ask(caller, within(request), request.getRequestURI(), LoginCredentials.NONE));
        }
        gate.met(caller);
    }

    /** Where endpoints are told from the rest. */
    private static RequestPath within(HttpServletRequest request) {
        return RequestPath.of(ApplicationPath.within(ServletCallers.asReceived(request)));
    }

    private static @Nullable LoginAttempt pass(CompletableFuture<Passage> answer) {
        Passage passage = answer.join();
        Decision refusal = passage.refusal();
        if (refusal != null) {
            throw new RejectedException(refusal);
        }
        return passage.attempt();
    }
}

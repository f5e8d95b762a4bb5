package io.github.limiter.gateway;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.netty.channel.AbortedException;

/**
 * One attempt to get an answer from a service, and whose doing it is if there is none. Only what a service answers, and
 * connections to it that are refused, break or stay silent, tell of it; a client that stops or hangs up in the middle of its
 * request does not, nor what the gateway itself makes of a request.
 */
final class Attempt {

    private static final Logger log = LoggerFactory.getLogger(Attempt.class);

    /** A request that has come with its head, or right behind it, is whole by then. */
    private static final Duration GRACE = Duration.ofMillis(50);

    /** After a second, so many of those, a trial is not the only one any more, whatever it waits for. */
    private static final long TICKS_ALONE = 20;

    private final RoutedCall call;
    private final ServerWebExchange exchange;
    private final Set<Integer> failures;
    private final Duration timeout;
    private final Scheduler clock;
    private final Upload upload;
    private volatile boolean givenUp;

    Attempt(RoutedCall call, ServerWebExchange exchange, Set<Integer> failures, Duration timeout, Scheduler clock) {
        this.call = call;
        this.exchange = exchange;
        this.failures = failures;
        this.timeout = timeout;
        this.clock = clock;
        this.upload = new Upload(exchange.getRequest(), () -> clock.now(TimeUnit.NANOSECONDS));
    }

    Mono<Void> run(GatewayFilterChain chain) {
        return chain.filter(exchange.mutate().request(upload).build())
                .doOnSuccess(nothing -> answered())
                .onErrorResume(this::failed)
                .doOnCancel(() -> givenUp = true)
                .timeout(Mono.firstWithSignal(patience(), makingRoom()), Mono.defer(this::late));
    }

    /** Ends when nothing has happened for too long. */
    private Mono<Void> patience() {
        return timeout.isZero()
                ? Mono.never()
                : Mono.defer(() -> Mono.delay(upload.left(timeout), clock))
                        .repeat(() -> upload.left(timeout).compareTo(Duration.ZERO) > 0)
                        .then();
    }

    /** Never ends. Those who wait, or ask for what takes long, must not keep the few places of those who find out more. */
    private Mono<Void> makingRoom() {
        return call.isTrial()
                ? Flux.interval(GRACE, clock)
                        .filter(tick -> upload.waitsForClient() || tick + 1 >= TICKS_ALONE)
                        .next()
                        .doOnNext(tick -> call.makeRoom())
                        .then(Mono.never())
                : Mono.never();
    }

    /** An answer that is committed by now is none of a service, whose answers are written on the way back. */
    private void answered() {
        if (exchange.getResponse().isCommitted()) {
            return;
        }
        HttpStatusCode status = exchange.getResponse().getStatusCode();
        if (status != null && failures.contains(status.value())) {
            call.failed(new FailedAnswer(status), upload.silence());
        } else {
            call.answered(upload.silence());
        }
    }

    private Mono<Void> failed(Throwable failure) {
        if (givenUp) {
            // Nobody takes what comes after that, and Reactor would log it as an error.
            return Mono.empty();
        }
        if (upload.isBroken()) {
            log.debug("A request broke off before its end", failure);
            exchange.getResponse().setStatusCode(HttpStatus.BAD_REQUEST);
            return Mono.empty();
        }
        if (exchange.getResponse().isCommitted() || !isOfService(failure)) {
            return Mono.error(failure);
        }
        if (isConnection(failure) && upload.isUnderWay()) {
            // A service that answers without waiting for the rest hangs up as well, and its answer is lost.
            return Mono.error(RouteUnavailableException.unreachable(call.route(), failure));
        }
        call.failed(failure, upload.silence());
        return Mono.error(failure);
    }

    private boolean isOfService(Throwable failure) {
        return isConnection(failure)
                || failure instanceof TimeoutException
                || failure instanceof ResponseStatusException status
                        && failures.contains(status.getStatusCode().value());
    }

    private static boolean isConnection(Throwable failure) {
        return failure instanceof IOException || failure instanceof AbortedException;
    }

    private Mono<Void> late() {
        if (upload.waitsForClient()) {
            return Mono.error(new ResponseStatusException(
                    HttpStatus.REQUEST_TIMEOUT, "the request was not sent on for " + timeout.toSeconds() + " s"));
        }
        RouteUnavailableException failure = RouteUnavailableException.late(call.route());
        call.failed(failure, timeout);
        return Mono.error(failure);
    }

    /** How an answer that is a failure is told to a breaker. */
    static final class FailedAnswer extends RuntimeException {

        private static final long serialVersionUID = 1L;

        FailedAnswer(HttpStatusCode status) {
            super("answered " + status.value(), null, false, false);
        }
    }
}

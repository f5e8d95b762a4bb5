package io.github.limiter.spring.interceptor;

import io.github.limiter.guard.Decision;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** The way through the guard for who subscribes. */
public final class ReactiveEntrance {

    private ReactiveEntrance() {}

    /**
     * Asks on subscription. What follows goes on on the subscribing thread if there was nothing to wait for; else on one
     * of Reactor's that may do what that one may, but never on one of the store or of the clock.
     *
     * <p>A decision that arrives as the subscription is cancelled is discarded, see {@link Mono#doOnDiscard}.
     *
     * @param entrance asks the guard; its future is cancelled, and so given back, if the subscription is
     * @return the decision, at the departure of an admitted call
     */
    public static Mono<Decision> of(Supplier<CompletableFuture<Decision>> entrance) {
        return Mono.defer(() -> {
            Scheduler next = EventLoops.canWait() ? Schedulers.boundedElastic() : Schedulers.parallel();
            CompletableFuture<Decision> departure = entrance.get();
            Mono<Decision> decision = Mono.fromFuture(departure);
            return departure.isDone() ? decision : decision.publishOn(next);
        });
    }
}

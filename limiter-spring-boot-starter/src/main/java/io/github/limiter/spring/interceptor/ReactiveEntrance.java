package io.github.limiter.spring.interceptor;

import io.github.limiter.guard.Decision;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * The way through the guard for who subscribes. A decision is either handed over or given back, whenever the subscription
 * is cancelled: Reactor alone promises neither, since its operators drop, without a word, what is between two threads.
 */
public final class ReactiveEntrance {

    private enum State {
        OPEN,
        HANDED_OVER,
        LEFT
    }

    private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);
    private final CompletableFuture<Decision> departure;
    private final Consumer<Decision> giveBack;

    private ReactiveEntrance(CompletableFuture<Decision> departure, Consumer<Decision> giveBack) {
        this.departure = departure;
        this.giveBack = giveBack;
    }

    /**
     * Asks on subscription. What follows goes on on the subscribing thread if there was nothing to wait for; else on one
     * of Reactor's that may do what that one may, but never on one of the store or of the clock.
     *
     * @param entrance asks the guard; its future is cancelled, and so given back, if the subscription is
     * @param giveBack takes back a decision that came and could not be handed over
     * @return the decision, at the departure of an admitted call. What it is handed to has to stand right behind, in a
     *     {@code map} or {@code flatMap}, and has it from then on, though the subscription may be cancelled
     */
    public static Mono<Decision> of(Supplier<CompletableFuture<Decision>> entrance, Consumer<Decision> giveBack) {
        return Mono.defer(() ->
                of(entrance, giveBack, EventLoops.canWait() ? Schedulers.boundedElastic() : Schedulers.parallel()));
    }

    static Mono<Decision> of(Supplier<CompletableFuture<Decision>> asks, Consumer<Decision> giveBack, Scheduler next) {
        return Mono.defer(() -> {
            ReactiveEntrance entrance = new ReactiveEntrance(asks.get(), giveBack);
            return entrance.arrival(next)
                    .filter(decision -> entrance.state.compareAndSet(State.OPEN, State.HANDED_OVER))
                    .doOnCancel(entrance::leave)
                    .doOnError(failure -> entrance.leave());
        });
    }

    private Mono<Decision> arrival(Scheduler next) {
        if (departure.isDone()) {
            return Mono.fromFuture(departure);
        }
        CompletableFuture<Decision> arrival = new CompletableFuture<>();
        // Not whenCompleteAsync, whose thread would take over what else the cancelled departure sets off: who leaves
        // shall
        // have given back when his cancellation returns.
        departure.whenComplete((decision, failure) -> {
            if (state.get() != State.LEFT) {
                hop(next, arrival, decision, failure);
            }
        });
        return Mono.fromFuture(arrival);
    }

    private void hop(
            Scheduler next,
            CompletableFuture<Decision> arrival,
            @Nullable Decision decision,
            @Nullable Throwable failure) {
        try {
            next.schedule(() -> arrive(arrival, decision, failure));
        } catch (RejectedExecutionException full) {
            arrive(arrival, null, full);
        }
    }

    private void arrive(CompletableFuture<Decision> arrival, @Nullable Decision decision, @Nullable Throwable failure) {
        // Who has left hears nothing of a failure any more, least of all of the cancellation.
        if (state.get() == State.LEFT) {
            return;
        }
        if (failure != null) {
            arrival.completeExceptionally(failure);
        } else {
            arrival.complete(decision);
        }
    }

    private void leave() {
        if (state.compareAndSet(State.OPEN, State.LEFT)) {
            // One of the two: what has come is given back here, what has not by the guard.
            departure.thenAccept(giveBack);
            departure.cancel(true);
        }
    }
}

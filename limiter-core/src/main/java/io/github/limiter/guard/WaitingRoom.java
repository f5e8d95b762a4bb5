package io.github.limiter.guard;

import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.policy.RatePolicy;
import io.github.limiter.time.TimeSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;

/**
 * Where admitted callers wait for their departure from a leaky bucket. Bounded for remote ones, whose keys may be an
 * attacker's to choose: for those that block a thread, which a server needs, and for those that hold no more than a
 * connection. The bound is checked before a departure is reserved. Thread-safe.
 */
public final class WaitingRoom {

    private final TimeSource time;
    private final Semaphore seats;
    private final Semaphore asyncSeats;

    /**
     * An empty room, without bound on who waits without a thread.
     *
     * @param time measures the waiting
     * @param maxRemoteCallers remote callers that may block at once; 0: none
     */
    public WaitingRoom(TimeSource time, int maxRemoteCallers) {
        this(time, maxRemoteCallers, Integer.MAX_VALUE);
    }

    /**
     * An empty room.
     *
     * @param time measures the waiting
     * @param maxRemoteCallers remote callers that may block at once; 0: none
     * @param maxAsyncCallers remote callers that may wait at once without a thread; 0: none
     */
    public WaitingRoom(TimeSource time, int maxRemoteCallers, int maxAsyncCallers) {
        this.time = time;
        this.seats = new Semaphore(maxRemoteCallers);
        this.asyncSeats = new Semaphore(maxAsyncCallers);
    }

    Decision enter(Guard guard, GuardRequest request) throws InterruptedException {
        // What cannot make it wait needs no seat; a policy that has changed since may still make it wait.
        if (!request.caller().isRemote() || !canMakeWait(request)) {
            return decideAndWait(guard, request);
        }
        if (!seats.tryAcquire()) {
            return guard.decide(request.withoutWaiting());
        }
        try {
            return decideAndWait(guard, request);
        } finally {
            seats.release();
        }
    }

    private static boolean canMakeWait(GuardRequest request) {
        if (request.mayWait()) {
            for (Charge charge : request.charges()) {
                RatePolicy policy = charge.limit().policy();
                if (!policy.isShadow() && !policy.quota().maxWait().isZero()) {
                    return true;
                }
            }
        }
        return false;
    }

    private Decision decideAndWait(Guard guard, GuardRequest request) throws InterruptedException {
        Decision decision = guard.decide(request);
        long delay = decision.delayMicros();
        if (delay == 0) {
            return decision;
        }
        try {
            time.sleep(delay);
        } catch (InterruptedException e) {
            guard.giveBack(decision);
            throw e;
        }
        return decision;
    }

    CompletableFuture<Decision> enterAsync(Guard guard, GuardRequest request) {
        if (!request.caller().isRemote() || !canMakeWait(request)) {
            return decideAndDepart(guard, request);
        }
        if (!asyncSeats.tryAcquire()) {
            return decideAndDepart(guard, request.withoutWaiting());
        }
        CompletableFuture<Decision> departed;
        try {
            departed = decideAndDepart(guard, request);
        } catch (RuntimeException e) {
            asyncSeats.release();
            throw e;
        }
        departed.whenComplete((decision, failure) -> asyncSeats.release());
        return departed;
    }

    private CompletableFuture<Decision> decideAndDepart(Guard guard, GuardRequest request) {
        CompletableFuture<Decision> departed = new CompletableFuture<>();
        guard.decideAsync(request).whenComplete((decision, failure) -> {
            if (decision != null) {
                depart(guard, decision, departed);
            } else {
                departed.completeExceptionally(
                        failure instanceof CompletionException wrapped && wrapped.getCause() != null
                                ? wrapped.getCause()
                                : failure);
            }
        });
        return departed;
    }

    CompletableFuture<Decision> depart(Guard guard, Decision decision) {
        CompletableFuture<Decision> departed = new CompletableFuture<>();
        depart(guard, decision, departed);
        return departed;
    }

    private void depart(Guard guard, Decision decision, CompletableFuture<Decision> departed) {
        CompletableFuture<Void> delay = time.delay(decision.delayMicros());
        delay.whenComplete((over, failure) -> {
            if (failure == null) {
                departed.complete(decision);
            } else {
                departed.completeExceptionally(failure);
            }
        });
        departed.whenComplete((done, abandoned) -> {
            if (abandoned != null) {
                delay.cancel(false);
                guard.giveBack(decision);
            }
        });
    }
}

package io.github.limiter.guard;

import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.time.TimeSource;
import java.util.concurrent.Semaphore;

/**
 * Where admitted callers block until their departure from a leaky bucket. Bounded for remote ones, whose threads a server
 * needs; the bound is checked before a departure is reserved. Thread-safe.
 */
public final class WaitingRoom {

    private final TimeSource time;
    private final Semaphore seats;

    /**
     * An empty room.
     *
     * @param time measures the waiting
     * @param maxRemoteCallers remote callers that may wait at once; 0: none
     */
    public WaitingRoom(TimeSource time, int maxRemoteCallers) {
        this.time = time;
        this.seats = new Semaphore(maxRemoteCallers);
    }

    Decision enter(Guard guard, GuardRequest request) throws InterruptedException {
        if (!canMakeWait(request)) {
            return guard.decide(request);
        }
        if (!request.caller().isRemote()) {
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
                if (!charge.limit().policy().quota().maxWait().isZero()) {
                    return true;
                }
            }
        }
        return false;
    }

    private Decision decideAndWait(Guard guard, GuardRequest request) throws InterruptedException {
        Decision decision = guard.decide(request);
        try {
            time.sleep(decision.delayMicros());
        } catch (InterruptedException e) {
            guard.giveBack(decision);
            throw e;
        }
        return decision;
    }
}

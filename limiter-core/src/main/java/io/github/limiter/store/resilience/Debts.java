package io.github.limiter.store.resilience;

import io.github.limiter.store.LimitResult;
import io.github.limiter.store.LimiterStore;
import io.github.limiter.store.resilience.CircuitBreaker.Permit;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives back what is owed to a store once it answers again, before any call asks it. Thread-safe. */
final class Debts {

    private static final Logger log = LoggerFactory.getLogger(ResilientStore.class);

    private final LimiterStore store;
    private final Deadline deadline;
    private final Alarm alarm;
    private final CircuitBreaker breaker;
    private final OutageWatch watch;
    private final LongSupplier nanos;
    private final OwedUnits owed = new OwedUnits(ResilientStore.MAX_OWED);
    private final AtomicBoolean reminded = new AtomicBoolean();

    /** Whether what is owed could not be given back last: part of the store may be away, and the rest is to be asked. */
    private volatile boolean refused;

    Debts(
            LimiterStore store,
            Deadline deadline,
            Alarm alarm,
            CircuitBreaker breaker,
            OutageWatch watch,
            LongSupplier nanos) {
        this.store = store;
        this.deadline = deadline;
        this.alarm = alarm;
        this.breaker = breaker;
        this.watch = watch;
        this.nanos = nanos;
    }

    /** Whether the store is to have back what is owed before a call: it would be refused for what nobody holds any more. */
    boolean comeFirst() {
        return !owed.isEmpty() && !refused;
    }

    /** A call asks the store: that what is owed was refused before says nothing any more. */
    void letCallsGo() {
        refused = false;
    }

    /** Those of the results that were lent. */
    void add(List<LimitResult> results) {
        List<LimitResult> lent = results.stream().filter(LimitResult::isLent).toList();
        if (!lent.isEmpty()) {
            owed.add(lent, nanos.getAsLong());
            remind();
        }
    }

    /** Pays back after a deadline, also if no call comes any more: other nodes wait for it. */
    private void remind() {
        if (owed.isEmpty() || !reminded.compareAndSet(false, true)) {
            return;
        }
        try {
            alarm.set(() -> {
                reminded.set(false);
                long now = nanos.getAsLong();
                Permit permit = refused ? breaker.permitAfterCalls(now) : breaker.permit(now);
                if (permit != Permit.NONE) {
                    payBack(permit);
                }
                remind();
            });
        } catch (RejectedExecutionException e) {
            log.debug("Closed with leases that are not given back: they end by themselves");
        }
    }

    /**
     * Some after some, so that the store is not kept from others; the breaker closes when the last ones are there. That
     * they do not arrive says little of the store if only some servers of a cluster are away: the next probe is a call, if
     * one comes.
     */
    void payBack(Permit permit) {
        List<LimitResult> next = owed.next(nanos.getAsLong());
        if (next.isEmpty()) {
            return;
        }
        deadline.inTime(() -> store.giveBack(next), late -> {}).whenComplete((done, failure) -> {
            if (failure != null && !OutageWatch.isUndecided(failure)) {
                owed.lost();
                refused = true;
                if (permit == Permit.PROBE) {
                    watch.failed(permit, failure);
                }
                return;
            }
            owed.arrived();
            if (!owed.isEmpty()) {
                payBack(permit);
            } else if (watch.succeeded(permit)) {
                payBack(Permit.PASS);
            }
        });
    }
}

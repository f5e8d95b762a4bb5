package io.github.limiter.store.resilience;

import io.github.limiter.store.UndecidedException;
import io.github.limiter.store.resilience.CircuitBreaker.Permit;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the breaker how calls end, counts those that fail, and says in the log when an outage begins and ends. Thread-safe. */
final class OutageWatch {

    private static final Logger log = LoggerFactory.getLogger(ResilientStore.class);

    private final CircuitBreaker breaker;
    private final LongSupplier nanos;
    private final LongAdder failures = new LongAdder();
    private final AtomicLong saidAgainAt;

    OutageWatch(CircuitBreaker breaker, LongSupplier nanos) {
        this.breaker = breaker;
        this.nanos = nanos;
        this.saidAgainAt = new AtomicLong(nanos.getAsLong());
    }

    /** Whether the store has answered, and would answer the same once more. */
    static boolean isUndecided(Throwable failure) {
        return Deadline.causeOf(failure) instanceof UndecidedException;
    }

    /** True if this ended an outage. */
    boolean succeeded(Permit permit) {
        boolean ended = breaker.succeeded(permit);
        if (ended) {
            log.info("The store answers again: counts are shared");
        }
        return ended;
    }

    void failed(Permit permit, Throwable failure) {
        failures.increment();
        Throwable cause = Deadline.causeOf(failure);
        if (breaker.failed(permit, nanos.getAsLong())) {
            log.warn(
                    "The store does not answer: until it does, this node decides alone. Last failure: {}",
                    cause.toString());
        } else {
            log.debug("The store does not answer: this node decides a call alone", cause);
        }
    }

    /** Said once a minute: it may be a caller that chooses what fails. */
    void undecided(Throwable failure) {
        failures.increment();
        long now = nanos.getAsLong();
        long due = saidAgainAt.get();
        if (now - due >= 0 && saidAgainAt.compareAndSet(due, now + TimeUnit.MINUTES.toNanos(1))) {
            log.warn(
                    "The store could not decide a call, so this node does: {}",
                    Deadline.causeOf(failure).toString());
        }
    }

    /** Since the start. */
    long failures() {
        return failures.sum();
    }
}

package io.github.limiter.store.redis;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits, in real time, for what another process or thread does. */
public final class Await {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private Await() {}

    public static void until(String what, BooleanSupplier condition) {
        long giveUp = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > giveUp) {
                throw new AssertionError("waited in vain until " + what);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}

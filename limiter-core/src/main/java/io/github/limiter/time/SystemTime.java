package io.github.limiter.time;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Wall clock at start, carried on by the monotonic one: a clock that is set back must not reopen a window. */
final class SystemTime implements TimeSource {

    static final SystemTime INSTANCE = new SystemTime();

    private final long epochMicros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    private final long startNanos = System.nanoTime();

    private SystemTime() {}

    @Override
    public long micros() {
        return epochMicros + (System.nanoTime() - startNanos) / 1_000;
    }

    @Override
    public void sleep(long micros) throws InterruptedException {
        if (micros <= 0) {
            return;
        }
        // TimeUnit.sleep may return a little early on some platforms; the deadline is what counts.
        long deadline = System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(micros);
        for (long left = deadline - System.nanoTime(); left > 0; left = deadline - System.nanoTime()) {
            TimeUnit.NANOSECONDS.sleep(left);
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    /** The JDK's one timer thread; a future that is cancelled leaves its queue. */
    @Override
    public CompletableFuture<Void> delay(long micros) {
        return micros <= 0
                ? CompletableFuture.completedFuture(null)
                : new CompletableFuture<Void>().completeOnTimeout(null, micros, TimeUnit.MICROSECONDS);
    }
}

package io.github.limiter.time;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A clock that stands still until it is moved by hand: for tests, and for a past that is played again. Whoever sleeps on
 * it blocks until it was moved far enough, or, with {@link #letSleepersMoveIt}, moves it; delays complete on the thread
 * that moves it, in the order of their ends. Thread-safe.
 */
public final class ManualTime implements TimeSource {

    /** Real time after which a test that waits for a sleeper has failed. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

    private final List<Long> deadlines = new ArrayList<>();
    private final Map<CompletableFuture<Void>, Long> delays = new LinkedHashMap<>();
    private long now;
    private boolean movedBySleepers;

    /**
     * A clock.
     *
     * @param start what it shows, in whole microseconds
     */
    public ManualTime(Instant start) {
        this(ChronoUnit.MICROS.between(Instant.EPOCH, start));
    }

    /**
     * A clock.
     *
     * @param startMicros what it shows, in microseconds since the epoch
     */
    public ManualTime(long startMicros) {
        now = startMicros;
    }

    @Override
    public synchronized long micros() {
        return now;
    }

    /**
     * Moves the clock and wakes those whose time has come.
     *
     * @param by zero or more
     */
    public void advance(Duration by) {
        advanceMicros(by.toNanos() / 1_000);
    }

    /**
     * Moves the clock and wakes those whose time has come.
     *
     * @param by zero or more microseconds
     */
    public void advanceMicros(long by) {
        later(by).forEach(over -> over.complete(null));
    }

    private synchronized List<CompletableFuture<Void>> later(long by) {
        return wake(Math.addExact(now, by));
    }

    /**
     * Moves the clock and wakes those whose time has come.
     *
     * @param micros since the epoch, not in the past
     */
    public void moveTo(long micros) {
        wake(micros).forEach(over -> over.complete(null));
    }

    private synchronized List<CompletableFuture<Void>> wake(long micros) {
        if (micros < now) {
            throw new IllegalArgumentException("this clock never runs backwards: " + (micros - now) + " µs");
        }
        now = micros;
        deadlines.removeIf(deadline -> deadline <= now);
        notifyAll();
        List<CompletableFuture<Void>> over = delays.entrySet().stream()
                .filter(delay -> delay.getValue() <= now)
                .sorted(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .toList();
        over.forEach(delays::remove);
        return over;
    }

    /**
     * What happens to those who go to sleep from now on, or delay something.
     *
     * @param move true: it is over at once, and the clock shows the end of their sleep; false, the default: they wait
     *     until the clock was moved
     */
    public synchronized void letSleepersMoveIt(boolean move) {
        movedBySleepers = move;
    }

    private synchronized boolean isMovedBySleepers() {
        return movedBySleepers;
    }

    @Override
    public void sleep(long micros) throws InterruptedException {
        if (micros <= 0) {
            return;
        }
        if (isMovedBySleepers()) {
            advanceMicros(micros);
        } else {
            block(micros);
        }
    }

    private synchronized void block(long micros) throws InterruptedException {
        Long deadline = now + micros;
        deadlines.add(deadline);
        notifyAll();
        try {
            while (now < deadline) {
                wait();
            }
        } finally {
            // Still there only if interrupted.
            if (now < deadline) {
                deadlines.remove(deadline);
                notifyAll();
            }
        }
    }

    @Override
    public CompletableFuture<Void> delay(long micros) {
        if (micros <= 0) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> over = new CompletableFuture<>();
        synchronized (this) {
            delays.put(over, now + micros);
        }
        if (isMovedBySleepers()) {
            advanceMicros(micros);
        }
        over.whenComplete((nothing, cancelled) -> forget(over));
        return over;
    }

    private synchronized void forget(CompletableFuture<Void> over) {
        delays.remove(over);
    }

    /**
     * Delays whose end has not come and that nobody has cancelled.
     *
     * @return zero or more
     */
    public synchronized int delays() {
        return delays.size();
    }

    /**
     * Those who sleep and whose time has not come.
     *
     * @return zero or more
     */
    public synchronized int sleepers() {
        return deadlines.size();
    }

    /**
     * Blocks, in real time, until exactly so many sleep.
     *
     * @param count sleepers to wait for
     * @throws InterruptedException if interrupted
     * @throws AssertionError if it takes too long
     */
    public synchronized void awaitSleepers(int count) throws InterruptedException {
        long giveUp = System.nanoTime() + PATIENCE_NANOS;
        while (deadlines.size() != count) {
            long left = TimeUnit.NANOSECONDS.toMillis(giveUp - System.nanoTime());
            if (left <= 0) {
                throw new AssertionError("waited for " + count + " sleepers, there are " + deadlines.size());
            }
            wait(left);
        }
    }
}

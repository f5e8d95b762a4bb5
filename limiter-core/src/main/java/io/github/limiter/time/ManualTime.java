package io.github.limiter.time;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A clock that stands still until it is moved by hand: for tests, and for a past that is played again. Whoever sleeps on
 * it blocks until it was moved far enough, or, with {@link #letSleepersMoveIt}, moves it. Thread-safe.
 */
public final class ManualTime implements TimeSource {

    /** Real time after which a test that waits for a sleeper has failed. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

    private final List<Long> deadlines = new ArrayList<>();
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
    public synchronized void advanceMicros(long by) {
        moveTo(Math.addExact(now, by));
    }

    /**
     * Moves the clock and wakes those whose time has come.
     *
     * @param micros since the epoch, not in the past
     */
    public synchronized void moveTo(long micros) {
        if (micros < now) {
            throw new IllegalArgumentException("this clock never runs backwards: " + (micros - now) + " µs");
        }
        now = micros;
        deadlines.removeIf(deadline -> deadline <= now);
        notifyAll();
    }

    /**
     * What happens to those who go to sleep from now on.
     *
     * @param move true: they return at once, and the clock shows the end of their sleep; false, the default: they block
     *     until the clock was moved
     */
    public synchronized void letSleepersMoveIt(boolean move) {
        movedBySleepers = move;
    }

    @Override
    public synchronized void sleep(long micros) throws InterruptedException {
        if (micros <= 0) {
            return;
        }
        if (movedBySleepers) {
            advanceMicros(micros);
            return;
        }
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

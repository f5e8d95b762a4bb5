package io.github.limiter.store.resilience;

import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Goes off when a test moves the time. Thread-safe. */
final class ManualAlarm implements Alarm {

    private record Pending(long at, Runnable action) {}

    private final ManualTime time;
    private final Duration delay;
    private final List<Pending> pending = new ArrayList<>();
    boolean closed;

    ManualAlarm(ManualTime time, Duration delay) {
        this.time = time;
        this.delay = delay;
    }

    @Override
    public synchronized Runnable set(Runnable action) {
        Pending added = new Pending(time.micros() + delay.toNanos() / 1_000, action);
        pending.add(added);
        return () -> callOff(added);
    }

    private synchronized void callOff(Pending one) {
        pending.remove(one);
    }

    synchronized int pending() {
        return pending.size();
    }

    /** Moves the time; what is due by then is done at its own time, one after the other. */
    void advance(Duration by) {
        long end = time.micros() + by.toNanos() / 1_000;
        for (Pending next = due(end); next != null; next = due(end)) {
            time.moveTo(Math.max(time.micros(), next.at));
            next.action.run();
        }
        time.moveTo(end);
    }

    private synchronized Pending due(long end) {
        Pending first = pending.stream()
                .filter(one -> one.at <= end)
                .min(Comparator.comparingLong(Pending::at))
                .orElse(null);
        pending.remove(first);
        return first;
    }

    @Override
    public void close() {
        closed = true;
    }
}

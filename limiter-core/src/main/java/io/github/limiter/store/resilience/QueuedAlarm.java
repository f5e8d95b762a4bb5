package io.github.limiter.store.resilience;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An alarm without a lock, since event loops set it and call it off for each decision. As the delay is the same for all,
 * what was set first is due first, and a queue does. What was called off stays in it, empty, until its time.
 */
final class QueuedAlarm implements Alarm {

    private static final Logger log = LoggerFactory.getLogger(QueuedAlarm.class);

    private final Queue<Pending> pending = new ConcurrentLinkedQueue<>();
    private final long delayNanos;
    private final Thread thread;
    private final AtomicBoolean begun = new AtomicBoolean();
    private volatile boolean idle;
    private volatile boolean closed;

    QueuedAlarm(String name, long delayNanos) {
        this.delayNanos = delayNanos;
        this.thread = new Thread(this::serve, name);
        thread.setDaemon(true);
    }

    @Override
    public Runnable set(Runnable action) {
        Pending one = new Pending(System.nanoTime() + delayNanos, action);
        pending.add(one);
        // Looked at after the adding, or the thread might end in between.
        if (closed && pending.remove(one)) {
            throw new RejectedExecutionException(thread.getName() + " is closed");
        }
        if (!begun.get() && begun.compareAndSet(false, true)) {
            thread.start();
        } else if (idle) {
            LockSupport.unpark(thread);
        }
        return one;
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }

    private void serve() {
        while (true) {
            // Before the look at the queue: what was added until it was closed must still run.
            boolean last = closed;
            Pending first = pending.peek();
            if (first == null) {
                if (last) {
                    return;
                }
                rest();
            } else if (!first.isDone(System.nanoTime())) {
                LockSupport.parkNanos(this, first.due - System.nanoTime());
            } else if (pending.remove(first)) {
                first.goOff();
            }
        }
    }

    private void rest() {
        idle = true;
        if (pending.isEmpty() && !closed) {
            LockSupport.park(this);
        }
        idle = false;
    }

    /** Set, and called off by being run. */
    private static final class Pending implements Runnable {

        private final long due;
        private volatile @Nullable Runnable action;

        private Pending(long due, Runnable action) {
            this.due = due;
            this.action = action;
        }

        @Override
        public void run() {
            action = null;
        }

        /** Whether it has no place in the queue any more. */
        private boolean isDone(long now) {
            return action == null || due - now <= 0;
        }

        private void goOff() {
            Runnable last = action;
            if (last != null) {
                try {
                    last.run();
                } catch (RuntimeException e) {
                    log.warn("What was to be done at a deadline failed", e);
                }
            }
        }
    }
}

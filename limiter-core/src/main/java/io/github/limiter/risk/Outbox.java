package io.github.limiter.risk;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * What waits to be sent: until another call takes it along, until there is much of it, or for a tenth of a second. Bounded:
 * what does not fit is lost. Thread-safe.
 */
final class Outbox {

    private static final int MANY = 32;
    private static final int MOST = 4_096;
    private static final long WAIT_MILLIS = 100;

    private final Consumer<List<Observation>> sender;
    private List<Observation> waiting = new ArrayList<>();
    private boolean awaited;
    private boolean closed;

    Outbox(Consumer<List<Observation>> sender) {
        this.sender = sender;
    }

    void add(List<Observation> observations) {
        boolean send;
        synchronized (this) {
            if (closed || waiting.size() >= MOST) {
                return;
            }
            waiting.addAll(observations);
            send = waiting.size() >= MANY;
            if (!send && !awaited) {
                awaited = true;
                CompletableFuture.delayedExecutor(WAIT_MILLIS, TimeUnit.MILLISECONDS, Runnable::run)
                        .execute(this::sendDue);
            }
        }
        if (send) {
            sendAll();
        }
    }

    private void sendDue() {
        synchronized (this) {
            awaited = false;
        }
        sendAll();
    }

    private void sendAll() {
        List<Observation> all = take();
        if (!all.isEmpty()) {
            sender.accept(all);
        }
    }

    /** What waits, in its order; it waits no more. */
    synchronized List<Observation> take() {
        List<Observation> taken = waiting;
        waiting = new ArrayList<>();
        return taken;
    }

    synchronized void close() {
        closed = true;
        waiting.clear();
    }
}

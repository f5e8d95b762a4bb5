package io.github.limiter.risk;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A signal of the application's own. It is asked on few threads that serve nothing else, so that neither requests nor the
 * store wait for what it does, and is waited for until a deadline. While a call of it is overdue it is not asked again.
 * Whatever goes wrong, it counts as 0. Thread-safe.
 */
final class OwnSignal implements RiskSignal {

    private static final Logger log = LoggerFactory.getLogger(RiskSignal.class);
    private static final int THREADS = 4;
    private static final int WAITING = 256;
    private static final long IDLE_SECONDS = 10;

    private final RiskSignal signal;
    private final String name;
    private final Duration deadline;
    private final ThreadPoolExecutor executor;
    private final AtomicInteger overdue = new AtomicInteger();
    private final AtomicBoolean told = new AtomicBoolean();

    OwnSignal(RiskSignal signal, String name, Duration deadline) {
        this.signal = signal;
        this.name = name;
        this.deadline = deadline;
        this.executor = new ThreadPoolExecutor(
                THREADS, THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new ArrayBlockingQueue<>(WAITING), task -> {
                    Thread thread = new Thread(task, "limiter-signal-" + name);
                    thread.setDaemon(true);
                    return thread;
                });
        // Nobody has to close it: idle threads end by themselves.
        executor.allowCoreThreadTimeOut(true);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long value(RiskEvent event) {
        return signal.value(event);
    }

    /** The value, in time; never exceptionally. */
    CompletableFuture<Long> ask(RiskEvent event) {
        if (overdue.get() > 0) {
            return CompletableFuture.completedFuture(0L);
        }
        Call call = new Call(event);
        try {
            executor.execute(call);
        } catch (RejectedExecutionException e) {
            tell("is asked more often than it answers", e);
            return CompletableFuture.completedFuture(0L);
        }
        return call.answer.orTimeout(deadline.toNanos(), TimeUnit.NANOSECONDS).exceptionally(timeout -> {
            call.giveUp();
            return 0L;
        });
    }

    private void tell(String what, @Nullable Throwable failure) {
        if (told.compareAndSet(false, true)) {
            log.error("The signal {} {} and counts as 0", name, what, failure);
        }
    }

    private enum State {
        WAITING,
        RUNNING,
        LATE,
        ENDED
    }

    /** One question. */
    private final class Call implements Runnable {

        private final CompletableFuture<Long> answer = new CompletableFuture<>();
        private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);
        private final RiskEvent event;

        private Call(RiskEvent event) {
            this.event = event;
        }

        @Override
        public void run() {
            if (!state.compareAndSet(State.WAITING, State.RUNNING)) {
                return;
            }
            long value = 0;
            try {
                value = signal.value(event);
            } catch (Throwable e) {
                // Errors, too, are the signal's and not the request's.
                tell("fails", e);
            }
            if (!state.compareAndSet(State.RUNNING, State.ENDED)) {
                overdue.decrementAndGet();
            }
            answer.complete(value);
        }

        private void giveUp() {
            if (state.compareAndSet(State.RUNNING, State.LATE)) {
                overdue.incrementAndGet();
                tell("takes longer than " + deadline, null);
            } else {
                state.set(State.ENDED);
            }
        }
    }
}

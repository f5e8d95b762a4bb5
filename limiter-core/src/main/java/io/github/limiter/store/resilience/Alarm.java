package io.github.limiter.store.resilience;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Does something after a while, unless it is called off. Thread-safe. */
interface Alarm extends AutoCloseable {

    /** Runs the action once that many nanoseconds have passed; what is answered calls it off. */
    Runnable after(long nanos, Runnable action);

    /** Takes nothing more on; what is pending still runs. */
    @Override
    void close();

    /** One daemon thread for all, begun with the first use. */
    static Alarm onThread(String name) {
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, action -> {
            Thread thread = new Thread(action, name);
            thread.setDaemon(true);
            return thread;
        });
        executor.setRemoveOnCancelPolicy(true);
        return new Alarm() {
            @Override
            public Runnable after(long nanos, Runnable action) {
                ScheduledFuture<?> pending = executor.schedule(action, nanos, TimeUnit.NANOSECONDS);
                return () -> pending.cancel(false);
            }

            @Override
            public void close() {
                executor.shutdown();
            }
        };
    }
}

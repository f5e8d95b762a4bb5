package io.github.limiter.store.redis;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection in use, which can be exchanged for a new one. Opens one at a time, at most one a second, on a thread
 * that lives no longer than that takes; only the first one while the caller waits. Thread-safe.
 */
final class LettuceLink implements AutoCloseable {

    /** A connection with its commands. */
    record Connected(
            StatefulConnection<String, String> connection, RedisScriptingAsyncCommands<String, String> commands) {}

    private static final Logger log = LoggerFactory.getLogger(LettuceLink.class);
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Supplier<Connected> opener;
    private volatile @Nullable Connected current;
    /** When the current one was first found disconnected; 0 if it was not. */
    private volatile long downSince;

    private long lastAttempt = System.nanoTime();
    private boolean opening;
    private boolean closed;

    LettuceLink(Supplier<Connected> opener) {
        this.opener = opener;
        open();
    }

    /** The connection, if it is there; else one is on its way, unless Lettuce itself is about to reconnect. */
    @Nullable
    Connected current() {
        Connected connected = current;
        if (connected != null && connected.connection.isOpen()) {
            if (downSince != 0) {
                downSince = 0;
            }
            return connected;
        }
        long now = System.nanoTime();
        if (downSince == 0) {
            downSince = now;
        }
        if (connected == null || now - downSince > PAUSE_NANOS) {
            exchange(connected);
        }
        return null;
    }

    /** Gives up a connection, unless it is another one already, for a new one. */
    synchronized void exchange(@Nullable Connected old) {
        if (closed || opening || old != current || System.nanoTime() - lastAttempt < PAUSE_NANOS) {
            return;
        }
        current = null;
        opening = true;
        if (old != null) {
            log.info("Giving up a connection to Redis for a new one");
            old.connection.closeAsync();
        }
        Thread thread = new Thread(this::open, "limiter-redis-connect");
        thread.setDaemon(true);
        thread.start();
    }

    private void open() {
        Connected connected = null;
        try {
            connected = opener.get();
        } catch (RuntimeException e) {
            log.warn("No connection to Redis: {}", String.valueOf(e));
        }
        synchronized (this) {
            lastAttempt = System.nanoTime();
            downSince = 0;
            opening = false;
            if (!closed) {
                current = connected;
                return;
            }
        }
        if (connected != null) {
            connected.connection.close();
        }
    }

    @Override
    public void close() {
        Connected connected;
        synchronized (this) {
            closed = true;
            connected = current;
            current = null;
        }
        if (connected != null) {
            connected.connection.close();
        }
    }
}

package io.github.limiter.store.redis;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection in use, which can be exchanged for a new one. Opens one at a time, at most one a second, on a thread
 * that lives no longer than that takes; only the first one while the caller waits. Thread-safe.
 *
 * <p>A server that is frozen takes a connection and does not greet, for which Lettuce waits up to a minute. So an attempt
 * is overtaken by another one after three seconds, since Sentinel may have named another server; the second one after
 * six, and so on, so that few hang. The first connection that is there is the one.
 *
 * <p>On a cluster the old one, which leads to servers that answer as well, is used until there is a new one.
 */
final class LettuceLink implements AutoCloseable {

    /** A connection with its commands. */
    record Connected(
            StatefulConnection<String, String> connection, RedisScriptingAsyncCommands<String, String> commands) {}

    private static final Logger log = LoggerFactory.getLogger(LettuceLink.class);
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final long FIRST_MILLIS = TimeUnit.SECONDS.toMillis(10);

    private final UnaryOperator<@Nullable Connected> opener;
    private final boolean cluster;
    private volatile @Nullable Connected current;
    /** When the current one was first found disconnected; 0 if it was not. */
    private volatile long downSince;

    /** When the latest attempt began or, whichever was later, one ended. */
    private long lastAttempt;

    private int attempts;
    private boolean failedBefore;
    private boolean closed;

    /** The opener is given the connection that it may keep, if there is one. */
    LettuceLink(UnaryOperator<@Nullable Connected> opener, boolean cluster) {
        this.opener = opener;
        this.cluster = cluster;
        try {
            begin(null).join(FIRST_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The connection, if it is there; else one is on its way, unless Lettuce itself is about to reconnect. */
    @Nullable
    Connected current() {
        Connected connected = current;
        // To Lettuce a cluster's is open while that to one of its servers is.
        if (connected != null && (cluster || connected.connection.isOpen())) {
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
    void exchange(@Nullable Connected old) {
        renew(old, null);
    }

    /** Looks, unless it is another one already, whether a connection to a cluster leads to all of its servers. */
    void refresh(Connected connected) {
        renew(connected, connected);
    }

    private synchronized void renew(@Nullable Connected old, @Nullable Connected kept) {
        long pause = attempts == 0 ? PAUSE_NANOS : attempts * PATIENCE_NANOS;
        if (closed || old != current || System.nanoTime() - lastAttempt < pause) {
            return;
        }
        if (!cluster) {
            leave(old);
            current = null;
        }
        log.debug("Connecting to Redis anew");
        begin(kept);
    }

    private synchronized Thread begin(@Nullable Connected kept) {
        Connected before = current;
        Thread thread = new Thread(() -> open(kept, before), "limiter-redis-connect");
        thread.setDaemon(true);
        attempts++;
        lastAttempt = System.nanoTime();
        thread.start();
        return thread;
    }

    private void open(@Nullable Connected kept, @Nullable Connected before) {
        try {
            Connected connected = opener.apply(kept);
            if (!accept(connected, before) && connected != kept) {
                leave(connected);
            }
        } catch (RuntimeException e) {
            failed(e);
        }
    }

    /** False if another attempt was faster, or nobody needs a connection any more. */
    private synchronized boolean accept(Connected connected, @Nullable Connected before) {
        ended();
        if (closed || current != before) {
            return false;
        }
        if (before != connected) {
            leave(before);
        }
        downSince = 0;
        current = connected;
        if (failedBefore) {
            log.info("Connected to Redis");
        }
        failedBefore = false;
        return true;
    }

    private static void leave(@Nullable Connected connected) {
        if (connected != null) {
            connected.connection.closeAsync();
        }
    }

    private synchronized void failed(RuntimeException failure) {
        ended();
        if (failedBefore) {
            log.debug("Still no connection to Redis", failure);
        } else {
            log.warn("No connection to Redis, trying on: {}", reason(failure));
        }
        failedBefore = true;
    }

    private void ended() {
        attempts--;
        lastAttempt = System.nanoTime();
    }

    /** The innermost reason is the one to act upon: refused, unknown host, wrong password. */
    private static String reason(Throwable failure) {
        Throwable innermost = failure;
        while (innermost.getCause() != null) {
            innermost = innermost.getCause();
        }
        return innermost == failure ? failure.toString() : failure + ": " + innermost;
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

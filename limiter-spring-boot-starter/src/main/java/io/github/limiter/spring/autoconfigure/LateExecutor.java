package io.github.limiter.spring.autoconfigure;

import io.github.limiter.store.redis.RedisScript;
import io.github.limiter.store.redis.ScriptExecutor;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;

/**
 * An executor of a client that cannot be made while Redis is down: such as Redisson, which else connects while the first
 * callers wait. Tries at the start, and then on a thread of its own, at most once a second, when there are calls; until
 * there is a client those fail at once. Thread-safe.
 */
final class LateExecutor implements ScriptExecutor {

    private static final Logger log = LoggerFactory.getLogger(LateExecutor.class);
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final boolean cluster;
    private final Supplier<ScriptExecutor> opener;
    private volatile @Nullable ScriptExecutor executor;
    private long lastAttempt;
    private boolean opening;
    private boolean closed;

    LateExecutor(boolean cluster, Supplier<ScriptExecutor> opener) {
        this.cluster = cluster;
        this.opener = opener;
        try {
            executor = opener.get();
        } catch (RuntimeException e) {
            lastAttempt = System.nanoTime();
            log.warn("No connection to Redis, trying on: {}: {}", e, NestedExceptionUtils.getMostSpecificCause(e));
        }
    }

    @Override
    public CompletionStage<List<Long>> run(RedisScript script, List<String> keys, List<String> arguments) {
        ScriptExecutor opened = opened();
        return opened == null ? notConnected() : opened.run(script, keys, arguments);
    }

    @Override
    public CompletionStage<List<@Nullable String>> runForText(
            RedisScript script, List<String> keys, List<String> arguments) {
        ScriptExecutor opened = opened();
        return opened == null ? notConnected() : opened.runForText(script, keys, arguments);
    }

    @Override
    public CompletionStage<Void> load(RedisScript script) {
        ScriptExecutor opened = opened();
        return opened == null ? notConnected() : opened.load(script);
    }

    private static <T> CompletionStage<T> notConnected() {
        return CompletableFuture.failedStage(new IllegalStateException("no connection to Redis yet"));
    }

    private @Nullable ScriptExecutor opened() {
        ScriptExecutor opened = executor;
        if (opened == null) {
            openSoon();
        }
        return opened;
    }

    private synchronized void openSoon() {
        if (closed || opening || executor != null || System.nanoTime() - lastAttempt < PAUSE_NANOS) {
            return;
        }
        opening = true;
        Thread thread = new Thread(this::open, "limiter-redis-connect");
        thread.setDaemon(true);
        thread.start();
    }

    private void open() {
        ScriptExecutor opened = null;
        try {
            opened = opener.get();
            log.info("Connected to Redis");
        } catch (RuntimeException e) {
            log.debug("Still no connection to Redis", e);
        }
        if (!settle(opened) && opened != null) {
            opened.close();
        }
    }

    private synchronized boolean settle(@Nullable ScriptExecutor opened) {
        opening = false;
        lastAttempt = System.nanoTime();
        if (!closed) {
            executor = opened;
        }
        return !closed;
    }

    @Override
    public boolean isCluster() {
        return cluster;
    }

    @Override
    public void close() {
        ScriptExecutor opened;
        synchronized (this) {
            closed = true;
            opened = executor;
        }
        if (opened != null) {
            opened.close();
        }
    }
}

package io.github.limiter.spring.autoconfigure;

import io.github.limiter.spring.ban.EdgeStrikes;
import io.github.limiter.store.LimiterStore;
import io.github.limiter.store.redis.EdgeReports;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/**
 * Reads what nginx reports, while the application runs: not before those who listen to bans are there. Nothing is read
 * without Redis, nor while no rule is in force.
 */
final class EdgeReading implements SmartLifecycle {

    private final String keyPrefix;
    private final LimiterStore store;
    private final EdgeStrikes strikes;
    private @Nullable EdgeReports reports;

    EdgeReading(String keyPrefix, LimiterStore store, EdgeStrikes strikes) {
        this.keyPrefix = keyPrefix;
        this.store = store;
        this.strikes = strikes;
    }

    @Override
    public synchronized void start() {
        if (reports == null && store instanceof RedisBackedStore redis) {
            reports = new EdgeReports(redis.executor(), keyPrefix, strikes::isCounting, strikes::count);
            reports.start();
        }
    }

    @Override
    public synchronized void stop() {
        if (reports != null) {
            reports.close();
            reports = null;
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return reports != null;
    }
}

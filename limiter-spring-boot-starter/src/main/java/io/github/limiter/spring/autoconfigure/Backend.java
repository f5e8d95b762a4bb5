package io.github.limiter.spring.autoconfigure;

import io.github.limiter.algorithm.AlgorithmRegistry;
import io.github.limiter.ban.BanStore;
import io.github.limiter.ban.MemoryBanStore;
import io.github.limiter.store.LimiterStore;
import io.github.limiter.store.MemoryNews;
import io.github.limiter.store.MemoryStore;
import io.github.limiter.store.News;
import io.github.limiter.store.redis.ScriptExecutor;
import io.github.limiter.time.TimeSource;

/** What belongs together: where counts are kept, bans too, and how nodes hear of each other. */
record Backend(LimiterStore store, BanStore bans, News news) {

    static Backend inMemory(int maxKeys, TimeSource time) {
        MemoryBanStore bans = new MemoryBanStore(maxKeys, time);
        return new Backend(new MemoryStore(maxKeys, time, bans), bans, new MemoryNews());
    }

    static Backend onRedis(
            LimiterProperties properties,
            String application,
            AlgorithmRegistry algorithms,
            TimeSource time,
            ScriptExecutor executor) {
        RedisBackedStore store = RedisBackedStore.open(properties, application, algorithms, time, executor);
        return new Backend(store, store.bans(), store.news());
    }
}

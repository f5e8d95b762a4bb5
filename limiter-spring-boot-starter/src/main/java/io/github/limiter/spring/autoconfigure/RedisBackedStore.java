package io.github.limiter.spring.autoconfigure;

import io.github.limiter.algorithm.AlgorithmRegistry;
import io.github.limiter.ban.BanStore;
import io.github.limiter.ban.RedisBanStore;
import io.github.limiter.spring.actuate.StoreHealth;
import io.github.limiter.spring.autoconfigure.LimiterProperties.Redis;
import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.LimiterStore;
import io.github.limiter.store.MemoryStore;
import io.github.limiter.store.Standing;
import io.github.limiter.store.redis.Pulse;
import io.github.limiter.store.redis.RedisNews;
import io.github.limiter.store.redis.RedisStore;
import io.github.limiter.store.redis.ScriptExecutor;
import io.github.limiter.store.resilience.DenialCache;
import io.github.limiter.store.resilience.ResilientStore;
import io.github.limiter.subject.KeyText;
import io.github.limiter.subject.Subject;
import io.github.limiter.time.TimeSource;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * What a node puts around Redis: known refusals are answered here, and where Redis does not answer in time the failure
 * modes hold.
 */
final class RedisBackedStore implements LimiterStore {

    private final DenialCache store;
    private final Pulse pulse;
    private final RedisNews news;
    private final RedisBanStore bans;
    private final ScriptExecutor executor;
    private final ResilientStore resilient;

    private RedisBackedStore(
            DenialCache store,
            Pulse pulse,
            RedisNews news,
            RedisBanStore bans,
            ScriptExecutor executor,
            ResilientStore resilient) {
        this.store = store;
        this.pulse = pulse;
        this.news = news;
        this.bans = bans;
        this.executor = executor;
        this.resilient = resilient;
    }

    static RedisBackedStore open(
            LimiterProperties properties,
            String application,
            AlgorithmRegistry algorithms,
            TimeSource time,
            ScriptExecutor executor) {
        Redis redis = properties.redis();
        RedisStore shared = new RedisStore(executor, redis.keyPrefix(), algorithms);
        shared.warmUp();
        Pulse pulse = new Pulse(executor, redis.keyPrefix(), KeyText.of(application));
        MemoryStore node = new MemoryStore(properties.memory().maxKeys(), time);
        ResilientStore resilient = new ResilientStore(shared, redis.deadline(), node, pulse::liveNodes);
        DenialCache cache = executor.isCluster()
                ? DenialCache.onCluster(resilient, redis.deniedKeys(), RedisBackedStore::isCounted)
                : DenialCache.of(resilient, redis.deniedKeys(), RedisBackedStore::isCounted);
        RedisNews news = new RedisNews(executor, redis.keyPrefix());
        RedisBanStore bans = new RedisBanStore(executor, news, redis.keyPrefix());
        bans.follow(new Pardons(cache));
        pulse.start(cache::clear);
        news.start();
        return new RedisBackedStore(cache, pulse, news, bans, executor, resilient);
    }

    /** Refusals that are strikes are counted where all nodes count them. */
    private static boolean isCounted(LimitCheck check) {
        return check.rule() != null;
    }

    RedisBanStore bans() {
        return bans;
    }

    RedisNews news() {
        return news;
    }

    StoreHealth health() {
        return new StoreHealth("redis", resilient::isDegraded, pulse::liveNodes, resilient::failures);
    }

    /** For what else is kept on this Redis; closed with the store. */
    ScriptExecutor executor() {
        return executor;
    }

    @Override
    public CompletionStage<List<LimitResult>> decide(List<LimitCheck> checks) {
        return store.decide(checks);
    }

    @Override
    public CompletionStage<Void> giveBack(List<LimitResult> results) {
        return store.giveBack(results);
    }

    @Override
    public void close() {
        news.close();
        pulse.close();
        store.close();
    }

    /** Whoever is lifted is asked about anew. */
    private record Pardons(DenialCache cache) implements BanStore.Follower {

        @Override
        public void onStanding(Subject subject, Standing standing, long ticks) {}

        @Override
        public void onClear(Subject subject, long ticks, boolean lifted) {
            if (lifted) {
                cache.forget(subject);
            }
        }

        @Override
        public void onGap() {
            cache.clear();
        }
    }
}

package io.github.limiter.store.redis;

import io.github.limiter.ban.BanSettings;
import io.github.limiter.ban.Bans;
import io.github.limiter.ban.Immunity;
import io.github.limiter.ban.RedisBanStore;
import io.github.limiter.ban.Witness;
import io.github.limiter.policy.BanRule;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.Standing;
import io.github.limiter.store.TestLimit;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.subject.MissingUser;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** A node of an application that strikes and bans. */
final class BanNode implements AutoCloseable {

    private final Client.Connection connection;
    private final RedisNews news;
    private final RedisStore store;
    private final Bans bans;

    BanNode(Client.Connection connection, String prefix) {
        this.connection = connection;
        news = new RedisNews(connection.executor(), prefix);
        store = new RedisStore(connection.executor(), prefix, Stores.ALGORITHMS);
        bans = new Bans(
                new RedisBanStore(connection.executor(), news, prefix),
                new BanSettings(100_000, Duration.ofMillis(300), Duration.ofHours(1), 0.05, true),
                new DimensionRegistry(64, MissingUser.IP, List.of()),
                Immunity.NOBODY,
                List.of(),
                Witness.NONE,
                List.of());
        news.start();
        Await.until("the node knows the bans that there are", bans::isCertain);
    }

    static <T> T join(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
    }

    Bans bans() {
        return bans;
    }

    RedisStore store() {
        return store;
    }

    /** Asks the store, whatever this node knows. */
    LimitResult call(TestLimit limit, BanRule rule) {
        return join(store.decide(List.of(limit.cost(1).counting(rule)))).get(0);
    }

    Standing knows(TestLimit limit) {
        return bans.find(limit.subject());
    }

    @Override
    public void close() {
        news.close();
        connection.close();
    }
}

package io.github.limiter.store.redis;

import io.github.limiter.ban.BanStore;
import io.github.limiter.ban.RedisBanStore;
import io.github.limiter.time.ManualTime;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class RedissonBanStoreTests extends RedisBanStoreContract {

    private static Stores stores;

    @BeforeAll
    static void connect() {
        stores = new Stores(Client.REDISSON, TestRedis.uri());
    }

    @AfterAll
    static void disconnect() {
        stores.close();
    }

    @Override
    protected BanStore createStore(ManualTime time) {
        String prefix = TestRedis.newPrefix();
        return new RedisBanStore(stores.executor(), new RedisNews(stores.executor(), prefix), prefix, time);
    }
}

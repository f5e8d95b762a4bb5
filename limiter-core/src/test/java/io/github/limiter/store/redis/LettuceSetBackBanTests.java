package io.github.limiter.store.redis;

import io.github.limiter.ban.BanStore;
import io.github.limiter.ban.RedisBanStore;
import io.github.limiter.ban.SetBackBanContract;
import io.github.limiter.time.TimeSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class LettuceSetBackBanTests extends SetBackBanContract {

    private static Stores stores;

    @BeforeAll
    static void connect() {
        stores = new Stores(Client.LETTUCE, TestRedis.uri());
    }

    @AfterAll
    static void disconnect() {
        stores.close();
    }

    @Override
    protected BanStore createStore(TimeSource clock) {
        String prefix = TestRedis.newPrefix();
        return new RedisBanStore(stores.executor(), new RedisNews(stores.executor(), prefix), prefix, clock);
    }
}

package io.github.limiter.store.redis;

import io.github.limiter.store.LimiterStore;
import io.github.limiter.store.StrikeContract;
import io.github.limiter.time.ManualTime;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class LettuceStrikeTests extends StrikeContract {

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
    protected LimiterStore createStore(ManualTime time) {
        return stores.create(time);
    }
}

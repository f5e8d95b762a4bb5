package io.github.limiter.store.redis;

import io.github.limiter.store.News;
import io.github.limiter.store.NewsContract;
import java.util.function.BooleanSupplier;

/** News through one of the clients. */
abstract class RedisNewsContract extends NewsContract {

    private final Stores stores;
    private final RedisNews news;

    RedisNewsContract(Client client) {
        stores = new Stores(client, TestRedis.uri());
        news = new RedisNews(stores.executor(), TestRedis.newPrefix());
    }

    @Override
    protected News node() {
        news.start();
        return news;
    }

    @Override
    protected void await(String what, BooleanSupplier condition) {
        Await.until(what, condition);
    }

    @Override
    protected void close() {
        news.close();
        stores.close();
    }
}

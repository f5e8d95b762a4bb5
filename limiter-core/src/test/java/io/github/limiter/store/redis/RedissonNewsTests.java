package io.github.limiter.store.redis;

class RedissonNewsTests extends RedisNewsContract {

    RedissonNewsTests() {
        super(Client.REDISSON);
    }
}

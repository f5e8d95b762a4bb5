package io.github.limiter.store.redis;

class LettuceNewsTests extends RedisNewsContract {

    LettuceNewsTests() {
        super(Client.LETTUCE);
    }
}

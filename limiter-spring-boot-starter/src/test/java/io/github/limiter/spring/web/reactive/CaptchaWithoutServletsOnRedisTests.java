package io.github.limiter.spring.web.reactive;

import io.github.limiter.spring.RunningServer;
import io.github.limiter.spring.web.CaptchaServerContract;
import io.github.limiter.store.redis.TestRedis;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class CaptchaWithoutServletsOnRedisTests extends CaptchaServerContract {

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.reactive("limiter.store=redis\nlimiter.redis.client=redisson\nspring.data.redis.url="
                + TestRedis.uri() + "\nlimiter.redis.deadline=5s\nlimiter.redis.key-prefix=" + TestRedis.newPrefix());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Override
    protected RunningServer server() {
        return server;
    }
}

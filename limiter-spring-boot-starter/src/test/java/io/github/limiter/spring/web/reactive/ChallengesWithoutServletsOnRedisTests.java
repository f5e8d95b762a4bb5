package io.github.limiter.spring.web.reactive;

import io.github.limiter.spring.RunningServer;
import io.github.limiter.spring.web.ChallengeServerContract;
import io.github.limiter.store.redis.TestRedis;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class ChallengesWithoutServletsOnRedisTests extends ChallengeServerContract {

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.reactive(
                PROPERTIES + "limiter.store=redis\nspring.data.redis.url=" + TestRedis.uri()
                        + "\nlimiter.redis.key-prefix=" + TestRedis.newPrefix(),
                Handlers.class);
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

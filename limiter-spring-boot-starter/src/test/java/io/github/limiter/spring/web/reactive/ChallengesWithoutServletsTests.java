package io.github.limiter.spring.web.reactive;

import io.github.limiter.spring.RunningServer;
import io.github.limiter.spring.web.ChallengeServerContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class ChallengesWithoutServletsTests extends ChallengeServerContract {

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.reactive(PROPERTIES, Handlers.class);
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

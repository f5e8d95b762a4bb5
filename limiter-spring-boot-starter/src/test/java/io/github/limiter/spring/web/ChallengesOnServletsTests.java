package io.github.limiter.spring.web;

import io.github.limiter.spring.RunningServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class ChallengesOnServletsTests extends ChallengeServerContract {

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.start(PROPERTIES, Handlers.class);
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

package io.github.limiter.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.ban.Bans;
import io.github.limiter.spring.RunningServer;
import io.github.limiter.store.Standing.State;
import io.github.limiter.subject.Subject;
import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A page whose person is challenged fires what it always fires. */
class ParallelFetchTests {

    private static final Subject PERSON = Subject.of("ip", "203.0.113.7");

    private final RunningServer server =
            RunningServer.start("limiter.ban.limited.strikes=1", ChallengeServerContract.Handlers.class);

    @AfterEach
    void stop() {
        server.close();
    }

    private Bans bans() {
        return server.bean(Bans.class);
    }

    private State standing() {
        return bans().find(PERSON).state();
    }

    private void fetchAtOnce(int times) {
        List<CompletableFuture<Integer>> answers = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            answers.add(CompletableFuture.supplyAsync(() ->
                    server.get("/plenty", "X-Forwarded-For", "203.0.113.7").statusCode()));
        }
        assertThat(answers).allSatisfy(answer -> assertThat(answer.join()).isEqualTo(403));
    }

    @Test
    void oneBurstIsOneIgnoredChallenge() {
        bans().challenge(PERSON, "test").toCompletableFuture().join();

        for (int burst = 1; burst < 10; burst++) {
            fetchAtOnce(12);
            server.bean(ManualTime.class).advance(Duration.ofSeconds(5));
        }
        assertThat(standing()).isEqualTo(State.CHALLENGED);
        fetchAtOnce(1);

        assertThat(standing()).as("the tenth is a strike").isEqualTo(State.BANNED);
    }
}

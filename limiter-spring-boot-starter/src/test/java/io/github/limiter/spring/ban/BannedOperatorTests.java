package io.github.limiter.spring.ban;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.ban.Bans;
import io.github.limiter.spring.ban.BanTestServer.Client;
import io.github.limiter.subject.Subject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;

/** Whoever is banned by mistake can lift it, and whoever is banned for good reason cannot guess how. */
class BannedOperatorTests {

    private static final String ROOT = "/actuator/limiter";
    private static final AtomicInteger ADDRESSES = new AtomicInteger();

    @Nested
    class WithServlets extends Operators {

        WithServlets() {
            super(WebApplicationType.SERVLET);
        }
    }

    @Nested
    class WithoutServlets extends Operators {

        WithoutServlets() {
            super(WebApplicationType.REACTIVE);
        }
    }

    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    abstract static class Operators {

        private final WebApplicationType type;
        private BanTestServer server;

        Operators(WebApplicationType type) {
            this.type = type;
        }

        @BeforeAll
        void start() {
            server = new BanTestServer(type);
        }

        @AfterAll
        void stop() {
            server.close();
        }

        private Client banned() {
            Client client = server.at("203.0.113." + ADDRESSES.incrementAndGet());
            server.bean(Bans.class)
                    .ban(Subject.ofText("ip:" + client.address(), null), Duration.ofDays(1), "", "test")
                    .toCompletableFuture()
                    .join();
            return client;
        }

        @Test
        void liftsTheBanOfHisOwnAddress() {
            Client operator = banned();
            for (int i = 0; i < BannedLogins.ATTEMPTS; i++) {
                assertThat(operator.as("admin").status(ROOT + "/bans")).isEqualTo(200);
            }

            HttpResponse<String> lifted =
                    operator.as("admin").send("DELETE", ROOT + "/bans/ip:" + operator.address(), "");

            assertThat(lifted.statusCode()).isEqualTo(204);
            assertThat(operator.status("/open")).isEqualTo(200);
        }

        @ParameterizedTest
        @ValueSource(strings = {ROOT, ROOT + "/bans", "/actuator/health"})
        void isAnsweredAsBannedIfHisPasswordIsWrong(String path) {
            Client guesser = banned();

            HttpResponse<String> wrong = guesser.as("admin", "guess").get(path);

            assertThat(wrong.statusCode()).isEqualTo(403);
            assertThat(told(wrong)).isEqualTo(told(guesser.get("/open")));
        }

        @Test
        void isAnsweredAsBannedIfHisPasswordIsOfSomebodyWithoutTheRole() {
            Client guesser = banned();

            HttpResponse<String> alice = guesser.as("alice").get(ROOT + "/bans");

            assertThat(told(alice)).isEqualTo(told(guesser.get("/open")));
            assertThat(alice.headers().map().keySet())
                    .isEqualTo(guesser.as("alice", "guess")
                            .get(ROOT + "/bans")
                            .headers()
                            .map()
                            .keySet());
        }

        /** Where a device is banned, each request gets the cookie of its own. */
        @Test
        void isNotToldByHisDeviceEither() {
            try (BanTestServer watchful = new BanTestServer(type)) {
                for (Subject subject : List.of(Subject.of("device", "one"), Subject.of("ip", "203.0.113.7"))) {
                    watchful.bean(Bans.class)
                            .ban(subject, Duration.ofDays(1), "", "test")
                            .toCompletableFuture()
                            .join();
                }
                Client guesser = watchful.at("203.0.113.7");

                for (HttpResponse<String> refused : List.of(
                        guesser.get("/open"),
                        guesser.as("admin", "guess").get(ROOT),
                        guesser.as("alice").get(ROOT + "/bans"))) {
                    assertThat(refused.statusCode()).isEqualTo(403);
                    assertThat(refused.headers().allValues("Set-Cookie"))
                            .singleElement()
                            .asString()
                            .startsWith("limiter-device=");
                }
            }
        }

        @Test
        void getsNothingForTheRightPasswordAfterFiveWrongOnes() {
            Client guesser = banned();
            for (int i = 0; i < 5; i++) {
                assertThat(guesser.as("admin", "guess" + i).status(ROOT)).isEqualTo(403);
            }

            assertThat(told(guesser.as("admin").get(ROOT))).isEqualTo(told(guesser.get("/open")));
            assertThat(banned().as("admin").status(ROOT)).as("another address").isEqualTo(200);
            server.time().advance(BannedLogins.MEMORY.minusSeconds(1));
            assertThat(guesser.as("admin").status(ROOT)).isEqualTo(403);
            server.time().advance(Duration.ofSeconds(1));
            assertThat(guesser.as("admin").status(ROOT)).isEqualTo(200);
        }

        @Test
        void isAskedForHisPasswordAndMayLookAtTheHealth() {
            Client anybody = banned();
            for (int i = 0; i < 9; i++) {
                assertThat(anybody.status("/actuator/health")).isEqualTo(200);
                assertThat(anybody.get(ROOT).headers().firstValue("WWW-Authenticate"))
                        .isPresent();
            }

            assertThat(anybody.as("admin").status(ROOT)).isEqualTo(200);
        }

        @Test
        void isToldThatHisPasswordIsWrongWhileHeIsNotBanned() {
            Client free = server.at("203.0.113." + ADDRESSES.incrementAndGet());

            assertThat(free.as("admin", "guess").status(ROOT)).isEqualTo(401);
            assertThat(free.as("alice").status(ROOT)).isEqualTo(403);
        }

        /** All that an answer says of what was asked, without what Spring Security sends with each of its own. */
        private static Object told(HttpResponse<String> answer) {
            Map<String, List<String>> headers = new TreeMap<>(answer.headers().map());
            headers.keySet().removeIf(name -> name.startsWith("x-"));
            headers.keySet().removeAll(Set.of("date", "referrer-policy"));
            return List.of(
                    answer.statusCode(), headers, answer.body().replaceFirst("\"decision\":\"[0-9a-f]{16}\"", ""));
        }
    }
}

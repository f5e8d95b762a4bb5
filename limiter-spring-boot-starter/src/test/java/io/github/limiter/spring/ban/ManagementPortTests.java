package io.github.limiter.spring.ban;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.limiter.ban.Bans;
import io.github.limiter.spring.ban.BanTestServer.Client;
import io.github.limiter.subject.Subject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.WebApplicationType;

/** An actuator on a port of its own is guarded like one on the port of the application. */
class ManagementPortTests {

    /** Where Tomcat and Netty are on one class path, each would make the reactive server. */
    private static final String ONE_SERVER = "--spring.autoconfigure.exclude="
            + "org.springframework.boot.tomcat.autoconfigure.actuate.web.server.TomcatReactiveManagementContextAutoConfiguration";

    private static final String BANS = "/actuator/limiter/bans";
    private static final AtomicInteger ADDRESSES = new AtomicInteger();

    @Nested
    class WithServlets extends Port {

        WithServlets() {
            super(WebApplicationType.SERVLET, "");
        }
    }

    @Nested
    class WithServletsBelowAPath extends Port {

        WithServletsBelowAPath() {
            super(WebApplicationType.SERVLET, "/manage");
        }
    }

    @Nested
    class WithoutServlets extends Port {

        WithoutServlets() {
            super(WebApplicationType.REACTIVE, "");
        }
    }

    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    abstract static class Port {

        private final WebApplicationType type;
        private final String base;
        private BanTestServer server;

        Port(WebApplicationType type, String base) {
            this.type = type;
            this.base = base;
        }

        @BeforeAll
        void start() {
            server = new BanTestServer(
                    type,
                    ONE_SERVER,
                    "--management.server.port=0",
                    "--management.server.base-path=" + base,
                    "--management.endpoint.health.probes.enabled=true");
        }

        @AfterAll
        void stop() {
            server.close();
        }

        private static String newAddress() {
            return "203.0.113." + ADDRESSES.incrementAndGet();
        }

        private Client banned() {
            Client client = server.atManagement(newAddress());
            server.bean(Bans.class)
                    .ban(subject(client), Duration.ofDays(1), "", "test")
                    .toCompletableFuture()
                    .join();
            return client;
        }

        private static Subject subject(Client client) {
            return Subject.ofText("ip:" + client.address(), null);
        }

        @Test
        void whoGuessesPasswordsThereIsBannedEverywhere() {
            Client guesser = server.atManagement(newAddress());

            for (int i = 0; i < 10; i++) {
                assertThat(guesser.as("admin", "guess" + i).status(base + BANS)).isEqualTo(401);
            }

            await().until(() -> server.bean(Bans.class).find(subject(guesser)).isBanned());
            HttpResponse<String> refused = server.at(guesser.address()).get("/open");
            assertThat(refused.statusCode()).isEqualTo(403);
            assertThat(refused.headers().firstValue("Retry-After")).hasValue("900");
            assertThat(guesser.as("admin", "guess").status(base + BANS)).isEqualTo(403);
        }

        @Test
        void whoIsBannedIsNotToldThatHisPasswordIsWrongAndHasFive() {
            Client guesser = banned();

            for (int i = 0; i < 5; i++) {
                HttpResponse<String> wrong = guesser.as("admin", "guess" + i).get(base + BANS);
                assertThat(wrong.statusCode()).isEqualTo(403);
                assertThat(wrong.body()).contains("abnormal-usage-detected");
            }

            assertThat(guesser.as("admin").status(base + BANS)).isEqualTo(403);
        }

        @Test
        void whoIsBannedWithoutTheRoleIsNotToldEither() {
            assertThat(banned().as("alice").get(base + BANS).body()).contains("abnormal-usage-detected");
        }

        @Test
        void whoIsBannedByMistakeLiftsItThere() {
            Client operator = banned();
            for (int i = 0; i < 9; i++) {
                assertThat(operator.as("admin").status(base + BANS)).isEqualTo(200);
            }

            assertThat(operator.as("admin")
                            .send("DELETE", base + BANS + "/ip:" + operator.address(), "")
                            .statusCode())
                    .isEqualTo(204);

            assertThat(server.at(operator.address()).status("/open")).isEqualTo(200);
        }

        @Test
        void aBanClosesNoHealthChecks() {
            Client probe = banned();

            for (int i = 0; i < 9; i++) {
                assertThat(probe.status(base + "/actuator/health/liveness")).isEqualTo(200);
            }
        }

        @Test
        void trapsSpringThereToo() {
            Client scanner = server.atManagement(newAddress());

            assertThat(scanner.status(base + "/.env")).isEqualTo(403);
            assertThat(server.at(scanner.address()).status("/open")).isEqualTo(403);
        }

        @Test
        void whatCannotBeReadIsABadRequestThatSaysSo() {
            Client operator = server.atManagement(newAddress()).as("admin");

            HttpResponse<String> refused =
                    operator.send("POST", base + BANS + "?subject=user:x", "{\"subject\":\"user:y\"}");

            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(refused.body()).contains("\"detail\":\"subject: is given twice");
        }

        @Test
        void whatIsRightIsAnsweredAsEver() {
            Client operator = server.atManagement(newAddress());

            assertThat(operator.as("admin").status(base + "/actuator/limiter")).isEqualTo(200);
            assertThat(operator.status(base + "/actuator/health")).isEqualTo(200);
            assertThat(operator.status(base + BANS)).isEqualTo(401);
        }
    }
}

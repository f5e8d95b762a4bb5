package io.github.limiter.spring.ban;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.limiter.ban.Bans;
import io.github.limiter.spring.ban.BanTestServer.Client;
import io.github.limiter.subject.Subject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;

/** With {@code limiter.ban.enforce=annotated} most paths are open to the banned, but not to guesses and scans of theirs. */
class AnnotatedBanTests {

    private static final AtomicInteger ADDRESSES = new AtomicInteger();

    @Nested
    class WithServlets extends Annotated {

        WithServlets() {
            super(WebApplicationType.SERVLET);
        }
    }

    @Nested
    class WithoutServlets extends Annotated {

        WithoutServlets() {
            super(WebApplicationType.REACTIVE);
        }
    }

    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    abstract static class Annotated {

        private final WebApplicationType type;
        private BanTestServer server;

        Annotated(WebApplicationType type) {
            this.type = type;
        }

        @BeforeAll
        void start() {
            server = new BanTestServer(type, "--limiter.ban.enforce=annotated");
        }

        @AfterAll
        void stop() {
            server.close();
        }

        private Client newClient() {
            return server.at("203.0.113." + ADDRESSES.incrementAndGet());
        }

        private Client banned() {
            Client client = newClient();
            server.bean(Bans.class)
                    .ban(subject(client), Duration.ofMinutes(30), "", "test")
                    .toCompletableFuture()
                    .join();
            assertThat(client.status("/guarded")).isEqualTo(403);
            assertThat(client.status("/open")).isEqualTo(200);
            return client;
        }

        private static Subject subject(Client client) {
            return Subject.ofText("ip:" + client.address(), null);
        }

        private static HttpResponse<String> form(Client client, String password) {
            return client.sendForm("/login", "username=bob&password=" + password);
        }

        @ParameterizedTest
        @ValueSource(strings = {"/open", "/mine", "/missing", "/actuator/limiter"})
        void whoIsBannedHasFiveGuessesAndIsNotToldThatTheyAreWrong(String path) {
            Client guesser = banned();

            for (int i = 0; i < 5; i++) {
                HttpResponse<String> wrong = guesser.as("admin", "guess" + i).get(path);
                assertThat(wrong.statusCode()).isEqualTo(403);
                assertThat(wrong.body()).contains("abnormal-usage-detected");
                assertThat(wrong.headers().firstValue("WWW-Authenticate")).isEmpty();
            }

            for (String any : List.of("/open", "/mine", "/actuator/limiter")) {
                assertThat(guesser.as("admin").status(any)).as(any).isEqualTo(403);
            }
            assertThat(form(guesser, "bob").statusCode()).isEqualTo(403);
            assertThat(guesser.status("/open")).as("without a password").isEqualTo(200);
            server.time().advance(BannedLogins.MEMORY);
            assertThat(guesser.as("admin").status("/open")).isEqualTo(200);
        }

        @Test
        void guessesByFormsAreGuessesToo() {
            Client guesser = banned();

            for (int i = 0; i < 5; i++) {
                assertThat(form(guesser, "guess" + i).statusCode()).isEqualTo(403);
            }

            assertThat(form(guesser, "bob").statusCode()).isEqualTo(403);
            assertThat(guesser.as("bob").status("/open")).isEqualTo(403);
            assertThat(guesser.status("/open")).isEqualTo(200);
        }

        @Test
        void rightPasswordsAndWhatElseIsSentCostNothing() {
            Client user = banned();

            for (int i = 0; i < 7; i++) {
                assertThat(user.as("bob").status("/open")).isEqualTo(200);
                assertThat(user.as("bob").status("/guarded")).isEqualTo(403);
                assertThat(form(user, "bob").headers().firstValue("Location").orElseThrow())
                        .doesNotContain("error");
                assertThat(user.send("POST", "/body/1", "{\"n\": 1}").statusCode())
                        .isEqualTo(200);
                assertThat(user.status("/mine")).as("asked for his password").isIn(302, 401);
            }
            assertThat(user.as("admin").status("/actuator/limiter")).isEqualTo(200);
        }

        @Test
        void whoGuessesIsBannedAndHasFiveMore() {
            Client guesser = newClient();

            assertThat(guesses(guesser, 10)).containsOnly(401);
            await().until(() -> server.bean(Bans.class).find(subject(guesser)).isBanned());

            assertThat(guesses(guesser, 6)).containsOnly(403);
            assertThat(guesser.as("bob").status("/open")).isEqualTo(403);
        }

        private static List<Integer> guesses(Client guesser, int number) {
            return IntStream.range(0, number)
                    .mapToObj(i -> guesser.as("bob", "guess" + i).status("/open"))
                    .toList();
        }

        @Test
        void whoGoesOnScanningIsBannedForHalfAnHourFromThenOn() {
            Client scanner = newClient();
            assertThat(retryAfter(scanner.get("/.env"))).hasValue("1800");
            server.time().advance(Duration.ofMinutes(20));
            assertThat(retryAfter(scanner.get("/guarded"))).hasValue("600");

            for (int i = 0; i < 10; i++) {
                assertThat(scanner.status("/gone/" + ADDRESSES.get() + "/" + i)).isEqualTo(404);
            }

            await().untilAsserted(() ->
                    assertThat(retryAfter(scanner.get("/guarded"))).hasValue("1800"));
            server.time().advance(Duration.ofMinutes(1));
            assertThat(retryAfter(scanner.get("/.env"))).hasValue("1800");
            assertThat(server.bean(Bans.class)
                            .evidence(subject(scanner))
                            .toCompletableFuture()
                            .join()
                            .strikes())
                    .containsEntry("honeypot", 2L)
                    .containsEntry("probing", 10L);
            server.time().advance(Duration.ofMinutes(30));
            assertThat(scanner.status("/guarded")).isEqualTo(200);
        }

        @Test
        void whoAsksForWhatHeIsRefusedDoesNotPutTheEndOff() {
            Client knocking = banned();
            server.time().advance(Duration.ofMinutes(20));

            for (int i = 0; i < 12; i++) {
                assertThat(retryAfter(knocking.get("/products"))).hasValue("600");
            }
        }

        private static Optional<String> retryAfter(HttpResponse<String> answer) {
            return answer.headers().firstValue("Retry-After");
        }
    }
}

package io.github.limiter.spring.ban;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.ban.Ban;
import io.github.limiter.ban.BanEvent;
import io.github.limiter.ban.BanEvent.Kind;
import io.github.limiter.ban.Bans;
import io.github.limiter.captcha.CaptchaStore;
import io.github.limiter.captcha.Challenge;
import io.github.limiter.spring.ban.BanTestServer.Client;
import io.github.limiter.spring.json.Json;
import io.github.limiter.spring.json.JsonObject;
import io.github.limiter.subject.Subject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The article's rules over HTTP, on a clock that stands still. */
class BannedRequestTests {

    private static final AtomicInteger ADDRESSES = new AtomicInteger();

    @Nested
    class WithServlets extends Rules {

        WithServlets() {
            super(WebApplicationType.SERVLET);
        }
    }

    @Nested
    class WithoutServlets extends Rules {

        WithoutServlets() {
            super(WebApplicationType.REACTIVE);
        }
    }

    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    abstract static class Rules {

        private final WebApplicationType type;
        private BanTestServer server;

        Rules(WebApplicationType type) {
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

        @Nested
        class RefusedAgainAndAgain {

            @Test
            void sixtyPassThreeAreLimitedAndTheNextIsBannedEverywhereForFiveMinutes() {
                Client crawler = newClient();

                assertThat(statuses(crawler, "/products", 60)).containsOnly(200);
                assertThat(retryAfter(crawler.get("/products"), 429)).isEqualTo(60);
                assertThat(retryAfter(crawler.get("/products"), 429)).isEqualTo(60);
                assertThat(retryAfter(crawler.get("/products"), 429))
                        .as("the third tells of the ban")
                        .isEqualTo(300);
                HttpResponse<String> banned = crawler.get("/products");
                assertThat(retryAfter(banned, 403)).isEqualTo(300);
                assertThat(banned.body()).contains("#abnormal-usage-detected", "\"decision\":\"");
                assertThat(banned.headers().firstValue("Content-Type")).hasValue("application/problem+json");
                assertThat(banned.headers().firstValue("Cache-Control")).hasValue("no-store");
                for (String path : List.of("/open", "/nowhere", "/mine", "/.env", "/login", "/app.css")) {
                    assertThat(retryAfter(crawler.get(path), 403)).as(path).isEqualTo(300);
                }
                assertThat(newClient().status("/open")).isEqualTo(200);
            }

            @Test
            void knockingDoesNotPutTheEndOff() {
                Client crawler = banned();

                server.time().advance(Duration.ofSeconds(200));
                assertThat(retryAfter(crawler.get("/products"), 403)).isEqualTo(100);
                server.time().advance(Duration.ofSeconds(99));
                assertThat(retryAfter(crawler.get("/open"), 403)).isEqualTo(1);
                server.time().advance(Duration.ofSeconds(1));
                assertThat(crawler.status("/products")).isEqualTo(200);
                assertThat(crawler.status("/open")).isEqualTo(200);
            }

            @Test
            void twoRefusalsThatAreForgivenAreNot() {
                Client client = newClient();

                statuses(client, "/products", 62);
                server.time().advance(Duration.ofSeconds(61));

                assertThat(statuses(client, "/products", 60)).containsOnly(200);
                assertThat(statuses(client, "/products", 2)).containsOnly(429);
                assertThat(client.status("/open")).isEqualTo(200);
            }

            @Test
            void withoutABlacklistNobodyIsBanned() {
                Client client = newClient();

                statuses(client, "/unlisted", 9);

                assertThat(client.status("/open")).isEqualTo(200);
            }

            @Test
            void theThirdBanOfADayIsPermanentAndWaitsForAPerson() {
                Client crawler = newClient();
                for (int ban = 1; ban <= 2; ban++) {
                    statuses(crawler, "/products", 63);
                    server.time().advance(Duration.ofMinutes(6));
                    assertThat(crawler.status("/open")).isEqualTo(200);
                }
                statuses(crawler, "/products", 63);

                HttpResponse<String> refused = crawler.get("/open");
                assertThat(refused.statusCode()).isEqualTo(403);
                assertThat(refused.headers().firstValue("Retry-After")).isEmpty();
                assertThat(bans().review(null, 100).toCompletableFuture().join().bans())
                        .extracting(Ban::subject)
                        .contains(subject(crawler));
                server.time().advance(Duration.ofDays(2));
                assertThat(crawler.status("/open")).isEqualTo(403);
            }

            @Test
            void whatHappensIsAnEventOfTheApplication() {
                Client crawler = banned();

                bans().lift(subject(crawler), "admin").toCompletableFuture().join();

                assertThat(server.events())
                        .filteredOn(event -> event.subject().equals(subject(crawler)))
                        .extracting(BanEvent::kind)
                        .containsExactly(Kind.STRUCK, Kind.STRUCK, Kind.BANNED, Kind.LIFTED);
            }

            @Test
            void theEvidenceSaysWhatWasAskedForAndNoMore() {
                Client crawler = newClient();
                for (int i = 0; i < 63; i++) {
                    crawler.get("/products?token=secret-7", "Cookie", "SESSION=secret-8");
                }

                var evidence =
                        bans().evidence(subject(crawler)).toCompletableFuture().join();

                assertThat(evidence.strikes()).containsEntry("limited", 3L);
                assertThat(evidence.offences()).hasSize(3).allSatisfy(offence -> {
                    assertThat(offence.path()).isEqualTo("/products");
                    assertThat(offence.method()).isEqualTo("GET");
                    assertThat(offence.status()).isEqualTo(429);
                    assertThat(offence.agent()).isEqualTo("test/1");
                });
                assertThat(evidence.toString()).doesNotContain("secret");
            }
        }

        @Nested
        class Probing {

            @Test
            void tenMissingPathsAreHalfAnHour() {
                Client prober = newClient();

                assertThat(IntStream.range(0, 10)
                                .map(i -> prober.status("/missing/" + i))
                                .boxed())
                        .containsOnly(404);

                assertThat(retryAfter(prober.get("/open"), 403)).isEqualTo(1800);
            }

            @Test
            void oneMissingPathIsNothingHoweverItIsWritten() {
                Client reader = newClient();

                for (int i = 0; i < 12; i++) {
                    reader.status("/gone?attempt=" + i);
                    reader.status("/gone/");
                }

                assertThat(reader.status("/open")).isEqualTo(200);
            }

            @Test
            void assetsIconsAndWellKnownPathsAreNothing() {
                Client browser = newClient();

                for (int i = 0; i < 12; i++) {
                    browser.status("/app-" + i + ".css");
                    browser.status("/static/" + i);
                    browser.status("/image/" + i);
                    browser.status("/.well-known/" + i);
                    browser.status("/favicon-" + i + ".png");
                }

                assertThat(browser.status("/open")).isEqualTo(200);
            }

            @Test
            void malformedAndForbiddenWaysCountWithMissingPaths() {
                Client prober = newClient();

                for (int i = 0; i < 3; i++) {
                    assertThat(prober.status("/number/x" + i)).isEqualTo(400);
                    assertThat(prober.send("POST", "/body/" + i, "{").statusCode())
                            .isEqualTo(400);
                    assertThat(prober.send("DELETE", "/number/" + i, "").statusCode())
                            .isEqualTo(405);
                }
                assertThat(prober.status("/open")).isEqualTo(200);
                prober.status("/missing");

                assertThat(prober.status("/open")).isEqualTo(403);
            }

            @Test
            void slowerThanTenAMinuteIsNothing() {
                Client reader = newClient();

                for (int i = 0; i < 30; i++) {
                    reader.status("/old/" + i);
                    server.time().advance(Duration.ofSeconds(7));
                }

                assertThat(reader.status("/open")).isEqualTo(200);
            }

            @Test
            void whatTwentyAddressesMissIsABrokenLink() {
                for (int visitor = 0; visitor < 20; visitor++) {
                    Client other = newClient();
                    for (int i = 0; i < 5; i++) {
                        other.status("/moved/" + i);
                    }
                }
                Client late = newClient();
                for (int i = 0; i < 5; i++) {
                    late.status("/moved/" + i);
                    late.status("/mine-alone/" + i);
                }

                assertThat(late.status("/open")).isEqualTo(200);
            }
        }

        @Nested
        class Traps {

            @ParameterizedTest
            @ValueSource(strings = {"/.env", "/.ENV", "/.env?x=1", "/wp-admin/setup.php"})
            void banAtOnce(String path) {
                Client prober = newClient();

                assertThat(retryAfter(prober.get(path), 403)).isEqualTo(1800);
                assertThat(retryAfter(prober.get("/open"), 403)).isEqualTo(1800);
            }

            @Test
            void areAnsweredByAProblemLikeAnyBan() {
                assertThat(newClient().get("/.env").body()).contains("#abnormal-usage-detected");
            }
        }

        @Nested
        class FailedLogins {

            @Test
            void tenWrongPasswordsBanTheAddressAndNeverTheUser() {
                Client guesser = newClient();

                for (int i = 0; i < 10; i++) {
                    assertThat(guesser.as("bob", "guess" + i).status("/mine")).isEqualTo(401);
                }

                assertThat(retryAfter(guesser.get("/open"), 403)).isEqualTo(900);
                assertThat(guesser.as("bob").status("/mine")).isEqualTo(403);
                assertThat(server.at(newAddress()).as("bob").status("/mine")).isEqualTo(200);
                server.time().advance(Duration.ofMinutes(2));
            }

            @Test
            void loginFormsCountToo() {
                Client guesser = newClient();

                for (int i = 0; i < 10; i++) {
                    assertThat(form(guesser, "bob", "guess" + i).statusCode()).isEqualTo(302);
                }

                assertThat(guesser.status("/open")).isEqualTo(403);
            }

            @Test
            void rightPasswordsCountNothing() {
                Client user = newClient();

                for (int i = 0; i < 12; i++) {
                    assertThat(form(user, "bob", "bob").statusCode()).isEqualTo(302);
                }

                assertThat(user.status("/open")).isEqualTo(200);
            }

            private HttpResponse<String> form(Client client, String user, String password) {
                return client.sendForm("/login", "username=" + user + "&password=" + password);
            }
        }

        @Nested
        @ExtendWith(OutputCaptureExtension.class)
        class Secrets {

            @Test
            void areInNoLogAndNoAnswer(CapturedOutput output) {
                try (BanTestServer talkative = new BanTestServer(type, "--logging.level.io.github.limiter=trace")) {
                    Client client = talkative.at(newAddress()).as("alice", "secret-of-alice");
                    Client guest = talkative.at(newAddress());
                    List<String> answers = new ArrayList<>();
                    for (int i = 0; i < 64; i++) {
                        answers.add(shown(guest.get("/products?token=secret-1", "Cookie", "SESSION=secret-2")));
                    }
                    for (int i = 0; i < 11; i++) {
                        answers.add(shown(client.get("/mine?token=secret-3", "X-Api-Key", "secret-4")));
                        answers.add(
                                shown(guest.get("/missing/" + i + "?token=secret-5", "X-Captcha-Pass", "secret-6")));
                        answers.add(shown(guest.sendForm("/login", "username=bob&password=secret-7")));
                    }
                    answers.add(shown(client.get("/open?token=secret-8")));
                    answers.add(shown(guest.get("/.env?token=secret-9")));

                    assertThat(answers).last().asString().startsWith("403");
                    assertThat(answers).noneMatch(answer -> answer.contains("secret"));
                    assertThat(output.getAll()).contains("Refused ip:").doesNotContain("secret");
                }
            }

            /** Of a person who is asked for a CAPTCHA, solves one, and goes on with the pass. */
            @Test
            void ofPassesAreInNoLogAndInNoAnswerButTheOneThatGivesThem(CapturedOutput output) {
                try (BanTestServer talkative = new BanTestServer(
                        type, "--logging.level.io.github.limiter=trace", "--limiter.captcha.provider=image")) {
                    Client person = talkative.at(newAddress());
                    Subject address = subject(person);
                    Bans bans = talkative.bean(Bans.class);
                    bans.challenge(address, "test").toCompletableFuture().join();
                    List<String> answers = new ArrayList<>();
                    answers.add(shown(person.get("/products")));
                    assertThat(answers).last().asString().contains("captcha-required");

                    String id = (String)
                            Json.object(person.get("/limiter/captcha").body()).get("id");
                    CaptchaStore store = talkative.bean(CaptchaStore.class);
                    Challenge challenge =
                            store.take(id).toCompletableFuture().join().orElseThrow();
                    store.keep(challenge).toCompletableFuture().join();
                    answers.add(shown(answer(person, id, "wrong-guess")));
                    HttpResponse<String> earned = answer(person, id, challenge.secret());
                    String pass = (String) Json.object(earned.body()).get("pass");
                    String cookie = earned.headers().firstValue("Set-Cookie").orElseThrow();
                    assertThat(cookie).startsWith("limiter-pass=" + pass + ";").contains("HttpOnly");

                    answers.add(shown(person.get("/products", "X-Captcha-Pass", pass)));
                    assertThat(answers).last().asString().startsWith("200");
                    bans.challenge(address, "test").toCompletableFuture().join();
                    answers.add(shown(person.get("/products", "Cookie", "limiter-pass=" + pass)));
                    assertThat(answers).last().asString().startsWith("200");
                    for (int i = 0; i < 64; i++) {
                        answers.add(shown(person.get("/products", "X-Captcha-Pass", pass)));
                    }
                    answers.add(shown(person.get("/.env", "X-Captcha-Pass", pass)));
                    Client admin = talkative.at("203.0.113.250").as("admin");
                    answers.add(shown(admin.get("/actuator/limiter/bans/" + address)));
                    answers.add(shown(admin.get("/actuator/limiter/subjects/" + address)));
                    answers.add(shown(admin.get("/actuator/limiter/decisions")));

                    assertThat(answers.subList(answers.size() - 3, answers.size()))
                            .allMatch(answer -> answer.startsWith("200"));
                    assertThat(answers).noneMatch(answer -> answer.contains(pass));
                    assertThat(output.getAll())
                            .contains("Refused ip:")
                            .doesNotContain(pass)
                            .doesNotContain("wrong-guess");
                }
            }

            private static HttpResponse<String> answer(Client person, String id, String answer) {
                return person.send(
                        "POST",
                        "/limiter/captcha",
                        new JsonObject().add("id", id).add("answer", answer).toString());
            }

            private static String shown(HttpResponse<String> answer) {
                return answer.statusCode() + " " + answer.headers().map() + " " + answer.body();
            }
        }

        @Nested
        class ByHand {

            @Test
            void aBanHoldsAtOnceAndALiftToo() {
                Client client = newClient();

                bans().ban(subject(client), Duration.ofHours(1), "scraping", "admin")
                        .toCompletableFuture()
                        .join();
                assertThat(retryAfter(client.get("/open"), 403)).isEqualTo(3600);
                bans().lift(subject(client), "admin").toCompletableFuture().join();

                assertThat(client.status("/open")).isEqualTo(200);
            }
        }

        private Client banned() {
            Client client = newClient();
            statuses(client, "/products", 63);
            return client;
        }

        private Client newClient() {
            return server.at(newAddress());
        }

        private static String newAddress() {
            int number = ADDRESSES.incrementAndGet();
            return "203.0." + number / 250 + "." + (number % 250 + 1);
        }

        private Bans bans() {
            return server.bean(Bans.class);
        }

        private static Subject subject(Client client) {
            return Subject.ofText("ip:" + client.address(), null);
        }

        private static List<Integer> statuses(Client client, String path, int times) {
            return IntStream.range(0, times).mapToObj(i -> client.status(path)).toList();
        }

        private static int retryAfter(HttpResponse<String> answer, int status) {
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
            return Integer.parseInt(answer.headers().firstValue("Retry-After").orElse("-1"));
        }
    }
}

package io.github.limiter.spring.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.limiter.annotation.Mode;
import io.github.limiter.annotation.RiskCheck;
import io.github.limiter.guard.Decision;
import io.github.limiter.guard.Outcome;
import io.github.limiter.guard.RecentDecisions;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.risk.Finding;
import io.github.limiter.risk.RiskEvent;
import io.github.limiter.risk.RiskGuard;
import io.github.limiter.risk.RiskSignal;
import io.github.limiter.spring.Decisions;
import io.github.limiter.spring.RunningServer;
import io.github.limiter.spring.json.Json;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.ClientAddress;
import io.github.limiter.subject.ClientAddress.Origin;
import io.github.limiter.subject.IpAddress;
import io.github.limiter.time.ManualTime;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** What clients see of risk control in an application that has a real server. */
class RiskServerTests {

    private static final String GOOGLEBOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
    private static final String BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    private static final String NO_DNS = "limiter.risk.good-bots.dns=false\n";

    /** Scenes by annotation. */
    @RestController
    public static class Till {

        @RiskCheck(scene = "coupon", key = "#coupon")
        @GetMapping("/claim/{coupon}")
        public String claim(@PathVariable String coupon) {
            return "yours";
        }

        @RiskCheck(scene = "login", key = "#name", fallback = "later")
        @GetMapping("/login")
        public String login(@RequestParam String name, @RequestParam String password) {
            if (!name.equals(password)) {
                throw new ResponseStatusException(HttpStatus.UNAUTHORIZED);
            }
            return "welcome";
        }

        public String later(String name, String password, Decision decision) {
            return "try later: " + decision.outcome();
        }

        @RiskCheck(scene = "enumeration")
        @GetMapping("/invoices/{id}")
        public String invoice(@PathVariable long id) {
            return "invoice " + id;
        }

        @RiskCheck(scene = "order", failureResult = "#root == 'declined'")
        @GetMapping("/pay")
        public CompletionStage<String> pay(@RequestParam String card) {
            return CompletableFuture.supplyAsync(() -> card.startsWith("4") ? "paid" : "declined");
        }
    }

    /** A scene of the application's own. */
    @RestController
    public static class Mirror {

        @RiskCheck(scene = "own", mode = Mode.SHADOW)
        @GetMapping("/watched")
        public String watched() {
            return "watched";
        }

        @RiskCheck(scene = "own", key = "#name.length()")
        @GetMapping("/keyless")
        public String keyless(@RequestParam(required = false) String name) {
            return "fine";
        }

        @RiskCheck(scene = "night")
        @RiskCheck(scene = "own")
        @GetMapping("/nightly/both")
        public String both() {
            return "fine";
        }

        @RiskCheck(scene = "own", dimension = "user")
        @GetMapping("/narrow")
        public String narrow() {
            return "fine";
        }

        @RiskCheck(scene = "night")
        @GetMapping("/nightly")
        public String nightly() {
            return "fine";
        }

        @RiskCheck(scene = "own")
        @GetMapping("/moody")
        public String moody() {
            return "fine";
        }
    }

    /** Is in a bad mood about one agent, and fails about another. */
    public static class Mood implements RiskSignal {

        @Override
        public String name() {
            return "mood";
        }

        @Override
        public long value(RiskEvent event) {
            String agent =
                    String.valueOf(Objects.requireNonNull(event.request()).agent());
            if (agent.equals("broken")) {
                throw new AssertionError("broken");
            }
            return agent.equals("bad") ? 10 : 0;
        }
    }

    private static HttpResponse<String> get(RunningServer server, String path, String address, String agent) {
        return server.get(
                path,
                "X-Forwarded-For",
                address,
                "User-Agent",
                agent,
                "Accept-Language",
                "en",
                "Referer",
                "https://x/");
    }

    /** All requests of an application with servlets, or without. */
    abstract static class TheCrawlerScene {

        static final String PROPERTIES = NO_DNS + """
                limiter.risk.scenes.crawler.mode=enforce
                limiter.risk.scenes.crawler.exclude=GET /log*
                limiter.ban.probing.strikes=3
                """;

        private final RunningServer server;

        TheCrawlerScene(RunningServer server) {
            this.server = server;
        }

        @Test
        void asksWhoSaysToBeGoogleForACaptcha() {
            try (server) {
                HttpResponse<String> refused = get(server, "/claim/1", "203.0.113.7", GOOGLEBOT);

                assertThat(refused.statusCode()).isEqualTo(403);
                assertThat(Json.object(refused.body()).get("type")).isEqualTo("urn:limiter:captcha-required");
                assertThat(refused.body()).doesNotContain("false-bot", "score");
                assertThat(get(server, "/claim/1", "66.249.66.1", GOOGLEBOT).statusCode())
                        .isEqualTo(200);
                assertThat(get(server, "/claim/1", "203.0.113.8", BROWSER).statusCode())
                        .isEqualTo(200);
            }
        }

        @Test
        void leavesOutWhatItIsTold() {
            try (server) {
                assertThat(get(server, "/login?name=a&password=a", "203.0.113.7", GOOGLEBOT)
                                .statusCode())
                        .isEqualTo(200);
                assertThat(get(server, "/logo", "203.0.113.7", BROWSER).statusCode())
                        .isEqualTo(404);
                assertThat(get(server, "/phpmyadmin/", "203.0.113.7", BROWSER).statusCode())
                        .isEqualTo(404);
                assertThat(get(server, "/claim/1", "203.0.113.7", BROWSER).statusCode())
                        .isEqualTo(200);
                assertThat(get(server, "/claim/1", "203.0.113.7", GOOGLEBOT).statusCode())
                        .isEqualTo(403);
            }
        }

        @Test
        void explainsItselfUnderTheIdOfTheDecision() {
            try (server) {
                HttpResponse<String> refused = get(server, "/claim/1", "203.0.113.7", GOOGLEBOT);
                String id = String.valueOf(Json.object(refused.body()).get("decision"));

                Decision decision = server.bean(RecentDecisions.class).find(id).orElseThrow();
                assertThat(decision.outcome()).isEqualTo(Outcome.CHALLENGED);
                assertThat(Objects.requireNonNull(decision.assessment()).findings())
                        .extracting(Finding::toString)
                        .contains("false-bot 1 >= 1 of ip:203.0.113.7: +60");
            }
        }

        @Test
        void learnsFromAnswersWhoLooksForHoles() {
            try (server) {
                assertThat(get(server, "/phpmyadmin/", "203.0.113.7", BROWSER).statusCode())
                        .isEqualTo(404);
                assertThat(get(server, "/owa/auth/logon.aspx", "203.0.113.7", BROWSER)
                                .statusCode())
                        .isEqualTo(404);
                assertThat(get(server, "/claim/1", "203.0.113.7", BROWSER).statusCode())
                        .isEqualTo(403);
            }
        }

        @Test
        void letsOperatorsBe() {
            try (server) {
                assertThat(get(server, "/actuator/health", "203.0.113.7", GOOGLEBOT)
                                .statusCode())
                        .isEqualTo(200);
            }
        }

        @Test
        void standsBesideBansThatSpareGoodBots() {
            try (server) {
                for (int i = 0; i < 5; i++) {
                    assertThat(get(server, "/gone/" + i, "66.249.66.1", GOOGLEBOT)
                                    .statusCode())
                            .isEqualTo(404);
                    get(server, "/gone/" + i, "203.0.113.9", BROWSER);
                }

                assertThat(get(server, "/claim/1", "66.249.66.1", GOOGLEBOT).statusCode())
                        .isEqualTo(200);
                assertThat(get(server, "/claim/1", "203.0.113.9", BROWSER).statusCode())
                        .isEqualTo(403);
            }
        }
    }

    @Nested
    class WithServlets extends TheCrawlerScene {

        WithServlets() {
            super(RunningServer.start(PROPERTIES, Till.class));
        }
    }

    @Nested
    class WithoutServlets extends TheCrawlerScene {

        WithoutServlets() {
            super(RunningServer.reactive(PROPERTIES, Till.class));
        }
    }

    /** Two signs that agree, with a score that bans. */
    @Nested
    class AScoreThatBans {

        private static final String PROPERTIES = NO_DNS + """
                limiter.risk.scenes.own.mode=enforce
                limiter.risk.scenes.own.signals.a.condition=#agent == 'bad'
                limiter.risk.scenes.own.signals.a.points=70
                limiter.risk.scenes.own.signals.b.condition=#language == 'en'
                limiter.risk.scenes.own.signals.b.points=70
                limiter.risk.scenes.own.signals.much.signal=velocity
                limiter.risk.scenes.own.signals.much.dimension=user
                limiter.risk.scenes.own.signals.much.threshold=1000
                limiter.risk.scenes.own.signals.much.points=1
                limiter.risk.scenes.night.signals.a.condition=true
                limiter.risk.scenes.night.signals.a.points=1
                """;

        private void isRefused(RunningServer server, String path, int status) {
            assertThat(get(server, path, "203.0.113.7", "bad").statusCode()).isEqualTo(status);
        }

        @Test
        void refusesEverythingAfterwards() {
            try (RunningServer server = RunningServer.start(PROPERTIES, Mirror.class)) {
                isRefused(server, "/moody", 403);
                isRefused(server, "/nightly", 403);
            }
        }

        @Test
        void refusesThatAloneWhereNothingBans() {
            try (RunningServer server = RunningServer.start(PROPERTIES + "limiter.ban.enabled=false", Mirror.class)) {
                isRefused(server, "/moody", 403);
                isRefused(server, "/moody", 403);
                isRefused(server, "/nightly", 200);
                assertThat(server.bean(Decisions.class).all())
                        .filteredOn(decision -> !decision.isAllowed())
                        .extracting(Decision::outcome)
                        .containsOnly(Outcome.BLOCKED);
            }
        }
    }

    @Nested
    class Shadow {

        @Test
        void refusesNobodyAndReports() {
            try (RunningServer server =
                    RunningServer.start(NO_DNS + "limiter.risk.scenes.crawler.mode=shadow", Till.class)) {
                assertThat(get(server, "/claim/1", "203.0.113.7", GOOGLEBOT).statusCode())
                        .isEqualTo(200);
                assertThat(server.bean(Decisions.class).all())
                        .anyMatch(decision -> decision.assessment() != null && decision.isAllowed());
            }
        }
    }

    @Nested
    class Checks {

        private final RunningServer server = RunningServer.start(NO_DNS + """
                        limiter.risk.scenes.coupon.mode=enforce
                        limiter.risk.scenes.login.mode=enforce
                        limiter.risk.scenes.order.mode=enforce
                        limiter.risk.scenes.enumeration.mode=enforce
                        limiter.risk.scenes.night.mode=enforce
                        limiter.risk.scenes.night.signals.nameless.condition=#user == null && #path.startsWith('/nightly') && #agent matches '.*Bat.*'
                        limiter.risk.scenes.night.signals.nameless.points=90
                        limiter.risk.scenes.own.mode=enforce
                        limiter.risk.signal-deadline=1m
                        limiter.risk.scenes.own.signals.mood.threshold=5
                        limiter.risk.scenes.own.signals.mood.points=90
                        limiter.risk.scenes.own.signals.much.signal=velocity
                        limiter.risk.scenes.own.signals.much.dimension=user
                        limiter.risk.scenes.own.signals.much.threshold=1000
                        limiter.risk.scenes.own.signals.much.points=1
                        """, Till.class, Mirror.class, Mood.class);

        private int pauses;

        /** As uneven as people are. */
        private void pause() {
            server.bean(ManualTime.class).advance(Duration.ofSeconds(3 + pauses++ * 7 % 11));
        }

        @Test
        void answerByTheFallbackWhereThereIsOne() {
            try (server) {
                for (int i = 0; i < 12; i++) {
                    pause();
                    get(server, "/login?name=leaked-" + i + "&password=x", "203.0.113.7", BROWSER);
                }

                assertThat(get(server, "/login?name=bob&password=bob", "203.0.113.7", BROWSER)
                                .body())
                        .isEqualTo("try later: CHALLENGED");
                assertThat(get(server, "/login?name=bob&password=bob", "198.51.100.8", BROWSER)
                                .body())
                        .isEqualTo("welcome");
            }
        }

        @Test
        void holdNothingAgainstManyWhoLogInBehindOneAddress() {
            try (server) {
                for (int i = 0; i < 40; i++) {
                    pause();
                    assertThat(get(server, "/login?name=n" + i + "&password=n" + i, "203.0.113.7", BROWSER)
                                    .body())
                            .isEqualTo("welcome");
                }
            }
        }

        @Test
        void knowFailuresByTheResultOfAFuture() {
            try (server) {
                for (int i = 0; i < 15; i++) {
                    pause();
                    get(server, "/pay?card=5" + i, "203.0.113.7", BROWSER);
                }

                assertThat(server.bean(RiskGuard.class)
                                .assess("order", new RiskEvent(RiskEventCaller.at("203.0.113.7"), null, null, null))
                                .toCompletableFuture()
                                .join()
                                .findings())
                        .extracting(finding -> finding.rule().name())
                        .contains("failures");
            }
        }

        @Test
        void knowWhoTakesOneNumberAfterTheOther() {
            try (server) {
                for (int i = 0; i < 30; i++) {
                    pause();
                    get(server, "/invoices/" + (1_000 + i), "203.0.113.7", "curl/8.5.0");
                    assertThat(get(server, "/invoices/" + (i * 7_919 % 1_000), "203.0.113.8", "curl/8.5.0")
                                    .statusCode())
                            .isEqualTo(200);
                    assertThat(get(server, "/invoices/" + (1_000 + i), "66.249.66.1", GOOGLEBOT)
                                    .statusCode())
                            .isEqualTo(200);
                }

                assertThat(get(server, "/invoices/1030", "203.0.113.7", "curl/8.5.0")
                                .statusCode())
                        .isEqualTo(403);
            }
        }

        @Test
        void canBeConditions() {
            try (server) {
                assertThat(get(server, "/nightly", "203.0.113.7", "Bat/1.0").statusCode())
                        .isEqualTo(403);
                assertThat(get(server, "/nightly", "203.0.113.7", BROWSER).statusCode())
                        .isEqualTo(200);
            }
        }

        @Test
        void canBeSeveralOnOneMethod() {
            try (server) {
                assertThat(get(server, "/nightly/both", "203.0.113.7", "Bat/1.0")
                                .statusCode())
                        .isEqualTo(403);
                assertThat(get(server, "/nightly/both", "203.0.113.7", "bad").statusCode())
                        .isEqualTo(403);
                assertThat(get(server, "/nightly/both", "203.0.113.7", BROWSER).statusCode())
                        .isEqualTo(200);
            }
        }

        @Test
        void canLookAtSomeOnly() {
            try (server) {
                assertThat(get(server, "/narrow", "203.0.113.7", "bad").statusCode())
                        .isEqualTo(200);
            }
        }

        @Test
        void areNoLessForAKeyThatCannotBeWorkedOut() {
            try (server) {
                assertThat(get(server, "/keyless", "203.0.113.7", BROWSER).body())
                        .isEqualTo("fine");
                assertThat(get(server, "/keyless", "203.0.113.7", "bad").statusCode())
                        .isEqualTo(403);
            }
        }

        @Test
        void canBeOnlyWatched() {
            try (server) {
                assertThat(get(server, "/watched", "203.0.113.7", "bad").statusCode())
                        .isEqualTo(200);
                assertThat(get(server, "/moody", "203.0.113.7", "bad").statusCode())
                        .isEqualTo(403);
            }
        }

        @Test
        void doNotFailBecauseASignalDoes() {
            try (server) {
                assertThat(get(server, "/moody", "203.0.113.7", "broken").body())
                        .isEqualTo("fine");
            }
        }
    }

    /** Somebody at an address. */
    private static final class RiskEventCaller {

        static Caller at(String address) {
            return new Caller(
                    new ClientAddress(Objects.requireNonNull(IpAddress.tryParse(address)), Origin.FORWARDED),
                    null,
                    null);
        }
    }

    @Nested
    class WhatIsWrong {

        /** No proxy can stand before it. */
        public static class Private {

            @RiskCheck(scene = "coupon")
            private void hidden() {}
        }

        /** A scene that nobody knows. */
        public static class Unknown {

            @RiskCheck(scene = "cupon")
            public void claim() {}
        }

        /** A key that the method does not have. */
        public static class NoSuchKey {

            @RiskCheck(scene = "coupon", key = "#coupon")
            public void claim() {}
        }

        private static String failure(String properties, Class<?>... beans) {
            try (RunningServer server = RunningServer.start(properties, beans)) {
                return "none";
            } catch (Exception e) {
                for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                    if (cause instanceof InvalidConfigurationException invalid) {
                        return invalid.getMessage();
                    }
                }
                throw e;
            }
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
                limiter.risk.scenes.crawlr.mode=shadow                  | limiter.risk.scenes.crawlr: 'crawlr' is not a built-in scene and has no signals. Use one of coupon, crawler,
                limiter.risk.scenes.crawler.block-at=10                 | limiter.risk.scenes.crawler.block-at: '10' is below challenge-at, 50. Set 50 or more
                limiter.risk.scenes.crawler.signals.regular.points=200  | limiter.risk.scenes.crawler.signals.regular.cap: '200' is enough to ban, which no signal may do alone
                limiter.risk.scenes.crawler.signals.regulr.points=20    | limiter.risk.scenes.crawler.signals.regulr.threshold: '' is missing, and regulr is not a rule that the scene has
                limiter.risk.scenes.crawler.signals.regular.at-least=ban| limiter.risk.scenes.crawler.signals.regular.at-least: 'ban' would let a single signal ban
                limiter.risk.scenes.own.signals.a.condition=#usr == null| limiter.risk.scenes.own.signals.a.condition: '#usr == null' names #usr, which there is not. Use #method,
                limiter.risk.scenes.own.signals.a.condition=#user ==    | limiter.risk.scenes.own.signals.a.condition: '#user ==' is not SpEL
                limiter.risk.scenes.crawler.chalenge-at=10              | limiter.risk.scenes.crawler.chalenge-at: 'chalenge-at' is no property of a scene. Use one of mode, challenge-at,
                limiter.risk.scenes.crawler.signals.regular.pionts=10   | limiter.risk.scenes.crawler.signals.regular.pionts: 'pionts' is no property of a rule of a scene. Use one of signal, condition,
                limiter.risk.scenes.crawler.exclude=api                 | limiter.risk.scenes.crawler.exclude[0]: 'api' is not a path
                limiter.risk.scenes.crawler.exclude=/api/**,/a/{        | limiter.risk.scenes.crawler.exclude[1]: '/a/{' is not a path pattern
                limiter.risk.scenes.login.exclude=/api/**               | limiter.risk.scenes.login.exclude[0]: '/api/**' is for the scene that watches everything, crawler. Leave it out
                limiter.risk.good-bots.ranges.google=file:/no/such/file | limiter.risk.good-bots.ranges.google: 'file:/no/such/file' cannot be read
                limiter.risk.good-bots.ranges.gogle=file:/no/such/file  | limiter.risk.good-bots.ranges.gogle: 'gogle' is no bot. Use google, bing or a name
                """)
        void inPropertiesStopsTheStartAndNamesTheFix(String property, String message) {
            assertThat(failure(property)).startsWith(message);
        }

        @Test
        void isNotWhatAnotherPropertyFills() {
            assertThat(failure("shop.score=60\nlimiter.risk.scenes.crawler.challenge-at=${shop.score}"))
                    .isEqualTo("none");
        }

        @Test
        void inAnnotationsDoesToo() {
            String on = "limiter.risk.scenes.coupon.mode=shadow";
            assertThat(failure(on, Unknown.class))
                    .contains(
                            "@RiskCheck on RiskServerTests.WhatIsWrong.Unknown.claim: scene: 'cupon' is neither built in nor"
                                    + " configured. Use one of coupon,");
            assertThat(failure(on, NoSuchKey.class)).contains("names #coupon, which is not a parameter of claim");
            assertThatThrownBy(() -> RunningServer.start(on, Private.class).close())
                    .rootCause()
                    .hasMessageContaining("is private, so no proxy can check it");
        }
    }
}

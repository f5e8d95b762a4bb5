package io.github.limiter.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.DocumentContext;
import com.jayway.jsonpath.JsonPath;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The program as people use it, on small logs of its own. */
class ReplayTests {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss +0000", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final Instant START = Instant.parse("2025-12-01T03:00:00Z");
    private static final String BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    private static final String GOOGLEBOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

    @TempDir
    Path directory;

    private final List<String> lines = new ArrayList<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private void line(double second, String address, String path, int status, String referrer, String agent) {
        lines.add(address + " - - [" + TIME.format(START.plusMillis((long) (second * 1_000))) + "] \"GET " + path
                + " HTTP/1.1\" " + status + " 123 \"" + referrer + "\" \"" + agent + "\"");
    }

    private Path log() throws IOException {
        return Files.write(directory.resolve("access.log"), lines);
    }

    private int run(String... arguments) {
        return Replay.run(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                arguments);
    }

    private DocumentContext replay(String... more) throws IOException {
        return replay(log(), more);
    }

    private DocumentContext replay(Path log, String... more) throws IOException {
        Path json = directory.resolve("result.json");
        List<String> arguments =
                new ArrayList<>(List.of("--log", log.toString(), "--json", json.toString(), "--quiet"));
        arguments.addAll(List.of(more));
        assertThat(run(arguments.toArray(String[]::new)))
                .as(err.toString(StandardCharsets.UTF_8))
                .isZero();
        return JsonPath.parse(Files.readString(json));
    }

    private static int number(DocumentContext json, String address, String member) {
        List<Integer> found = json.read("$.addresses[?(@.address=='" + address + "')]." + member);
        return found.get(0);
    }

    @Nested
    class WithoutConfiguration {

        @Test
        void anAddressHasSixtyRequestsAMinute() throws IOException {
            for (int i = 0; i < 70; i++) {
                line(i * 0.5, "203.0.113.7", "/products/" + i, 200, "https://shop.example/", BROWSER);
            }

            DocumentContext json = replay();
            assertThat(number(json, "203.0.113.7", "requests")).isEqualTo(70);
            assertThat(number(json, "203.0.113.7", "limited")).isEqualTo(10);
            assertThat(number(json, "203.0.113.7", "firstRefusal.afterRequests"))
                    .isEqualTo(60);
            assertThat(json.<String>read("$.addresses[0].firstRefusal.rule")).isEqualTo("replay-default");
        }

        @Test
        void assetsAreLeftOut() throws IOException {
            for (int i = 0; i < 300; i++) {
                line(i * 0.1, "203.0.113.7", i % 2 == 0 ? "/image/" + i : "/x/" + i + ".CSS", 404, "-", BROWSER);
            }

            DocumentContext json = replay();
            assertThat(json.<Integer>read("$.totals.limited")).isZero();
            assertThat(json.<Integer>read("$.totals.banned")).isZero();
        }

        @Test
        void realSearchEnginesAreNotCounted() throws IOException {
            for (int i = 0; i < 200; i++) {
                line(i * 0.1, "66.249.66.1", "/products/" + i, 200, "-", GOOGLEBOT);
            }

            assertThat(replay().<Integer>read("$.totals.limited")).isZero();
        }

        @Test
        void theLimitThatIsSuggestedSparesWhoeverIsBusyWhereTwoWindowsMeet() throws IOException {
            for (int i = 0; i < 40; i++) {
                line(50 + i * 0.5, "203.0.113.7", "/products/" + i, 200, "https://shop.example/", BROWSER);
            }

            assertThat(replay().<Integer>read("$.policies[0].suggestedLimit")).isBetween(60, 65);
        }

        @Test
        void whoGoesOnIsBanned() throws IOException {
            for (int i = 0; i < 200; i++) {
                line(i * 0.25, "203.0.113.7", "/products/" + i, 200, "https://shop.example/", BROWSER);
            }

            DocumentContext json = replay();
            // Strikes at 15, 20 and 25 seconds: those within five seconds are one.
            assertThat(number(json, "203.0.113.7", "limited")).isEqualTo(41);
            assertThat(number(json, "203.0.113.7", "banned")).isEqualTo(200 - 60 - 41);
        }

        @Test
        void whoProbesIsBannedButNotWhoMissesWhatManyMiss() throws IOException {
            for (int i = 0; i < 20; i++) {
                line(i, "203.0.113.7", "/old/" + i, 404, "-", BROWSER);
            }
            for (int i = 0; i < 40; i++) {
                line(30 + i, "198.51.100." + i, "/moved", 404, "-", BROWSER);
            }

            DocumentContext json = replay();
            assertThat(number(json, "203.0.113.7", "banned")).isEqualTo(10);
            assertThat(json.<Integer>read("$.totals.banned")).isEqualTo(10);
        }

        @Test
        void whatNoSiteLinksToIsNeverCommon() throws IOException {
            for (int i = 0; i < 40; i++) {
                line(i, "198.51.100." + i, "/wp-login.php", 404, "-", BROWSER);
            }
            for (int i = 0; i < 20; i++) {
                line(60 + i, "203.0.113.7", "/wp-login.php", 404, "-", BROWSER);
            }

            DocumentContext json = replay();
            assertThat(number(json, "203.0.113.7", "banned")).isEqualTo(10);
            assertThat(json.<Integer>read("$.totals.banned")).isEqualTo(10);
        }

        @Test
        void realSearchEnginesAreLetBe() throws IOException {
            for (int i = 0; i < 40; i++) {
                line(i, "66.249.66.1", "/old/" + i, 404, "-", GOOGLEBOT);
            }

            DocumentContext json = replay();
            assertThat(json.<Boolean>read("$.addresses[0].goodBot")).isTrue();
            assertThat(json.<Integer>read("$.totals.banned")).isZero();
        }
    }

    @Nested
    class WithTheCrawlerScene {

        private static final String ENFORCE = "limiter.risk.scenes.crawler.mode=enforce";

        @Test
        void aScraperIsCaughtAPersonIsNot() throws IOException {
            for (int i = 0; i < 60; i++) {
                line(i * 10, "203.0.113.7", "/products/" + i, 200, "-", BROWSER);
                line(
                        i * 10 + i % 7,
                        "203.0.113.8",
                        "/products/" + (i * 37) % 50,
                        200,
                        "https://shop.example/",
                        BROWSER);
                line(i * 10 + i % 7, "203.0.113.8", "/images/" + i + ".png", 200, "https://shop.example/", BROWSER);
            }

            DocumentContext json = replay("--property", ENFORCE);
            assertThat(number(json, "203.0.113.7", "firstRefusal.afterRequests"))
                    .isLessThan(25);
            assertThat(json.<List<List<String>>>read("$.addresses[?(@.address=='203.0.113.7')].signals")
                            .get(0))
                    .contains("no-assets", "no-referrer");
            assertThat(number(json, "203.0.113.8", "challenged")).isZero();
        }

        @Test
        void tellsAShopperFromAScraperWhereALimitOverEverythingHurtsTheOneAndMissesTheOther() throws IOException {
            for (int page = 0; page < 60; page++) {
                double at = page * 10 + page % 3;
                line(at, "203.0.113.7", "/products/" + page * 37 % 1_000, 200, "-", BROWSER);
                line(at, "203.0.113.8", "/products/" + page * 53 % 1_000, 200, "https://shop.example/", BROWSER);
                for (int picture = 0; picture < 20; picture++) {
                    line(
                            at + 1,
                            "203.0.113.8",
                            "/image/" + page + '-' + picture,
                            200,
                            "https://shop.example/",
                            BROWSER);
                }
            }

            DocumentContext everything = replay(
                    "--property", "limiter.policies.all.match=/**",
                    "--property", "limiter.policies.all.limit=60",
                    "--property", "limiter.policies.all.window=1m",
                    "--property", "limiter.policies.all.dimension=ip");
            assertThat(number(everything, "203.0.113.8", "limited")).isPositive();
            assertThat(number(everything, "203.0.113.7", "limited")).isZero();

            DocumentContext behaviour = replay("--property", ENFORCE);
            assertThat(number(behaviour, "203.0.113.7", "challenged")).isPositive();
            assertThat(number(behaviour, "203.0.113.8", "limited")).isZero();
            assertThat(number(behaviour, "203.0.113.8", "challenged")).isZero();
        }

        @Test
        void whoSaysToBeGoogleIsAsked() throws IOException {
            line(0, "203.0.113.7", "/", 200, "-", GOOGLEBOT);

            DocumentContext json = replay("--property", ENFORCE);
            assertThat(number(json, "203.0.113.7", "challenged")).isEqualTo(1);
        }

        @Test
        void inShadowNobodyIsRefused() throws IOException {
            line(0, "203.0.113.7", "/", 200, "-", GOOGLEBOT);

            DocumentContext json = replay("--property", "limiter.risk.scenes.crawler.mode=shadow");
            assertThat(number(json, "203.0.113.7", "challenged")).isZero();
            assertThat(number(json, "203.0.113.7", "shadow")).isEqualTo(1);
            assertThat(json.<Integer>read("$.totals.shadow")).isEqualTo(1);
            assertThat(out.toString(StandardCharsets.UTF_8))
                    .contains("1 requests of         1 addresses, by scenes in shadow", "mode=enforce");
        }
    }

    /** README's path: shadow first, then a look at one's own log. */
    @Nested
    class WhatIsInShadow {

        private DocumentContext replayShadow(String properties, String... more) throws IOException {
            for (int i = 0; i < 100; i++) {
                line(i * 0.5, "203.0.113.7", "/products/" + i, 200, "https://shop.example/", BROWSER);
            }
            line(60, "203.0.113.8", "/", 200, "-", GOOGLEBOT);
            Path config = Files.writeString(directory.resolve("application.properties"), properties);
            List<String> arguments = new ArrayList<>(List.of("--config", config.toString()));
            arguments.addAll(List.of(more));
            return replay(arguments.toArray(String[]::new));
        }

        @Test
        void isPlayedAsIfItWereEnforced() throws IOException {
            DocumentContext json = replayShadow("limiter.risk.scenes.crawler.mode=shadow");

            assertThat(number(json, "203.0.113.8", "challenged")).isEqualTo(1);
            assertThat(json.<List<String>>read("$.totals.notes"))
                    .containsExactly("Played as if enforced, though in shadow: limiter.risk.scenes.crawler.mode");
            assertThat(out.toString(StandardCharsets.UTF_8))
                    .contains("NOTE: Played as if enforced, though in shadow: limiter.risk.scenes.crawler.mode");
        }

        @Test
        void isSoByTheDefaultOfASceneThatIsNamed() throws IOException {
            assertThat(number(replayShadow("limiter.risk.scenes.crawler.challenge-at=45"), "203.0.113.8", "challenged"))
                    .isEqualTo(1);
        }

        @Test
        void mayBeAllOfIt() throws IOException {
            DocumentContext json = replayShadow("""
                    limiter.mode=SHADOW
                    limiter.policies.detail.match=GET /products/**
                    limiter.policies.detail.limit=20
                    limiter.policies.detail.window=1m
                    limiter.policies.detail.mode=shadow
                    limiter.risk.scenes.crawler.mode=enforce
                    """);

            assertThat(number(json, "203.0.113.7", "limited")).isPositive();
            assertThat(number(json, "203.0.113.7", "banned")).isPositive();
            assertThat(number(json, "203.0.113.8", "challenged")).isEqualTo(1);
            assertThat(json.<List<String>>read("$.totals.notes"))
                    .containsExactly(
                            "Played as if enforced, though in shadow: limiter.mode, limiter.policies.detail.mode");
        }

        @Test
        void staysInShadowIfTheCommandLineSaysSo() throws IOException {
            DocumentContext json = replayShadow(
                    "limiter.risk.scenes.crawler.mode=enforce",
                    "--property",
                    "limiter.risk.scenes.crawler.mode=shadow");

            assertThat(number(json, "203.0.113.8", "challenged")).isZero();
            assertThat(number(json, "203.0.113.8", "shadow")).isEqualTo(1);
            assertThat(json.<List<String>>read("$.totals.notes")).isEmpty();
        }

        @Test
        void isNothingWhereASceneIsOff() throws IOException {
            DocumentContext json = replayShadow("limiter.risk.scenes.crawler.mode=off");

            assertThat(number(json, "203.0.113.8", "challenged")).isZero();
            assertThat(json.<List<String>>read("$.totals.notes")).isEmpty();
        }
    }

    @Nested
    class Properties {

        @Test
        void mayNameWhatTheApplicationHasOfItsOwn() throws IOException {
            for (int i = 0; i < 70; i++) {
                line(i * 0.5, "203.0.113.7", "/products/" + i, 200, "https://shop.example/", BROWSER);
            }
            Path config = Files.writeString(directory.resolve("application.properties"), """
                    limiter.risk.scenes.bargains.mode=enforce
                    limiter.risk.scenes.bargains.signals.too-cheap.threshold=1
                    limiter.risk.scenes.bargains.signals.too-cheap.points=20
                    limiter.policies.tenants.match=/**
                    limiter.policies.tenants.limit=1
                    limiter.policies.tenants.window=1m
                    limiter.policies.tenants.dimension=tenant
                    limiter.policies.fair.match=/**
                    limiter.policies.fair.limit=1
                    limiter.policies.fair.window=1m
                    limiter.policies.fair.dimension=ip
                    limiter.policies.fair.algorithm=own-fairness
                    limiter.policies.detail.match=GET /products/**
                    limiter.policies.detail.limit=60
                    limiter.policies.detail.window=1m
                    """);

            DocumentContext json = replay("--config", config.toString());
            assertThat(number(json, "203.0.113.7", "limited")).isEqualTo(10);
            assertThat(json.<List<String>>read("$.totals.notes"))
                    .containsExactlyInAnyOrder(
                            "Left out, since it is the application's own or misspelt: signal too-cheap"
                                    + " (limiter.risk.scenes.bargains.signals.too-cheap.signal)",
                            "Left out, since it is the application's own or misspelt: dimension tenant"
                                    + " (limiter.policies.tenants.dimension)",
                            "Left out, since it is the application's own or misspelt: algorithm own-fairness"
                                    + " (limiter.policies.fair.algorithm)");
        }

        @Test
        void sayWhichPoliciesThereAreAndWhatOtherLimitsWouldDo() throws IOException {
            for (int i = 0; i < 40; i++) {
                line(i, "203.0.113.7", "/products/" + i, 200, "https://shop.example/", BROWSER);
                line(i, "203.0.113.7", "/other/" + i, 200, "https://shop.example/", BROWSER);
            }
            Path config = Files.writeString(directory.resolve("application.properties"), """
                    limiter.policies.detail.match=GET /products/**
                    limiter.policies.detail.limit=20
                    limiter.policies.detail.window=1m
                    """);

            DocumentContext json = replay("--config", config.toString());
            assertThat(json.<Integer>read("$.policies[0].requests")).isEqualTo(40);
            // Three strikes, five seconds apart; then it is banned.
            assertThat(json.<Integer>read("$.policies[0].limited")).isEqualTo(11);
            assertThat(json.<List<Double>>read("$.policies[0].whatIf[*].refusedShare"))
                    .containsExactly(0.75, 0.5, 0.0, 0.0);
        }

        @Test
        void sayWhoIsBanned() throws IOException {
            for (int i = 0; i < 6; i++) {
                line(i, "203.0.113.7", "/old/" + i, 404, "-", BROWSER);
                line(i, "203.0.113.8", i == 2 ? "/trap" : "/", 200, "https://shop.example/", BROWSER);
                line(i, "203.0.113.9", "/export", 200, "https://shop.example/", BROWSER);
                line(i, "203.0.113.10", "/", 200, "https://shop.example/", BROWSER);
            }
            Path config = Files.writeString(directory.resolve("application.properties"), """
                    limiter.ban.probing.strikes=3
                    limiter.ban.honeypot.paths=/trap
                    limiter.ban.rules.exports.counts=200
                    limiter.ban.rules.exports.match=GET /export
                    limiter.ban.rules.exports.strikes=4
                    limiter.ban.rules.exports.within=1m
                    limiter.ban.rules.exports.ban=1h
                    """);

            DocumentContext json = replay("--config", config.toString());
            assertThat(number(json, "203.0.113.7", "banned"))
                    .as("after three misses")
                    .isEqualTo(3);
            assertThat(number(json, "203.0.113.8", "banned"))
                    .as("from the trap on")
                    .isEqualTo(4);
            assertThat(number(json, "203.0.113.9", "banned"))
                    .as("after four exports")
                    .isEqualTo(2);
            assertThat(number(json, "203.0.113.10", "banned")).isZero();
        }

        @Test
        void sayWhoIsChallengedFirstAndWhatIsNoStrike() throws IOException {
            for (int i = 0; i < 100; i++) {
                line(i * 0.5, "203.0.113.7", "/products/" + i, 200, "https://shop.example/", BROWSER);
            }

            DocumentContext asked = replay("--property", "limiter.ban.challenge-at=1");
            assertThat(number(asked, "203.0.113.7", "limited")).isEqualTo(1);
            assertThat(number(asked, "203.0.113.7", "challenged")).isEqualTo(39);
            DocumentContext spared = replay("--property", "limiter.ban.limited.strikes=0");
            assertThat(number(spared, "203.0.113.7", "limited")).isEqualTo(40);
        }

        @Test
        void thatAreWrongAreNamedWithTheFix() throws IOException {
            line(0, "203.0.113.7", "/", 200, "-", BROWSER);

            assertThat(run("--log", log().toString(), "--property", "limiter.risk.scenes.crawlr.mode=enforce"))
                    .isEqualTo(2);
            assertThat(err.toString(StandardCharsets.UTF_8))
                    .contains("limiter.risk.scenes.crawlr: 'crawlr' is not a built-in scene and has no signals.")
                    .contains("Use one of coupon, crawler, enumeration, login, order");
        }
    }

    /** Ten links a page, a page each six seconds. */
    @ParameterizedTest
    @CsvSource({"/_next/data/b1/products/%d.json, 0", "/products/%d/page-data.json, 1"})
    void dataThatPagesFetchAheadHasALimitOfItsOwn(String path, int limited) throws IOException {
        for (int i = 0; i < 300; i++) {
            String target = String.format(Locale.ROOT, path, i * 7919 % 1000);
            line(6 * (i / 10) + i % 10 * 0.1, "203.0.113.7", target, 200, "https://shop.example/", BROWSER);
        }

        DocumentContext json = replay();
        assertThat(number(json, "203.0.113.7", "limited") > 0 ? 1 : 0).isEqualTo(limited);
    }

    /** Thirty crawlers with the agent of a browser: a list each minute, and five of its items with the list as referrer. */
    @Test
    void whoNamesThePageThatALinkStoodOnIsNoLessACrawler() throws IOException {
        for (int crawler = 1; crawler <= 30; crawler++) {
            for (int page = 0; page < 60; page++) {
                double at = crawler + 60 * page;
                String list = "/list?page=" + (60 * crawler + page);
                line(at, "203.0.113." + crawler, list, 200, "https://shop.example/", BROWSER);
                for (int i = 0; i < 5; i++) {
                    String item = "/products/" + (300 * crawler + 5 * page + i) * 7919 % 100_000;
                    line(at + 0.4 * (i + 1), "203.0.113." + crawler, item, 200, "https://shop.example" + list, BROWSER);
                }
            }
        }

        DocumentContext json = replay("--property", "limiter.risk.scenes.crawler.mode=enforce");
        for (int crawler = 1; crawler <= 30; crawler++) {
            assertThat(number(json, "203.0.113." + crawler, "challenged")).isPositive();
        }
    }

    /** Who clicks on before a page is there closes the connection. */
    @Test
    void answersThatNobodyWaitedForAreNoFailures() throws IOException {
        for (int i = 0; i < 40; i++) {
            line(6 * i, "203.0.113.7", "/products/" + i * 7919 % 1000, 499, "https://shop.example/", BROWSER);
            line(6 * i + 1, "203.0.113.7", "/img/" + i + ".png", 200, "https://shop.example/", BROWSER);
        }

        DocumentContext json = replay(
                "--property",
                "limiter.risk.scenes.crawler.mode=enforce",
                "--property",
                "limiter.risk.scenes.crawler.challenge-at=1");
        assertThat(json.<List<String>>read("$.addresses[0].signals")).doesNotContain("failures");
    }

    @Nested
    class AnOfficeBehindOneAddress {

        /** So many people, two pages a second in all, each page with so many of its pictures. */
        private void office(int people, int pictures, String referrer) {
            for (int i = 0; i < 600; i++) {
                String agent = BROWSER.replace("140", Integer.toString(100 + i % people));
                line(i * 0.5, "203.0.113.7", "/products/" + i, 200, "https://shop.example/", agent);
                for (int picture = 0; picture < pictures; picture++) {
                    line(i * 0.5, "203.0.113.7", "/img/" + (i + picture) + ".png", 200, referrer, agent);
                }
            }
        }

        @Test
        void isLimitedButNotBannedAndNamed() throws IOException {
            office(12, 3, "https://shop.example/");

            DocumentContext json = replay();
            assertThat(number(json, "203.0.113.7", "banned")).isZero();
            assertThat(number(json, "203.0.113.7", "limited")).isPositive();
            assertThat(json.<Boolean>read("$.addresses[0].shared")).isTrue();
            assertThat(out.toString(StandardCharsets.UTF_8))
                    .contains("NOTE: 203.0.113.7: five browsers or more load pictures there");
        }

        @ParameterizedTest
        @CsvSource({
            "4, 3, https://shop.example/, four are too few",
            "12, 0, https://shop.example/, no pictures",
            "12, 3, -, pictures that no page has asked for"
        })
        void isNoneWithout(int people, int pictures, String referrer, String why) throws IOException {
            office(people, pictures, referrer);

            DocumentContext json = replay();
            assertThat(number(json, "203.0.113.7", "banned")).as(why).isPositive();
            assertThat(json.<Boolean>read("$.addresses[0].shared")).isFalse();
        }

        @Test
        void isNoneWhereTheSamePictureIsLoadedWithEachPage() throws IOException {
            office(12, 3, "https://shop.example/");
            lines.replaceAll(line -> line.replaceAll("/img/\\d+", "/img/1"));

            assertThat(number(replay(), "203.0.113.7", "banned")).isPositive();
        }
    }

    @Test
    void whoeverWasRefusedIsShownWithAgentAndPathAndEachRuleWithItsPart() throws IOException {
        for (int i = 0; i < 70; i++) {
            line(i * 0.1, "203.0.113.7", "/products/" + i + "?token=secret", 200, "https://shop.example/", BROWSER);
        }
        for (int i = 0; i < 12; i++) {
            line(10 + i, "203.0.113.8", "/old/" + i, 404, "-", "x".repeat(1_000));
        }
        for (int i = 0; i < 100; i++) {
            line(30 + i * 0.1, "203.0.113.9", "/image/" + i, 200, "-", BROWSER);
        }
        Path report = directory.resolve("report.html");

        DocumentContext json = replay("--report", report.toString());
        assertThat(json.<String>read("$.addresses[0].agent")).isEqualTo(BROWSER);
        assertThat(json.<String>read("$.addresses[0].lastRefusedPath")).isEqualTo("/products/69");
        assertThat(json.<String>read("$.addresses[1].agent")).hasSize(120);
        assertThat(json.<String>read("$.addresses[1].lastRefusedPath")).isEqualTo("/old/11");
        assertThat(json.<List<Object>>read("$.addresses[2][?(@.agent)]")).isEmpty();
        assertThat(number(json, "203.0.113.9", "naive")).isEqualTo(40);
        assertThat(json.<List<String>>read("$.rules[*].rule")).containsExactly("ban:probing", "replay-default");
        assertThat(json.<List<Integer>>read("$.rules[*].requests")).containsExactly(2, 10);
        assertThat(json.<List<Integer>>read("$.rules[*].addresses")).containsExactly(1, 1);
        assertThat(Files.readString(report))
                .contains(
                        BROWSER,
                        "last: /products/69",
                        "<td>ban:probing<td",
                        "Whom 60 a minute over everything would hurt")
                .doesNotContain("secret");
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("by ban:probing", "the first refusal of 1 addresses");
    }

    @Nested
    class WhatIsWrittenWrongly {

        private String said() {
            return err.toString(StandardCharsets.UTF_8) + out.toString(StandardCharsets.UTF_8);
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "limiter.risk.scenes.crawler.mode=enforced | 'enforced' | Use one of off, shadow, enforce",
                    "limiter.risk.scenes.crawler.signals.velocity.threshold=abc | 'abc' | Write a number such as 60",
                    "limiter.ban.limited.spacing=soon | 'soon' | Write a number with its unit, such as 500ms",
                    "limiter.ban.enabled=perhaps | 'perhaps' | Write true or false"
                })
        void isNamedWithItsValueAndTheFix(String property, String value, String fix) throws IOException {
            line(0, "203.0.113.7", "/", 200, "-", BROWSER);

            assertThat(run("--log", log().toString(), "--quiet", "--property", property))
                    .isEqualTo(2);
            assertThat(said()).contains(property.substring(0, property.indexOf('=')), value, fix);
        }

        @Test
        void isSaidOfNamesToo() throws IOException {
            line(0, "203.0.113.7", "/", 200, "-", BROWSER);
            Path report = directory.resolve("report.html");

            replay(
                    "--report",
                    report.toString(),
                    "--property",
                    "limiter.risk.max-subjcts=10",
                    "--property",
                    "limiter.gateway.shaping.callers=5");
            String note = "limiter.risk.max-subjcts is no property of limiter and does nothing. Is it misspelt?";
            assertThat(said()).contains("NOTE: " + note).doesNotContain("limiter.gateway");
            assertThat(Files.readString(report)).contains(note);
        }

        @ParameterizedTest
        @CsvSource({"x.conf, must end with .properties", "x.yaml, The properties cannot be read"})
        void mayBeTheWholeFile(String name, String wrong) throws IOException {
            line(0, "203.0.113.7", "/", 200, "-", BROWSER);
            Path config = Files.writeString(directory.resolve(name), "limiter: [unfinished");

            assertThat(run("--log", log().toString(), "--quiet", "--config", config.toString()))
                    .isEqualTo(2);
            assertThat(said()).contains(wrong).doesNotContain("\tat ");
        }

        @Test
        void isAnOutputThatCannotBeWrittenBeforeAnythingIsPlayed() throws IOException {
            lines.add("nothing that could be read");
            String log = log().toString();

            assertThat(run(
                            "--log",
                            log,
                            "--report",
                            directory.resolve("none/x.html").toString()))
                    .isEqualTo(2);
            assertThat(run("--log", log, "--json", directory.toString())).isEqualTo(2);
            assertThat(said())
                    .contains("x.html cannot be written: there is no directory", "is a directory")
                    .doesNotContain("could be read");
        }

        @Test
        void isAHeaderThatNobodyBelieves() throws IOException {
            line(0, "10.0.0.1", "/", 200, "-", BROWSER);
            lines.set(0, lines.get(0) + " \"203.0.113.9\"");

            replay("--forwarded", "10");
            assertThat(said()).contains("NOTE: --forwarded says nothing", "limiter.client-ip.trusted-proxies");
        }
    }

    /** The limit that everybody thinks of first, beside the rules. */
    @Nested
    class TheNaiveLimit {

        @Test
        void isShownWithWhomItHurtsAndWhomItMisses() throws IOException {
            for (int page = 0; page < 10; page++) {
                line(page * 20, "203.0.113.7", "/products/" + page, 200, "https://shop.example/", BROWSER);
                for (int picture = 0; picture < 40; picture++) {
                    line(
                            page * 20 + 1,
                            "203.0.113.7",
                            "/images/" + picture + ".png",
                            200,
                            "https://shop.example/",
                            BROWSER);
                }
            }
            line(60, "203.0.113.8", "/", 200, "-", GOOGLEBOT);
            Path report = directory.resolve("report.html");

            DocumentContext json =
                    replay("--property", "limiter.risk.scenes.crawler.mode=enforce", "--report", report.toString());
            assertThat(json.<Integer>read("$.totals.limited")).isZero();
            assertThat(json.<Integer>read("$.totals.naive.refused")).isPositive();
            assertThat(json.<Integer>read("$.totals.naive.unsuspiciousAddressesRefused"))
                    .isEqualTo(1);
            assertThat(json.<Integer>read("$.totals.naive.suspiciousAddressesMissed"))
                    .isEqualTo(1);
            assertThat(Files.readString(report))
                    .contains(
                            "60 requests a minute for each address, pictures too",
                            "of 1 addresses",
                            "nothing of 1 that are");
        }

        @Test
        void sparesWhoIsBelowItAndForgetsAfterTwoMinutes() {
            NaiveLimit limit = new NaiveLimit();
            for (int i = 0; i < 60; i++) {
                limit.add(i);
            }
            assertThat(limit.refused()).isZero();
            limit.add(60);
            assertThat(limit.refused()).isEqualTo(1);
            limit.add(60_000_000L);
            assertThat(limit.refused()).as("the minute before still counts").isEqualTo(2);
            limit.add(90_000_000L);
            limit.add(180_000_000L);
            assertThat(limit.refused()).isEqualTo(2);
        }
    }

    @Test
    void theReportTellsOfGoodBotsAndHasAScaleAndAKey() throws IOException {
        line(0, "66.249.66.1", "/", 200, "-", GOOGLEBOT);
        line(60, "203.0.113.7", "/", 200, "https://shop.example/", BROWSER);
        Path report = directory.resolve("report.html");

        replay("--report", report.toString());
        assertThat(Files.readString(report))
                .contains(
                        "sent 1 requests, of which 0 were refused",
                        "<small>2025-12-01T03:00:00Z</small>",
                        "<small>2025-12-01T03:01:01Z</small>",
                        "\u25a0 challenged");
    }

    @Test
    void whatIfSaysWhomALimitWouldHurt() throws IOException {
        for (int i = 0; i < 40; i++) {
            line(i, "203.0.113.7", "/products/" + i, 200, "https://shop.example/", BROWSER);
            line(i, "203.0.113.8", "/products/" + i, 200, "-", GOOGLEBOT);
        }

        DocumentContext json = replay(
                "--property", "limiter.risk.scenes.crawler.mode=enforce",
                "--property", "limiter.policies.detail.match=GET /products/**",
                "--property", "limiter.policies.detail.limit=20",
                "--property", "limiter.policies.detail.window=1m",
                "--property", "limiter.ban.limited.strikes=0");
        assertThat(json.<List<Double>>read("$.policies[0].whatIf[*].refusedShareOfUnsuspicious"))
                .containsExactly(0.75, 0.5, 0.0, 0.0);
        assertThat(json.<Integer>read("$.policies[0].requests")).isEqualTo(80);
    }

    @Nested
    class Logs {

        @Test
        void inNoOrderAtAllAreRefusedWithTheFix() throws IOException {
            // Far longer than what is sorted as a whole.
            for (int i = 400_000; i > 0; i--) {
                lines.add("203.0.113.7 - - [" + TIME.format(START.plusSeconds(i)) + "] \"GET / HTTP/1.1\" 200 1");
            }

            assertThat(run("--log", log().toString(), "--quiet")).isEqualTo(1);
            assertThat(err.toString(StandardCharsets.UTF_8))
                    .contains("of 400000, are out of order", "Sort the log by time, or raise --window.");
        }

        @Test
        void mayBePacked() throws IOException {
            line(0, "203.0.113.7", "/", 200, "-", BROWSER);
            Path packed = directory.resolve("access.log.gz");
            try (OutputStream stream = new GZIPOutputStream(Files.newOutputStream(packed))) {
                stream.write((lines.get(0) + '\n').getBytes(StandardCharsets.UTF_8));
            }

            assertThat(replay(packed).<Integer>read("$.totals.requests")).isEqualTo(1);
        }

        @Test
        void mayBePackedAndBrokenOff() throws IOException {
            for (int i = 0; i < 20_000; i++) {
                line(i, "203.0.113." + i % 200, "/products/" + i * 7_919 % 10_007, 200, "-", BROWSER);
            }
            ByteArrayOutputStream packed = new ByteArrayOutputStream();
            try (OutputStream stream = new GZIPOutputStream(packed)) {
                stream.write(String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
            }
            Path half = directory.resolve("half.gz");
            Files.write(half, Arrays.copyOf(packed.toByteArray(), packed.size() / 2));

            DocumentContext json = replay(half);
            assertThat(json.<Integer>read("$.totals.requests")).isBetween(5_000, 15_000);
            assertThat(json.<Integer>read("$.totals.malformed")).isZero();
            assertThat(out.toString(StandardCharsets.UTF_8)).contains("NOTE: " + half + " is broken off or damaged");

            Files.write(half, Arrays.copyOf(packed.toByteArray(), 5));
            assertThat(replay(half).<Integer>read("$.totals.lines")).isZero();
        }

        @Test
        void mayBeEmpty() throws IOException {
            replay();

            assertThat(out.toString(StandardCharsets.UTF_8))
                    .contains("0 requests of 0 addresses" + System.lineSeparator(), "There is no request in the log");
        }

        @Test
        void mayHaveMoreAddressesThanARecordIsKeptOf() throws IOException {
            for (int i = 0; i < 10; i++) {
                line(i, "203.0.113." + i, "/", 200, "-", BROWSER);
            }

            assertThat(replay("--max-addresses", "3").<Integer>read("$.totals.requests"))
                    .isEqualTo(3);
            assertThat(out.toString(StandardCharsets.UTF_8))
                    .contains("NOTE: 7 requests are left out, those of all addresses after the first 3");
        }

        @Test
        void mayHaveLinesThatAreNone() throws IOException {
            lines.add("nonsense");
            line(0, "203.0.113.7", "/", 200, "-", BROWSER);
            lines.add("x".repeat(1_000_000));
            line(1, "203.0.113.7", "/", 200, "-", BROWSER);

            DocumentContext json = replay();
            assertThat(json.<Integer>read("$.totals.lines")).isEqualTo(4);
            assertThat(json.<Integer>read("$.totals.malformed")).isEqualTo(2);
            assertThat(json.<Integer>read("$.totals.requests")).isEqualTo(2);
        }

        @Test
        void mayHaveConnectionsOnWhichNothingWasAskedFor() throws IOException {
            for (int i = 0; i < 150; i++) {
                line(i * 0.2, "203.0.113.7", "/", 408, "-", "-");
                lines.set(i, lines.get(i).replace("GET / HTTP/1.1", "-"));
            }
            line(31, "203.0.113.7", "/", 200, "-", BROWSER);

            DocumentContext json = replay("--property", "limiter.risk.scenes.crawler.mode=enforce");
            assertThat(json.<Integer>read("$.totals.lines")).isEqualTo(151);
            assertThat(json.<Integer>read("$.totals.withoutRequest")).isEqualTo(150);
            assertThat(json.<Integer>read("$.totals.requests")).isEqualTo(1);
            assertThat(json.<List<Integer>>read("$.addresses[*].score")).isEmpty();
        }

        @Test
        void mayBeInAnyOrderAndInSeveralFiles() throws IOException {
            for (int i = 0; i < 200; i++) {
                line(i * 2, "203.0.113.7", "/products/" + i, 200, "https://shop.example/", BROWSER);
            }
            List<String> all = List.copyOf(lines);
            Path older = Files.write(directory.resolve("access.log.1"), all.subList(0, 100));
            Path newer = Files.write(directory.resolve("access.log"), all.subList(100, 200));
            DocumentContext parts = replay(newer, "--log", older.toString());
            assertThat(parts.<Integer>read("$.totals.late")).isZero();
            assertThat(parts.<Integer>read("$.totals.limited")).isZero();

            Collections.reverse(lines);
            DocumentContext newestFirst = replay();
            assertThat(newestFirst.<Integer>read("$.totals.requests")).isEqualTo(200);
            assertThat(newestFirst.<Integer>read("$.totals.limited")).isZero();
        }

        @Test
        void mayBeginWithAMarkAndLinesOfAnotherKind() throws IOException {
            lines.add("\ufeff{\"time\":1764583200,\"remote_addr\":\"203.0.113.7\",\"status\":200,\"uri\":\"/\"}");
            lines.add("server started");
            line(1, "203.0.113.8:50123", "/", 200, "-", BROWSER);

            DocumentContext json = replay();
            assertThat(json.<List<String>>read("$.addresses[*].address")).contains("203.0.113.7", "203.0.113.8");
            assertThat(json.<Integer>read("$.totals.malformed")).isEqualTo(1);
        }

        @Test
        void ofWhichNothingCanBeReadAreAnErrorThatShowsALine() throws IOException {
            lines.add("who knows");
            lines.add("what this is");

            assertThat(run("--log", log().toString(), "--quiet")).isEqualTo(1);
            assertThat(err.toString(StandardCharsets.UTF_8))
                    .contains("None of 2 lines could be read", "who knows", "--format", "--address");
        }

        @Test
        void mayNameTheClientInAHeaderOfATrustedProxy() throws IOException {
            line(0, "10.0.0.1", "/", 200, "-", BROWSER);
            lines.set(0, lines.get(0) + " \"203.0.113.9\"");

            DocumentContext json =
                    replay("--forwarded", "10", "--property", "limiter.client-ip.trusted-proxies=10.0.0.0/8");
            assertThat(json.<String>read("$.addresses[0].address")).isEqualTo("203.0.113.9");
        }

        @Test
        void mayHaveAddressesThatAreNames() throws IOException {
            line(0, "client.example", "/", 200, "-", BROWSER);

            assertThat(replay().<String>read("$.addresses[0].address")).isEqualTo("client.example");
        }
    }

    @Test
    void theReportIsOneFileThatRunsNothing() throws IOException {
        for (int i = 0; i < 70; i++) {
            line(
                    i * 0.5,
                    "203.0.113.7",
                    "/<script>alert(1)</script>/" + i,
                    200,
                    "https://x/",
                    "<script>alert(2)</script>");
        }
        Path report = directory.resolve("report.html");

        replay("--report", report.toString());
        assertThat(Files.readString(report))
                .contains("<svg", "203.0.113.7", "replay-default", "after 60 requests")
                .doesNotContain("<script", "http://", "src=");
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("70 requests of 1 addresses");
    }

    @Test
    void whatTheSceneLeavesOutIsNotPlayedToIt() throws IOException {
        for (int i = 0; i < 60; i++) {
            line(i * 5, "203.0.113.7", "/api/items/" + i, 200, "-", BROWSER);
            line(i * 5, "203.0.113.8", "/items/" + i, 200, "-", BROWSER);
        }

        DocumentContext json = replay(
                "--property",
                "limiter.risk.scenes.crawler.mode=enforce",
                "--property",
                "limiter.risk.scenes.crawler.exclude=/api/**");
        assertThat(number(json, "203.0.113.7", "challenged")).isZero();
        assertThat(number(json, "203.0.113.8", "challenged")).isPositive();
    }

    @Test
    void misspeltPropertiesOfASceneAreNamed() throws IOException {
        line(0, "203.0.113.7", "/", 200, "-", BROWSER);
        String log = log().toString();

        assertThat(run("--log", log, "--property", "limiter.risk.scenes.crawler.chalenge-at=10"))
                .isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("'chalenge-at' is no property of a scene", "Use one of mode, challenge-at, block-at");
    }

    @Test
    void wrongOptionsAreNamed() {
        assertThat(run("--lg", "x")).isEqualTo(2);
        assertThat(run("--log", "/no/such/file")).isEqualTo(2);
        assertThat(run("--json", "x")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("--lg is no option", "/no/such/file cannot be read", "--log is missing");
    }
}

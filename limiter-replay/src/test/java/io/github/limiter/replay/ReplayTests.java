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
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
            for (int page = 0; page < 40; page++) {
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

    @Nested
    class Properties {

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

    @Nested
    class Logs {

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
    void wrongOptionsAreNamed() {
        assertThat(run("--lg", "x")).isEqualTo(2);
        assertThat(run("--log", "/no/such/file")).isEqualTo(2);
        assertThat(run("--json", "x")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("--lg is no option", "/no/such/file cannot be read", "--log is missing");
    }
}

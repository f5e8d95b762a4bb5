package io.github.limiter.examples.fivelayers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.limiter.store.redis.RedisCluster;
import io.github.limiter.store.redis.RedisServer;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.CidrSet;
import io.github.limiter.subject.ClientAddressResolver;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.subject.MissingUser;
import io.lettuce.core.RedisClient;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NginxGuardTests {

    private static final Duration A_SECOND_AND_A_BIT = Duration.ofMillis(1_500);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static RedisServer server;
    private static RedisClient client;
    private static RedisCommands<String, String> redis;
    private static Nginx nginx;

    @BeforeAll
    static void start() {
        server = new RedisServer();
        client = RedisClient.create(server.uri());
        redis = client.connect().sync();
        nginx = before(server);
    }

    /** The guard asks a Redis that a busy machine may keep from answering as soon as it is to. */
    private static Nginx before(RedisServer redis, String... settings) {
        return before(redis.port(), settings);
    }

    private static Nginx before(int port, String... settings) {
        return new Nginx("{ host = '127.0.0.1', port = %d, timeout_ms = 5000, %s }"
                .formatted(port, String.join(", ", settings)));
    }

    @AfterAll
    static void stop() {
        nginx.close();
        client.shutdown();
        server.close();
    }

    private static String banKey(String subject) {
        return "limiter:{" + subject + "}:ban";
    }

    /** Polls, since time here is that of nginx and Redis. */
    private static <T> void await(Supplier<T> actual, T expected) {
        long end = System.nanoTime() + A_SECOND_AND_A_BIT.toNanos();
        while (!expected.equals(actual.get()) && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        assertThat(actual.get()).isEqualTo(expected);
    }

    /** The same for what nobody promises a time of. */
    private static <T> void eventually(Supplier<T> actual, T expected) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!expected.equals(actual.get())) {
            assertThat(System.nanoTime()).as("time to be %s", expected).isLessThan(end);
        }
    }

    /** How often a client was reported, by the lines about it, which must all be of that kind. */
    private static int reports(String address, String rule, String request) {
        return redis.lrange("limiter:edge", 0, -1).stream()
                .filter(line -> line.contains(" ip:" + address + ' '))
                .mapToInt(line -> {
                    String[] words = line.split(" ", 4);
                    assertThat(words[0] + ' ' + words[3]).isEqualTo(rule + ' ' + request);
                    return Integer.parseInt(words[1]);
                })
                .sum();
    }

    private static int reports(String address) {
        return reports(address, "limited", "GET -");
    }

    private static int status(String path, String address) {
        return nginx.get(path, address).statusCode();
    }

    @Nested
    class WhoCalls {

        @ParameterizedTest
        @CsvSource({
            "203.0.113.7, ip:203.0.113.7 subnet:203.0.113.0/24",
            "::ffff:203.0.113.7, ip:203.0.113.7 subnet:203.0.113.0/24",
            "::FFFF:cb00:7107, ip:203.0.113.7 subnet:203.0.113.0/24",
            "2001:db8:1:1:9::9, ip:2001:db8:1:1:: subnet:2001:db8:1::/48",
            "2001:0DB8:0:1::1, ip:2001:db8:0:1:: subnet:2001:db8::/48",
            "2001:db8::1, ip:2001:db8:: subnet:2001:db8::/48",
            "::1, ip::: subnet:::/48",
            "64:ff9b::203.0.113.7, ip:64:ff9b:: subnet:64:ff9b::/48",
        })
        void isWrittenInOneWay(String address, String subjects) {
            assertThat(nginx.get("/subject", address).body()).isEqualTo(subjects);
        }

        @Test
        void isWrittenAsJavaWritesIt() {
            DimensionRegistry dimensions = new DimensionRegistry(64, MissingUser.IP, List.of());
            ClientAddressResolver addresses = new ClientAddressResolver(CidrSet.empty(), "X-Forwarded-For");
            Random random = new Random(17);
            for (int i = 0; i < 2_000; i++) {
                String address = randomAddress(random);
                Caller caller = new Caller(addresses.resolve(address, List.of()), null, null);
                assertThat(nginx.get("/subject", address).body())
                        .as(address)
                        .isEqualTo(dimensions.get("ip").resolve(caller, "any").text()
                                + ' '
                                + dimensions
                                        .get("subnet")
                                        .resolve(caller, "any")
                                        .text());
            }
        }

        private String randomAddress(Random random) {
            byte[] bytes = new byte[random.nextBoolean() ? 4 : 16];
            random.nextBytes(bytes);
            for (int i = 0; i + 1 < bytes.length && bytes.length == 16; i += 2) {
                if (random.nextBoolean()) {
                    bytes[i] = 0;
                    bytes[i + 1] = (byte) random.nextInt(2);
                }
            }
            try {
                return InetAddress.getByAddress(bytes).getHostAddress();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Nested
    class BannedAddresses {

        @Test
        void areRefusedUntilTheBanEnds() {
            redis.set(banKey("ip:198.51.100.1"), "any", SetArgs.Builder.px(100_000));

            HttpResponse<String> answer = nginx.get("/", "198.51.100.1");

            assertThat(answer.statusCode()).isEqualTo(403);
            assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
            assertThat(answer.headers().firstValueAsLong("Retry-After").orElseThrow())
                    .isBetween(99L, 100L);
            assertThat(answer.body())
                    .contains("\"type\":\"https://iana.org/assignments/http-problem-types#abnormal-usage-detected\"")
                    .contains("\"status\":403");
        }

        @Test
        void arePermanentWithoutRetryAfter() {
            redis.set(banKey("ip:198.51.100.2"), "any");

            HttpResponse<String> answer = nginx.get("/", "198.51.100.2");

            assertThat(answer.statusCode()).isEqualTo(403);
            assertThat(answer.headers().firstValue("Retry-After")).isEmpty();
        }

        @ParameterizedTest
        @CsvSource({"::ffff:198.51.100.3", "198.51.100.3"})
        void cannotHideBehindAnotherSpelling(String spelling) {
            redis.set(banKey("ip:198.51.100.3"), "any");

            assertThat(status("/", spelling)).isEqualTo(403);
        }

        @Test
        void includeTheWholeNetworkOfAnIpv6Client() {
            redis.set(banKey("ip:2001:db8:5:5::"), "any");

            assertThat(status("/", "2001:db8:5:5:1:2:3:4")).isEqualTo(403);
            assertThat(status("/", "2001:db8:5:6::1")).isEqualTo(200);
        }

        @Test
        void includeThoseOfABannedSubnet() {
            redis.set(banKey("subnet:192.0.2.0/24"), "any");

            assertThat(status("/", "192.0.2.250")).isEqualTo(403);
            assertThat(status("/", "192.0.3.1")).isEqualTo(200);
        }

        @Test
        void areNotThoseThatAnUntrustedHopNames() {
            redis.set(banKey("ip:198.51.100.4"), "any");

            // The last hop that is no proxy of ours is the client, whatever it says about others.
            assertThat(status("/", "198.51.100.4, 198.51.100.5")).isEqualTo(200);
            assertThat(status("/", "198.51.100.5, 198.51.100.4")).isEqualTo(403);
        }

        /** What "satisfy any" asks for beside is asked for: passing the guard is not enough, and not needed to be refused. */
        @Test
        void areRefusedWhereAnAddressOrAPasswordIsEnoughAndOthersNeedOne() {
            redis.set(banKey("ip:10.0.0.8"), "any");

            assertThat(status("/office", "10.0.0.8")).isEqualTo(403);
            assertThat(status("/office", "10.0.0.7")).isEqualTo(200);
            assertThat(status("/office", "203.0.113.90"))
                    .as("not of the office")
                    .isEqualTo(403);
        }

        @Test
        void areRefusedWithinASecondOfTheBanAndPassWithinASecondOfTheLift() {
            String address = "198.51.100.6";
            assertThat(status("/", address)).isEqualTo(200);

            redis.set(banKey("ip:" + address), "any", SetArgs.Builder.px(100_000));
            await(() -> status("/", address), 403);

            redis.del(banKey("ip:" + address));
            await(() -> status("/", address), 200);
        }
    }

    @Nested
    class LimitsOfNginx {

        @Test
        void countAnIpv6ClientByItsNetwork() {
            assertThat(status("/crowd", "2001:db8:7:7::1")).isEqualTo(200);
            assertThat(status("/crowd", "2001:db8:7:7:1:2:3:4")).isEqualTo(429);
            assertThat(status("/crowd", "2001:db8:7:8::1")).isEqualTo(200);
        }

        @Test
        void countAMappedAddressAsWhatItIs() {
            assertThat(status("/crowd", "198.51.100.77")).isEqualTo(200);
            assertThat(status("/crowd", "::ffff:198.51.100.77")).isEqualTo(429);
        }
    }

    /** One connection at a time, here. */
    @Nested
    class ConnectionsOfOneClient {

        private static final String CLIENT = "203.0.113.50";

        private CompletableFuture<Integer> hold(String address, String until) {
            return CompletableFuture.supplyAsync(() -> status("/slow?until=" + until, address));
        }

        @Test
        void areLimitedAndRefusalsReported() {
            CompletableFuture<Integer> held = hold(CLIENT, "evening");
            eventually(() -> nginx.get("/under-way", "203.0.113.51").body(), "1");

            assertThat(status("/slow", CLIENT)).isEqualTo(429);
            assertThat(status("/slow", "203.0.113.52")).as("another client").isEqualTo(200);
            eventually(() -> reports(CLIENT), 1);
            status("/end?of=evening", "203.0.113.51");
            assertThat(held.join()).isEqualTo(200);
            eventually(() -> status("/slow", CLIENT), 200);
        }
    }

    @Nested
    class WhatNginxRefuses {

        @Test
        void isReportedForEachClientWithItsCount() {
            for (int i = 0; i < 4; i++) {
                status("/crowd", "203.0.113.20");
            }
            eventually(() -> reports("203.0.113.20"), 3);
        }

        @Test
        void isReportedWithThePathWithoutQueryWhereItIsAProbe() throws IOException {
            nginx.send("GET /gone/a%20b?secret=1 HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 203.0.113.21\r\n\r\n");

            eventually(() -> reports("203.0.113.21", "probing", "GET /gone/a?b"), 1);
        }

        /** There are no fields yet that would tell; a page has it sent by an image. */
        @ParameterizedTest
        @ValueSource(
                strings = {
                    "GET /%00.png HTTP/1.1\r\nHost: a\r\n\r\n",
                    "GET /%00.png?/../ HTTP/1.1\r\nHost: a\r\n\r\n",
                    "GET /%00.png?a/../#/../ HTTP/1.1\r\nHost: a\r\n\r\n",
                    "GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n",
                    "GET / HTTP/1.1\r\n\r\n",
                    "\u0016\u0003\u0001\u0002\r\n\r\n",
                    "\u0000\u0003\u0000\u0008!\u0012B\r\n\r\n",
                })
        void isNotReportedWhereAPageCanMakeItsReadersBrowserSendWhatCannotBeRead(String request) throws IOException {
            try (RedisServer own = new RedisServer();
                    Nginx guarded = before(own)) {
                RedisClient client = RedisClient.create(own.uri());
                RedisCommands<String, String> commands = client.connect().sync();
                assertThat(guarded.send(request)).contains("400");
                assertThat(guarded.send("GET /../../etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n"))
                        .contains("400");
                eventually(() -> commands.lrange("limiter:edge", 0, -1), List.of("probing 1 ip:127.0.0.1 GET -"));
                client.shutdown();
            }
        }

        /** Who sent it is known as long as no proxy is. */
        @Test
        void isReportedEvenIfItCannotBeRead() throws IOException {
            try (RedisServer own = new RedisServer();
                    Nginx guarded = before(own)) {
                RedisClient client = RedisClient.create(own.uri());
                RedisCommands<String, String> commands = client.connect().sync();
                assertThat(guarded.send("nonsense\r\n\r\n")).contains("400");
                eventually(() -> commands.lrange("limiter:edge", 0, -1), List.of("probing 1 ip:127.0.0.1 - -"));

                guarded.get("/", "203.0.113.25");
                assertThat(guarded.send("nonsense\r\n\r\n")).contains("400");
                guarded.send("GET /gone/1 HTTP/1.1\r\nHost: a\r\n\r\n");
                guarded.send("GET /gone/2 HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 203.0.113.26\r\n\r\n");

                eventually(
                        () -> commands.lrange("limiter:edge", 0, -1),
                        List.of("probing 1 ip:127.0.0.1 - -", "probing 1 ip:203.0.113.26 GET /gone/2"));
                client.shutdown();
            }
        }

        /** Browsers say it, pages cannot: such a report bans nobody. */
        @ParameterizedTest
        @CsvSource({
            "203.0.113.60, cross-site, image, limited-by-pages",
            "203.0.113.61, cross-site, document, limited-by-pages",
            "203.0.113.62, same-site, empty, limited-by-pages",
            "203.0.113.63, same-origin, image, limited-by-pages",
            "203.0.113.64, '', iframe, limited-by-pages",
            "203.0.113.65, same-origin, empty, limited",
            "203.0.113.66, none, document, limited",
            "203.0.113.67, '', '', limited",
        })
        void isReportedApartWhereAPageMadeItsReadersBrowserAsk(
                String address, String site, String destination, String rule) {
            for (int i = 0; i < 3; i++) {
                nginx.get("/crowd", address, "Sec-Fetch-Site", site, "Sec-Fetch-Dest", destination);
            }

            eventually(() -> reports(address, rule, "GET -"), 2);
        }

        @Test
        void isReportedApartAlsoWhereItIsAProbe() throws IOException {
            nginx.send("GET /gone/1 HTTP/1.1\r\nHost: a\r\nSec-Fetch-Site: cross-site\r\n"
                    + "X-Forwarded-For: 203.0.113.68\r\n\r\n");

            eventually(() -> reports("203.0.113.68", "probing-by-pages", "GET /gone/1"), 1);
        }

        @Test
        void isNotReportedForTheBanItself() {
            redis.set(banKey("ip:203.0.113.22"), "any");
            status("/", "203.0.113.22");
            status("/crowd", "203.0.113.23");
            status("/crowd", "203.0.113.23");

            eventually(() -> reports("203.0.113.23"), 1);
            assertThat(reports("203.0.113.22")).isZero();
        }

        @Test
        void isForgottenByRedisIfNobodyReadsIt() {
            status("/crowd", "203.0.113.24");
            status("/crowd", "203.0.113.24");

            eventually(() -> reports("203.0.113.24"), 1);
            assertThat(redis.pttl("limiter:edge")).isBetween(1L, 60_000L);
        }
    }

    @Nested
    class WithoutRedis {

        @Test
        void requestsPassAndBansAreBackWithIt() {
            try (RedisServer mortal = new RedisServer();
                    Nginx guarded = before(mortal)) {
                assertThat(guarded.get("/", "203.0.113.30").statusCode()).isEqualTo(200);
                mortal.kill();
                assertThat(guarded.get("/", "203.0.113.31").statusCode()).isEqualTo(200);
                mortal.start();
                RedisClient own = RedisClient.create(mortal.uri());
                own.connect().sync().set(banKey("ip:203.0.113.31"), "any");
                eventually(() -> guarded.get("/", "203.0.113.31").statusCode(), 403);
                own.shutdown();
            }
        }

        @Test
        void bansThatItKnowsOfHoldOn() {
            try (RedisServer mortal = new RedisServer();
                    Nginx guarded = before(mortal)) {
                RedisClient own = RedisClient.create(mortal.uri());
                own.connect().sync().set(banKey("ip:203.0.113.33"), "any", SetArgs.Builder.px(100_000));
                assertThat(guarded.get("/", "203.0.113.33").statusCode()).isEqualTo(403);
                assertThat(guarded.get("/", "203.0.113.34").statusCode()).isEqualTo(200);
                own.shutdown();
                mortal.kill();

                long end = System.nanoTime() + A_SECOND_AND_A_BIT.toNanos();
                while (System.nanoTime() < end) {
                    assertThat(guarded.get("/", "203.0.113.33").statusCode()).isEqualTo(403);
                    assertThat(guarded.get("/", "203.0.113.34").statusCode()).isEqualTo(200);
                }
            }
        }

        @Test
        void whatNginxRefusesIsReportedOnceItIsBack() {
            try (RedisServer mortal = new RedisServer();
                    Nginx guarded = before(mortal)) {
                mortal.kill();
                for (int i = 0; i < 4; i++) {
                    guarded.get("/crowd", "203.0.113.32");
                }
                mortal.start();
                RedisClient own = RedisClient.create(mortal.uri());
                RedisCommands<String, String> commands = own.connect().sync();
                eventually(() -> commands.lrange("limiter:edge", 0, -1), List.of("limited 3 ip:203.0.113.32 GET -"));
                own.shutdown();
            }
        }

        @Test
        void aFrozenOneIsWaitedForOnceASecondAtMost() {
            try (RedisServer frozen = new RedisServer();
                    Nginx guarded = new Nginx("{ host = '127.0.0.1', port = %d }".formatted(frozen.port()))) {
                frozen.freeze();
                for (int i = 0; i < 200; i++) {
                    assertThat(guarded.get("/", "203.0.113." + i).statusCode()).isEqualTo(200);
                }
                // Each wait writes one line, and ends within 20 ms: the rest of the second nobody waits.
                assertThat(guarded.log()
                                .lines()
                                .filter(line -> line.contains("does not answer"))
                                .count())
                        .isBetween(1L, 10L);
                frozen.thaw();
            }
        }
    }

    /** Behind the port that the guard is told of there is something else, or a Redis that has no answer. */
    @Nested
    class WithSomethingElse {

        private static final int REQUESTS = 200;

        private void assertPassesWithFewLines(Nginx guarded, String... words) {
            for (int i = 0; i < REQUESTS; i++) {
                assertThat(guarded.get("/", "203.0.113." + i).statusCode()).isEqualTo(200);
            }
            // One a second.
            assertThat(guarded.log().lines().filter(line -> line.contains("limiter: ")))
                    .hasSizeBetween(1, REQUESTS / 10)
                    .allSatisfy(line -> assertThat(line).contains(words));
        }

        @ParameterizedTest
        @ValueSource(
                strings = {"+OK", "$abc", "$5\r\nhello", ":nan", ":abc", ":", "*0", "HTTP/1.1 400 Bad Request", ""})
        void requestsPass(String answer) throws IOException {
            try (OtherServer other = new OtherServer(answer + "\r\n");
                    Nginx guarded = before(other.port())) {
                assertPassesWithFewLines(guarded, "does not answer", "unexpected reply");
            }
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "LOADING Redis is loading",
                    "MOVED 1 ",
                    "MOVED 1 nonsense",
                    "CLUSTERDOWN Hash slot not served"
                })
        void requestsPassAlsoWhereItAnswersWithAnError(String error) throws IOException {
            try (OtherServer other = new OtherServer("-" + error + "\r\n");
                    Nginx guarded = before(other.port())) {
                assertPassesWithFewLines(guarded, "does not say who is banned", error.split(" ")[0]);
            }
        }

        /** A Cluster writes an IPv6 address without brackets. Whether anybody listens there is not the question. */
        @Test
        void aNodeThatHasAnIpv6AddressIsAsked() throws IOException {
            try (OtherServer other = new OtherServer("-MOVED 1 ::1:1\r\n");
                    Nginx guarded = before(other.port())) {
                guarded.get("/", "203.0.113.91");

                eventually(() -> guarded.log().contains("[::1]:1 does not answer"), true);
                assertThat(guarded.log()).doesNotContain("failed to parse host name");
            }
        }

        /** Whoever makes nginx refuse much must not keep it from asking who is banned. */
        @Test
        void bansHoldWhereItIsFullAndReportsAreKept() {
            try (RedisServer full = new RedisServer();
                    Nginx guarded = before(full)) {
                RedisClient own = RedisClient.create(full.uri());
                RedisCommands<String, String> commands = own.connect().sync();
                for (int i = 0; i < REQUESTS; i++) {
                    commands.set(banKey("ip:203.0.113." + i), "any");
                }
                commands.configSet("maxmemory", "1");
                guarded.get("/crowd", "198.51.100.90");
                guarded.get("/crowd", "198.51.100.90");
                eventually(() -> guarded.log().contains("does not take reports of refusals for a second: OOM"), true);

                for (int i = 0; i < REQUESTS; i++) {
                    assertThat(guarded.get("/", "203.0.113." + i).statusCode()).isEqualTo(403);
                }
                assertThat(guarded.log()).doesNotContain("requests pass");
                commands.configSet("maxmemory", "0");
                eventually(() -> commands.lrange("limiter:edge", 0, -1), List.of("limited 1 ip:198.51.100.90 GET -"));
                own.shutdown();
            }
        }

        @Test
        void requestsPassWhereAPasswordIsMissing() {
            try (RedisServer secured = secured("s3cret");
                    Nginx guarded = before(secured)) {
                assertPassesWithFewLines(guarded, "NOAUTH");
            }
        }

        /** Names are looked up without regard to the guard's time-outs, and not at all without a resolver. */
        @Test
        void aNameStopsTheStart() {
            assertThatThrownBy(() -> new Nginx("{ host = 'localhost' }"))
                    .hasMessageContaining("redis.host = 'localhost' is no address")
                    .hasMessageContaining("resolver_timeout 20ms");
        }
    }

    private static RedisServer secured(String password) {
        RedisServer started = new RedisServer();
        RedisClient own = RedisClient.create(started.uri());
        own.connect().sync().configSet("requirepass", password);
        own.shutdown();
        return started;
    }

    @Test
    void requestsPassWhereNobodyHasConfiguredIt() {
        try (Nginx unconfigured = Nginx.unconfigured()) {
            assertThat(unconfigured.get("/", "203.0.113.92").statusCode()).isEqualTo(200);
            assertThat(unconfigured.log()).contains("requests pass", "call configure first");
        }
    }

    @Nested
    class Connections {

        @Test
        void logIn() {
            try (RedisServer secured = secured("s3cret");
                    Nginx guarded = new Nginx("{ host = '127.0.0.1', port = %d, password = 's3cret', database = 3 }"
                            .formatted(secured.port()))) {
                RedisClient own = RedisClient.create("redis://:s3cret@127.0.0.1:" + secured.port() + "/3");
                own.connect().sync().set(banKey("ip:203.0.113.40"), "any");

                assertThat(guarded.get("/", "203.0.113.40").statusCode()).isEqualTo(403);
                assertThat(guarded.get("/", "203.0.113.41").statusCode()).isEqualTo(200);
                own.shutdown();
            }
        }

        @Test
        void withAWrongPasswordAreReportedAndRequestsPass() {
            try (RedisServer secured = secured("s3cret");
                    Nginx guarded = before(secured, "password = 'other'")) {
                assertThat(guarded.get("/", "203.0.113.42").statusCode()).isEqualTo(200);
                assertThat(guarded.log()).contains("WRONGPASS").doesNotContain("other");
            }
        }

        private String uri(RedisCluster cluster) {
            return cluster.servers().get(0).uri();
        }

        /** Whoever has heard of others asks those, and so do workers that have not. */
        @Test
        void findBansInAClusterWhoseSeedIsLost() {
            try (RedisCluster cluster = new RedisCluster();
                    Nginx guarded = before(Integer.parseInt(uri(cluster).replaceAll(".*:", "")))) {
                RedisClusterClient own = RedisClusterClient.create(uri(cluster));
                var commands = own.connect().sync();
                commands.configSet("cluster-require-full-coverage", "no");
                List<String> elsewhere = IntStream.range(0, 200)
                        .mapToObj(i -> "203.0.113." + i)
                        .filter(address -> SlotHash.getSlot(banKey("ip:" + address)) > 16_384 / 3 + 1)
                        .toList();
                elsewhere.forEach(address -> commands.set(banKey("ip:" + address), "any"));
                own.shutdown();
                assertThat(elsewhere.subList(0, 50))
                        .allSatisfy(
                                address -> assertThat(guarded.get("/", address).statusCode())
                                        .isEqualTo(403));

                cluster.servers().get(0).kill();

                assertThat(elsewhere.subList(50, elsewhere.size()))
                        .allSatisfy(
                                address -> assertThat(guarded.get("/", address).statusCode())
                                        .isEqualTo(403));
            }
        }

        @Test
        void followAClusterToWhereverABanIs() {
            try (RedisCluster cluster = new RedisCluster();
                    Nginx guarded = before(Integer.parseInt(uri(cluster).replaceAll(".*:", "")))) {
                RedisClusterClient own = RedisClusterClient.create(uri(cluster));
                var commands = own.connect().sync();
                for (int i = 0; i < 60; i++) {
                    commands.set(banKey("ip:203.0.113." + i), "any");
                }
                for (int i = 0; i < 120; i++) {
                    assertThat(guarded.get("/", "203.0.113." + i).statusCode())
                            .as("203.0.113." + i)
                            .isEqualTo(i < 60 ? 403 : 200);
                }
                own.shutdown();
            }
        }
    }
}

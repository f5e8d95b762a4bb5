package io.github.limiter.examples.fivelayers;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NginxGuardTests {

    private static final Duration A_SECOND_AND_A_BIT = Duration.ofMillis(1_500);

    private static RedisServer server;
    private static RedisClient client;
    private static RedisCommands<String, String> redis;
    private static Nginx nginx;

    @BeforeAll
    static void start() {
        server = new RedisServer();
        client = RedisClient.create(server.uri());
        redis = client.connect().sync();
        nginx = new Nginx("{ host = '127.0.0.1', port = %d }".formatted(server.port()));
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

    @Nested
    class WhatNginxRefuses {

        @Test
        void isReportedOnceForEachClientWithItsCount() {
            for (int i = 0; i < 4; i++) {
                status("/crowd", "203.0.113.20");
            }
            await(() -> reports("203.0.113.20"), List.of("limited 3 ip:203.0.113.20 GET -"));
        }

        @Test
        void isReportedWithThePathWithoutQueryWhereItIsAProbe() throws IOException {
            nginx.send("GET /gone/a%20b?secret=1 HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 203.0.113.21\r\n\r\n");

            await(() -> reports("203.0.113.21"), List.of("probing 1 ip:203.0.113.21 GET /gone/a?b"));
        }

        @Test
        void isReportedEvenIfItCannotBeRead() throws IOException {
            assertThat(nginx.send("nonsense\r\n\r\n")).contains("400");

            await(() -> reports("127.0.0.1"), List.of("probing 1 ip:127.0.0.1 - -"));
        }

        @Test
        void isNotReportedForTheBanItself() {
            redis.set(banKey("ip:203.0.113.22"), "any");
            status("/", "203.0.113.22");
            status("/crowd", "203.0.113.23");
            status("/crowd", "203.0.113.23");

            await(() -> reports("203.0.113.23").size(), 1);
            assertThat(reports("203.0.113.22")).isEmpty();
        }

        @Test
        void isForgottenByRedisIfNobodyReadsIt() {
            status("/crowd", "203.0.113.24");
            status("/crowd", "203.0.113.24");

            await(() -> reports("203.0.113.24").size(), 1);
            assertThat(redis.pttl("limiter:edge")).isBetween(1L, 60_000L);
        }

        private List<String> reports(String address) {
            return redis.lrange("limiter:edge", 0, -1).stream()
                    .filter(line -> line.contains(" ip:" + address + ' '))
                    .toList();
        }
    }

    @Nested
    class WithoutRedis {

        @Test
        void requestsPassAndBansAreBackWithIt() {
            try (RedisServer mortal = new RedisServer();
                    Nginx guarded = new Nginx("{ host = '127.0.0.1', port = %d }".formatted(mortal.port()))) {
                assertThat(guarded.get("/", "203.0.113.30").statusCode()).isEqualTo(200);
                mortal.kill();
                assertThat(guarded.get("/", "203.0.113.31").statusCode()).isEqualTo(200);
                mortal.start();
                RedisClient own = RedisClient.create(mortal.uri());
                own.connect().sync().set(banKey("ip:203.0.113.31"), "any");
                await(() -> guarded.get("/", "203.0.113.31").statusCode(), 403);
                own.shutdown();
            }
        }

        @Test
        void bansThatItKnowsOfHoldOn() {
            try (RedisServer mortal = new RedisServer();
                    Nginx guarded = new Nginx("{ host = '127.0.0.1', port = %d }".formatted(mortal.port()))) {
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
                    Nginx guarded = new Nginx("{ host = '127.0.0.1', port = %d }".formatted(mortal.port()))) {
                mortal.kill();
                for (int i = 0; i < 4; i++) {
                    guarded.get("/crowd", "203.0.113.32");
                }
                mortal.start();
                RedisClient own = RedisClient.create(mortal.uri());
                RedisCommands<String, String> commands = own.connect().sync();
                await(() -> commands.lrange("limiter:edge", 0, -1), List.of("limited 3 ip:203.0.113.32 GET -"));
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
                    Nginx guarded = new Nginx(
                            "{ host = '127.0.0.1', port = %d, password = 'other' }".formatted(secured.port()))) {
                assertThat(guarded.get("/", "203.0.113.42").statusCode()).isEqualTo(200);
                assertThat(guarded.log()).contains("WRONGPASS").doesNotContain("other");
            }
        }

        private RedisServer secured(String password) {
            RedisServer started = new RedisServer();
            RedisClient own = RedisClient.create(started.uri());
            own.connect().sync().configSet("requirepass", password);
            own.shutdown();
            return started;
        }

        private String uri(RedisCluster cluster) {
            return cluster.servers().get(0).uri();
        }

        @Test
        void followAClusterToWhereverABanIs() {
            try (RedisCluster cluster = new RedisCluster();
                    Nginx guarded = new Nginx("{ host = '127.0.0.1', port = %s }"
                            .formatted(uri(cluster).replaceAll(".*:", "")))) {
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

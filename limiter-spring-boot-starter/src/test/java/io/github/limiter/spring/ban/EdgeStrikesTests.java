package io.github.limiter.spring.ban;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.limiter.ban.BanEvent;
import io.github.limiter.ban.Bans;
import io.github.limiter.store.Standing.State;
import io.github.limiter.store.redis.TestRedis;
import io.github.limiter.subject.Subject;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.WebApplicationType;

/** What nginx reports of those whom it refused, by lines as its guard writes them. */
@Timeout(300)
class EdgeStrikesTests {

    private static final Duration SOON = Duration.ofSeconds(5);

    private static RedisClient client;
    private static RedisCommands<String, String> redis;

    private final String prefix = TestRedis.newPrefix();

    @BeforeAll
    static void connect() {
        client = RedisClient.create(TestRedis.uri());
        redis = client.connect().sync();
    }

    @AfterAll
    static void disconnect() {
        client.shutdown();
    }

    @AfterEach
    void forget() {
        redis.del(prefix + "edge");
    }

    private BanTestServer node(String... more) {
        List<String> properties = List.of(
                "--limiter.store=redis",
                "--limiter.redis.key-prefix=" + prefix,
                "--limiter.redis.deadline=10s",
                "--spring.application.name=shop",
                "--spring.data.redis.url=" + TestRedis.uri(),
                "--spring.data.redis.repositories.enabled=false");
        return new BanTestServer(
                WebApplicationType.SERVLET,
                IntStream.range(0, properties.size() + more.length)
                        .mapToObj(i -> i < properties.size() ? properties.get(i) : more[i - properties.size()])
                        .toArray(String[]::new));
    }

    /** Returns when the node has taken all of them. */
    private void report(String... lines) {
        redis.rpush(prefix + "edge", lines);
        redis.pexpire(prefix + "edge", 60_000);
        await().atMost(SOON).until(() -> redis.exists(prefix + "edge") == 0);
    }

    private static void assertBannedFor(int seconds, HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.headers().firstValueAsLong("Retry-After").orElseThrow())
                .isBetween(seconds - 20L, (long) seconds);
    }

    @Test
    void threeLimitedRequestsBanTheirAddressAndNoOther() {
        try (BanTestServer node = node()) {
            report(
                    "limited 2 ip:203.0.113.1 GET -",
                    "limited 3 ip:203.0.113.2 GET -",
                    "limited 1 ip:203.0.113.3 GET -");

            await().atMost(SOON).until(() -> node.at("203.0.113.2").status("/open") == 403);
            assertBannedFor(300, node.at("203.0.113.2").get("/open"));
            assertThat(node.at("203.0.113.1").status("/open")).isEqualTo(200);
            assertThat(node.at("203.0.113.3").status("/open")).isEqualTo(200);

            report("limited 1 ip:203.0.113.1 GET -");
            await().atMost(SOON).until(() -> node.at("203.0.113.1").status("/open") == 403);
        }
    }

    /** Nginx reports an IPv6 client by its network: that of a proxy is no client's. */
    @Test
    void proxiesAreSpared() {
        try (BanTestServer node =
                node("--limiter.client-ip.trusted-proxies=127.0.0.1,2001:db8:1:1::5,198.51.100.0/24")) {
            report(
                    "limited 3 ip:2001:db8:1:1:: GET -",
                    "limited 3 ip:198.51.100.7 GET -",
                    "limited 3 ip:127.0.0.1 GET -",
                    "limited 3 ip:2001:db8:1:2:: GET -");

            await().atMost(SOON).until(() -> node.at("2001:db8:1:2::9").status("/open") == 403);
            assertThat(node.at("2001:db8:1:1::9").status("/open")).isEqualTo(200);
            assertThat(node.events())
                    .filteredOn(event -> event.kind() == BanEvent.Kind.BANNED)
                    .hasSize(1);
        }
    }

    /** Whatever a page anywhere makes them ask for; what they ask for themselves is not closer to a ban for it. */
    @Test
    void readersOfPagesAreAskedForACaptchaAtMost() {
        try (BanTestServer node = node()) {
            report(
                    "limited-by-pages 90000 ip:203.0.113.1 GET -",
                    "probing-by-pages 10 ip:203.0.113.2 - -",
                    "limited-by-pages 2 ip:203.0.113.3 GET -");
            report("limited 2 ip:203.0.113.3 GET -", "limited 3 ip:203.0.113.4 GET -");

            await().atMost(SOON).until(() -> node.at("203.0.113.4").status("/open") == 403);
            await().atMost(SOON).until(() -> standing(node, "203.0.113.1") == State.CHALLENGED);
            await().atMost(SOON).until(() -> standing(node, "203.0.113.2") == State.CHALLENGED);
            assertThat(standing(node, "203.0.113.3")).isEqualTo(State.CLEAR);
            assertThat(node.at("203.0.113.1").status("/open")).isEqualTo(200);
            assertThat(node.events())
                    .filteredOn(event -> event.kind() == BanEvent.Kind.BANNED)
                    .extracting(event -> event.subject().text())
                    .containsExactly("ip:203.0.113.4");
        }
    }

    private static State standing(BanTestServer node, String address) {
        return node.bean(Bans.class).find(Subject.ofText("ip:" + address, null)).state();
    }

    @Test
    void aFloodIsNoMoreThanOneBan() {
        try (BanTestServer node = node()) {
            report("limited 90000 ip:203.0.113.2 GET -", "limited 90000 ip:203.0.113.2 GET -");

            await().atMost(SOON).until(() -> node.at("203.0.113.2").status("/open") == 403);
            assertThat(node.events())
                    .extracting(BanEvent::kind)
                    .containsExactly(BanEvent.Kind.STRUCK, BanEvent.Kind.STRUCK, BanEvent.Kind.BANNED);
        }
    }

    @Test
    void refusalsWithinTheSpacingAreOneStrike() {
        try (BanTestServer node = node("--limiter.ban.limited.spacing=5s")) {
            report("limited 90000 ip:203.0.113.2 GET -");

            await().atMost(SOON).until(() -> !node.events().isEmpty());
            assertThat(node.events()).extracting(BanEvent::kind).containsExactly(BanEvent.Kind.STRUCK);
            assertThat(node.at("203.0.113.2").status("/open")).isEqualTo(200);
        }
    }

    @Test
    void tenDifferentProbesAreABanAndTenTimesTheSameIsNone() {
        try (BanTestServer node = node()) {
            String[] different = IntStream.range(0, 10)
                    .mapToObj(i -> "probing 1 ip:203.0.113.1 GET /cgi-bin/" + i)
                    .toArray(String[]::new);
            report("probing 90000 ip:203.0.113.2 GET /cgi-bin/1");
            report(different);

            await().atMost(SOON).until(() -> node.at("203.0.113.1").status("/open") == 403);
            assertBannedFor(1_800, node.at("203.0.113.1").get("/open"));
            assertThat(node.at("203.0.113.2").status("/open")).isEqualTo(200);
        }
    }

    @Test
    void whatCannotBeReadCountsEachTime() {
        try (BanTestServer node = node()) {
            report("probing 10 ip:203.0.113.2 - -");

            await().atMost(SOON).until(() -> node.at("203.0.113.2").status("/open") == 403);
        }
    }

    @Test
    void anIpv6ClientIsBannedWithItsNetwork() {
        try (BanTestServer node = node()) {
            report("limited 3 ip:2001:db8:1:1:: GET -");

            await().atMost(SOON).until(() -> node.at("2001:db8:1:1:7::9").status("/open") == 403);
            assertThat(node.at("2001:db8:1:2::9").status("/open")).isEqualTo(200);
        }
    }

    @Test
    void neitherProxiesNorTheAllowListAreStruck() {
        try (BanTestServer node = node("--limiter.allow-list=203.0.113.9,2001:db8:1:1::5")) {
            report(
                    "limited 90000 ip:127.0.0.1 GET -",
                    "limited 90000 ip:203.0.113.9 GET -",
                    // By the network, as nginx counts it.
                    "limited 90000 ip:2001:db8:1:1:: GET -");
            report("limited 3 ip:203.0.113.2 GET -");

            await().atMost(SOON).until(() -> node.at("203.0.113.2").status("/open") == 403);
            assertThat(node.events())
                    .extracting(event -> event.subject().text())
                    .containsOnly("ip:203.0.113.2");
            assertThat(node.at("203.0.113.9").status("/open")).isEqualTo(200);
        }
    }

    @Test
    void theEvidenceSaysWhoSawItAndWhat() {
        try (BanTestServer node = node("--limiter.ban.probing.strikes=1")) {
            report("probing 1 ip:203.0.113.2 GET /cgi-bin/a?b");

            await().atMost(SOON).until(() -> node.at("203.0.113.2").status("/open") == 403);
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(node.at("203.0.113.8")
                                    .as("admin")
                                    .get("/actuator/limiter/bans/ip:203.0.113.2")
                                    .body())
                            .contains("\"agent\":\"nginx\"", "\"path\":\"/cgi-bin/a\"", "\"status\":400"));
        }
    }

    @Test
    void withoutARuleInForceReportsAreLeftToOthers() {
        try (BanTestServer without = node("--limiter.ban.enabled=false");
                BanTestServer shadow = node("--limiter.mode=shadow");
                BanTestServer off = node("--limiter.edge.strikes=false")) {
            redis.rpush(prefix + "edge", "limited 3 ip:203.0.113.2 GET -");
            assertThat(without.bean(EdgeStrikes.class).isCounting()).isFalse();
            assertThat(shadow.bean(EdgeStrikes.class).isCounting()).isFalse();

            try (BanTestServer node = node()) {
                await().atMost(SOON).until(() -> node.at("203.0.113.2").status("/open") == 403);
                await().atMost(SOON).until(() -> off.at("203.0.113.2").status("/open") == 403);
                assertThat(without.at("203.0.113.2").status("/open")).isEqualTo(200);
                assertThat(without.events()).isEmpty();
                assertThat(off.events()).isEmpty();
                assertThat(node.events()).hasSize(3);
            }
        }
    }
}

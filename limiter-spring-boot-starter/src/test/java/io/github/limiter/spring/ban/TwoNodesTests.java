package io.github.limiter.spring.ban;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.ban.Bans;
import io.github.limiter.spring.ban.BanTestServer.Client;
import io.github.limiter.store.redis.TestRedis;
import io.github.limiter.subject.Subject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.WebApplicationType;

/** A node with servlets and one without, on one Redis: what one bans, the other refuses. */
@Timeout(300)
class TwoNodesTests {

    private static final AtomicInteger ADDRESSES = new AtomicInteger();

    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(20);

    private static final String PREFIX = TestRedis.newPrefix();

    private static BanTestServer first;
    private static BanTestServer second;

    @BeforeAll
    static void start() {
        first = node(WebApplicationType.SERVLET);
        second = node(WebApplicationType.REACTIVE);
    }

    private static BanTestServer node(WebApplicationType type, String... more) {
        Stream<String> properties = Stream.of(
                "--limiter.store=redis",
                "--limiter.redis.key-prefix=" + PREFIX,
                "--limiter.redis.deadline=10s",
                "--spring.application.name=shop",
                "--spring.data.redis.url=" + TestRedis.uri(),
                "--spring.data.redis.repositories.enabled=false",
                "--limiter.ban.rules.short.counts=405",
                "--limiter.ban.rules.short.strikes=1",
                "--limiter.ban.rules.short.ban=2s");
        return new BanTestServer(
                type, Stream.concat(properties, Stream.of(more)).toArray(String[]::new));
    }

    @AfterAll
    static void stop() {
        first.close();
        second.close();
    }

    @Test
    void sixtyPassThreeAreLimitedAndTheNextIsBannedOnBothNodesAndEveryPath() {
        String address = newAddress();
        List<Client> turns = List.of(first.at(address), second.at(address));
        for (int request = 0; request < 60; request++) {
            assertThat(turns.get(request % 2).status("/products")).isEqualTo(200);
        }

        assertThat(turns.get(0).status("/products")).isEqualTo(429);
        assertThat(turns.get(1).status("/products")).isEqualTo(429);
        assertThat(retryAfter(turns.get(0).get("/products"), 429)).isBetween(295, 300);
        long banned = System.nanoTime();

        for (Client node : turns) {
            assertThat(retryAfter(node.get("/products"), 403)).isBetween(285, 300);
            withinASecondOf(banned, () -> node.status("/open") == 403);
            assertThat(retryAfter(node.get("/mine"), 403)).isBetween(280, 300);
        }
    }

    @Test
    void aTrapOnOneNodeClosesTheOtherAndALiftOnTheOtherOpensBoth() {
        String address = newAddress();

        assertThat(retryAfter(first.at(address).get("/.env"), 403)).isBetween(1795, 1800);
        long banned = System.nanoTime();
        withinASecondOf(banned, () -> second.at(address).status("/open") == 403);
        HttpResponse<String> answer =
                second.at(newAddress()).as("admin").send("DELETE", "/actuator/limiter/bans/ip:" + address, "");
        long lifted = System.nanoTime();

        assertThat(answer.statusCode()).isEqualTo(204);
        assertThat(second.at(address).status("/open"))
                .as("at once where it was lifted")
                .isEqualTo(200);
        withinASecondOf(lifted, () -> first.at(address).status("/open") == 200);
    }

    @Test
    void aBanEndsOnBothNodesHoweverOftenItsSubjectKnocks() {
        String address = newAddress();

        assertThat(first.at(address).send("DELETE", "/open", "").statusCode()).isEqualTo(405);
        long struck = System.nanoTime();
        withinASecondOf(struck, () -> first.at(address).status("/open") == 403);
        withinASecondOf(struck, () -> second.at(address).status("/open") == 403);

        // Two seconds from the strike, whatever was asked since.
        long end = struck + Duration.ofSeconds(2).toNanos();
        withinASecondOf(end, () -> first.at(address).status("/open") == 200);
        withinASecondOf(end, () -> second.at(address).status("/open") == 200);
    }

    @Test
    void tenMissingPathsOnWhateverNodesAreHalfAnHour() {
        String address = newAddress();
        List<Client> turns = List.of(first.at(address), second.at(address));

        for (int i = 0; i < 10; i++) {
            assertThat(turns.get(i % 2).status("/missing/" + i)).isEqualTo(404);
        }
        long banned = System.nanoTime();

        for (Client node : turns) {
            withinASecondOf(banned, () -> node.status("/open") == 403);
            assertThat(retryAfter(node.get("/open"), 403)).isBetween(1790, 1800);
        }
    }

    @Test
    void oneMissingPathAskedTenTimesOnBothNodesIsNothing() {
        String address = newAddress();
        String other = newAddress();
        for (int i = 0; i < 10; i++) {
            assertThat(first.at(address).status("/gone")).isEqualTo(404);
            assertThat(second.at(address).status("/gone")).isEqualTo(404);
        }
        // What is banned after it is told after it.
        first.at(other).get("/.env");
        withinASecondOf(System.nanoTime(), () -> second.at(other).status("/open") == 403);

        assertThat(first.at(address).status("/open")).isEqualTo(200);
        assertThat(second.at(address).status("/open")).isEqualTo(200);
    }

    @Test
    void theThirdBanOfADayIsPermanentAndStaysOnceItIsConfirmed() {
        String address = newAddress();
        for (int ban = 1; ban <= 2; ban++) {
            first.at(address).get("/.env");
            lift(address);
        }

        HttpResponse<String> third = first.at(address).get("/.env");

        assertThat(third.statusCode()).isEqualTo(403);
        assertThat(third.headers().firstValue("Retry-After")).isEmpty();
        Client admin = second.at(newAddress()).as("admin");
        assertThat(admin.get("/actuator/limiter/review").body()).contains("ip:" + address);
        assertThat(admin.send("POST", "/actuator/limiter/review/ip:" + address, "{}")
                        .statusCode())
                .isEqualTo(200);
        assertThat(admin.get("/actuator/limiter/review").body()).doesNotContain("ip:" + address);
        assertThat(admin.get("/actuator/limiter/bans/ip:" + address).body())
                .contains("\"by\":\"admin\"", "\"permanent\":true", "\"needsReview\":false");
        assertThat(first.at(address).status("/open")).isEqualTo(403);
    }

    /** The list is read at the start of a node: so a change goes from node to node as they are started anew. */
    @Test
    void theAllowListBeatsABanWhileItNamesTheBannedAndEndsNone() {
        String address = newAddress();
        assertThat(retryAfter(first.at(address).get("/.env"), 403)).isBetween(1795, 1800);

        try (BanTestServer changed = node(WebApplicationType.SERVLET, "--limiter.allow-list=" + address)) {
            Client allowed = changed.at(address);
            for (int i = 0; i < 70; i++) {
                assertThat(allowed.status("/products")).isEqualTo(200);
            }
            assertThat(allowed.status("/.env")).isEqualTo(404);
            assertThat(allowed.status("/open")).isEqualTo(200);
            assertThat(changed.at(newAddress())
                            .as("admin")
                            .send("POST", "/actuator/limiter/bans/ip:" + address, "{\"duration\":\"1h\"}")
                            .statusCode())
                    .isEqualTo(409);
            assertThat(first.at(address).status("/open"))
                    .as("a node that has another list")
                    .isEqualTo(403);
        }

        try (BanTestServer changedBack = node(WebApplicationType.REACTIVE)) {
            assertThat(retryAfter(changedBack.at(address).get("/open"), 403)).isBetween(1700, 1800);
        }
    }

    @Test
    void aPolicyThatIsChangedOnOneNodeIsChangedOnAllAndOnThoseThatStartLater() {
        Client admin = first.at(newAddress()).as("admin");
        String policy = "/actuator/limiter/policies/unlisted";
        assertThat(admin.send("POST", policy, "{\"limit\":3}").statusCode()).isEqualTo(200);
        long changed = System.nanoTime();

        withinASecondOf(changed, () -> isLimitedTo(3, second));
        try (BanTestServer third = node(WebApplicationType.SERVLET)) {
            long started = System.nanoTime();
            withinASecondOf(started, () -> isLimitedTo(3, third));
        }
        assertThat(second.at(newAddress())
                        .as("admin")
                        .send("DELETE", policy, "")
                        .statusCode())
                .isEqualTo(204);
        long reset = System.nanoTime();

        withinASecondOf(reset, () -> isLimitedTo(1, first));
        withinASecondOf(reset, () -> isLimitedTo(1, second));
    }

    /** As callers see it. */
    private static boolean isLimitedTo(int limit, BanTestServer node) {
        return node.at(newAddress())
                .get("/unlisted")
                .headers()
                .firstValue("RateLimit-Policy")
                .orElse("")
                .startsWith("\"unlisted\";q=" + limit + ";");
    }

    private static void lift(String address) {
        first.bean(Bans.class)
                .lift(Subject.ofText("ip:" + address, null), "test")
                .toCompletableFuture()
                .join();
        assertThat(first.at(address).status("/open")).isEqualTo(200);
    }

    /** Whoever asks a second later, at the latest, is answered so. */
    private static void withinASecondOf(long moment, BooleanSupplier answered) {
        long askedAt = System.nanoTime();
        while (!answered.getAsBoolean()) {
            assertThat(Duration.ofNanos(askedAt - moment)).isLessThan(Duration.ofSeconds(1));
            LockSupport.parkNanos(PAUSE);
            askedAt = System.nanoTime();
        }
    }

    private static String newAddress() {
        int number = ADDRESSES.incrementAndGet();
        return "198.51." + number / 250 + "." + (number % 250 + 1);
    }

    private static int retryAfter(HttpResponse<String> answer, int status) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return Integer.parseInt(answer.headers().firstValue("Retry-After").orElse("-1"));
    }
}

package io.github.limiter.spring.ban;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.limiter.ban.BanEvent;
import io.github.limiter.ban.BanEvent.Kind;
import io.github.limiter.ban.Bans;
import io.github.limiter.spring.ban.BanTestServer.Client;
import io.github.limiter.store.redis.TestRedis;
import io.github.limiter.subject.Subject;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;

/** Whom bans do not hit over HTTP, wherever they are kept. */
class InnocentTests {

    private static final AtomicInteger ADDRESSES = new AtomicInteger();
    private static final int GOOD_USERS = 5;

    @Nested
    class InMemoryWithServlets extends Innocent {

        InMemoryWithServlets() {
            super(WebApplicationType.SERVLET);
        }

        @Override
        void letAnHourPass(BanTestServer server, String address) {
            server.time().advance(Duration.ofMinutes(61));
        }
    }

    @Nested
    class InMemoryWithoutServlets extends Innocent {

        InMemoryWithoutServlets() {
            super(WebApplicationType.REACTIVE);
        }

        @Override
        void letAnHourPass(BanTestServer server, String address) {
            server.time().advance(Duration.ofMinutes(61));
        }
    }

    @Nested
    class OnRedis extends Innocent {

        private final String prefix = TestRedis.newPrefix();
        private final RedisClient client = RedisClient.create(TestRedis.uri());
        private final RedisCommands<String, String> redis = client.connect().sync();

        OnRedis() {
            super(WebApplicationType.SERVLET);
        }

        @Override
        Stream<String> properties() {
            return Stream.of(
                    "--limiter.store=redis",
                    "--limiter.redis.key-prefix=" + prefix,
                    "--limiter.redis.deadline=10s",
                    "--spring.data.redis.url=" + TestRedis.uri(),
                    "--spring.data.redis.repositories.enabled=false");
        }

        /** The time is the server's: its users are made an hour older. */
        @Override
        void letAnHourPass(BanTestServer server, String address) {
            String users = prefix + "{ip:" + address + "}:users";
            await().until(() -> redis.zcard(users) == GOOD_USERS);
            redis.zrange(users, 0, -1).forEach(user -> redis.zincrby(users, -3_660_000_000.0, user));
        }

        @AfterAll
        void disconnect() {
            client.shutdown();
        }
    }

    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    abstract static class Innocent {

        private final WebApplicationType type;
        private BanTestServer server;

        Innocent(WebApplicationType type) {
            this.type = type;
        }

        abstract void letAnHourPass(BanTestServer server, String address);

        Stream<String> properties() {
            return Stream.empty();
        }

        private BanTestServer serverWith(String... more) {
            return new BanTestServer(
                    type, Stream.concat(properties(), Stream.of(more)).toArray(String[]::new));
        }

        @BeforeAll
        void start() {
            server = serverWith("--limiter.allow-list=192.0.2.0/24,user:user9", "--limiter.device.min-age=0s");
        }

        @AfterAll
        void stop() {
            server.close();
        }

        @Test
        void usersBehindOneAddressDoNotBanEachOther() {
            String office = newAddress();
            Client alice = server.at(office).as("alice");
            Client bob = server.at(office).as("bob");

            assertThat(statuses(alice, "/mine", 5)).containsExactly(200, 200, 429, 429, 429);
            assertThat(alice.status("/open"))
                    .as("a user is banned wherever he is")
                    .isEqualTo(403);
            assertThat(server.at(newAddress()).as("alice").status("/mine")).isEqualTo(403);
            assertThat(bob.status("/mine")).isEqualTo(200);
            assertThat(server.at(office).status("/open")).isEqualTo(200);
        }

        @Test
        void aBanOfAUserHoldsForWhoHasLoggedInAsHimAndForNobodyElse() {
            Client anybody = newClient();
            Subject banned = Subject.of("user", "user8");
            server.bean(Bans.class)
                    .ban(banned, Duration.ofDays(1), "", "test")
                    .toCompletableFuture()
                    .join();

            assertThat(anybody.as("user8").status("/open")).isEqualTo(403);
            assertThat(anybody.as("user8", "guess").status("/mine"))
                    .as("whoever says that he is")
                    .isEqualTo(401);
            assertThat(anybody.as("user7").status("/open")).isEqualTo(200);
            assertThat(anybody.status("/open")).isEqualTo(200);
            server.bean(Bans.class).lift(banned, "test").toCompletableFuture().join();
            assertThat(anybody.as("user8").status("/open")).isEqualTo(200);
        }

        @Test
        void aLimitThatAllShareBansNobody() {
            Client reader = newClient();

            assertThat(statuses(reader, "/report", 9)).endsWith(429, 429, 429, 429);

            assertThat(reader.status("/open")).isEqualTo(200);
        }

        @Test
        void anAddressThatFiveGoodUsersShareIsChallengedInPlaceOfBeingBanned() {
            String office = newOffice();
            Client crawler = server.at(office);

            assertThat(statuses(crawler, "/products", 63)).endsWith(200, 429, 429, 429);

            HttpResponse<String> refused = crawler.get("/products");
            assertThat(refused.statusCode()).isEqualTo(403);
            assertThat(refused.body()).contains("urn:limiter:captcha-required");
            assertThat(crawler.status("/open")).isEqualTo(200);
            assertThat(server.at(office).as("user1").status("/open")).isEqualTo(200);
            assertThat(kinds(server, "ip:" + office)).endsWith(Kind.CHALLENGED).doesNotContain(Kind.BANNED);
        }

        private String newOffice() {
            return newOffice(server);
        }

        /** An address that good users share. */
        private String newOffice(BanTestServer server) {
            String office = newAddress();
            for (int user = 0; user < GOOD_USERS; user++) {
                assertThat(server.at(office).as("user" + user).status("/guarded"))
                        .isEqualTo(200);
            }
            letAnHourPass(server, office);
            return office;
        }

        @Test
        void whoSharesAnAddressIsNotSparedTraps() {
            String office = newOffice();
            Client scanner = server.at(office);

            HttpResponse<String> first = scanner.get("/.env");
            assertThat(first.statusCode()).isEqualTo(403);
            assertThat(first.body()).contains("urn:limiter:captcha-required");
            assertThat(server.at(office).as("user1").status("/open")).isEqualTo(200);

            assertBannedForAMinute(scanner.get("/.env"));
            assertBannedForAMinute(scanner.get("/open"));
        }

        @Test
        void whoSharesAnAddressIsNotSparedProbing() {
            String office = newOffice();
            Client scanner = server.at(office);

            assertThat(missing(scanner, 1, 10)).containsOnly(404);
            await().until(() -> kinds(server, "ip:" + office).contains(Kind.CHALLENGED));
            assertThat(kinds(server, "ip:" + office)).doesNotContain(Kind.BANNED);
            assertThat(missing(scanner, 11, 20)).containsOnly(404);

            await().until(() -> kinds(server, "ip:" + office).contains(Kind.BANNED));
            assertBannedForAMinute(scanner.get("/open"));
        }

        private List<Integer> missing(Client client, int from, int to) {
            return IntStream.rangeClosed(from, to)
                    .mapToObj(i -> client.status("/gone/" + ADDRESSES.get() + "/" + i))
                    .toList();
        }

        private void assertBannedForAMinute(HttpResponse<String> refused) {
            assertThat(refused.statusCode()).isEqualTo(403);
            assertThat(refused.body()).contains("abnormal-usage-detected");
            assertThat(refused.headers().firstValueAsLong("Retry-After").orElseThrow())
                    .isBetween(1L, 60L);
        }

        @Test
        void whoSharesAnAddressIsBannedForAMinuteWhereNobodyAsksForCaptchas() {
            try (BanTestServer unasking = serverWith("--limiter.captcha.enabled=false")) {
                Client crawler = unasking.at(newOffice(unasking));

                assertThat(statuses(crawler, "/products", 63)).endsWith(200, 429, 429, 429);

                assertBannedForAMinute(crawler.get("/products"));
            }
        }

        @Test
        void aBannedDeviceIsBannedWhereverItIsAndItsAddressIsNot() {
            String home = newAddress();
            String token = newDevice(home);
            String other = newDevice(newAddress());

            assertThat(IntStream.range(0, 5)
                            .mapToObj(i -> server.at(home)
                                    .get("/device", "Cookie", token)
                                    .statusCode()))
                    .containsExactly(200, 200, 429, 429, 429);

            assertThat(open(home, token)).isEqualTo(403);
            assertThat(open(newAddress(), token)).isEqualTo(403);
            assertThat(open(home, other)).isEqualTo(200);
            assertThat(server.at(home).status("/open")).isEqualTo(200);
            assertThat(open(home, token.substring(0, token.length() - 4) + "AAAA"))
                    .as("a forged token is no device")
                    .isEqualTo(200);
        }

        private int open(String address, String cookie) {
            return server.at(address).get("/open", "Cookie", cookie).statusCode();
        }

        private String newDevice(String address) {
            return server.at(address)
                    .get("/device")
                    .headers()
                    .firstValue("Set-Cookie")
                    .orElseThrow()
                    .replaceFirst(";.*", "");
        }

        @Test
        void theActuatorStaysOpenToWhoIsBannedOnHisOwnAddress() {
            String own = newAddress();
            Client admin = server.at(own).as("admin");
            server.bean(Bans.class)
                    .ban(Subject.ofText("ip:" + own, null), null, "a mistake", "admin")
                    .toCompletableFuture()
                    .join();

            assertThat(admin.status("/open")).isEqualTo(403);
            assertThat(server.at(own).status("/actuator/health")).isEqualTo(200);
            assertThat(server.at(own).status("/actuator/../open")).isEqualTo(403);
            assertThat(server.at(own).status("/actuator/limiter"))
                    .as("it has its own authority")
                    .isEqualTo(401);
            assertThat(admin.send("DELETE", "/actuator/limiter/bans/ip:" + own, "")
                            .statusCode())
                    .isEqualTo(204);
            assertThat(admin.status("/open")).isEqualTo(200);
        }

        /** Bans of users by rules are few; beyond that it is the rule that is wrong. */
        @Test
        void aRuleThatHitsTooManyUsersOnlyChallengesTheNextOnes() {
            try (BanTestServer busy = serverWith()) {
                List<Integer> afterwards = new ArrayList<>();
                for (int user = 0; user < 7; user++) {
                    Client client = busy.at(newAddress()).as("user" + user);
                    assertThat(statuses(client, "/mine", 5)).containsExactly(200, 200, 429, 429, 429);
                    afterwards.add(client.status("/open"));
                }

                assertThat(afterwards).containsExactly(403, 403, 403, 403, 403, 200, 200);
                assertThat(busy.events())
                        .filteredOn(event -> event.kind() == Kind.BUDGET_SPENT)
                        .hasSize(1);
                assertThat(kinds(busy, "user:user5")).containsExactly(Kind.STRUCK, Kind.STRUCK, Kind.CHALLENGED);
                for (int user = 0; user < 7; user++) {
                    busy.bean(Bans.class)
                            .lift(Subject.of("user", "user" + user), "test")
                            .toCompletableFuture()
                            .join();
                }
            }
        }

        @Test
        void everybodyBehindAProxyThatNobodyNamedIsLimitedButNotBanned() {
            try (BanTestServer exposed =
                    serverWith("--limiter.client-ip.trusted-proxies=", "--limiter.allow-list=192.0.2.0/24")) {
                List<Integer> statuses = new ArrayList<>();
                for (int i = 0; i < 70; i++) {
                    statuses.add(exposed.at(newAddress()).status("/products"));
                    exposed.at(newAddress()).status("/.env");
                    exposed.at(newAddress()).status("/missing/" + i);
                }

                assertThat(statuses.subList(0, 60)).containsOnly(200);
                assertThat(statuses.subList(60, 70)).containsOnly(429);
                assertThat(exposed.at(newAddress()).status("/open")).isEqualTo(200);
                assertThat(exposed.at("192.0.2.7").status("/products"))
                        .as("what an unknown proxy says allows nobody anything")
                        .isEqualTo(429);
                assertThat(exposed.events()).extracting(BanEvent::kind).doesNotContain(Kind.STRUCK, Kind.BANNED);
            }
        }

        @Test
        void whoLiesAboutHisAddressBansNobodyElse() {
            Client liar = server.at("198.51.100.1, " + newAddress());
            statuses(liar, "/products", 63);

            assertThat(liar.status("/open")).isEqualTo(403);
            assertThat(server.at("198.51.100.1").status("/open")).isEqualTo(200);
        }

        @Test
        void whoHidesBehindAProxyNeverBansIt() {
            Client hidden = server.at("garbage");

            for (int i = 0; i < 12; i++) {
                hidden.status("/.env");
                hidden.status("/lost/" + i);
            }

            assertThat(hidden.status("/open")).isEqualTo(200);
        }

        @Test
        void theAllowListLetsThoseBeWhoAreOnIt() {
            assertThat(statuses(server.at("192.0.2.7"), "/products", 70)).containsOnly(200);
            assertThat(statuses(server.at(newAddress()).as("user9"), "/mine", 9))
                    .containsOnly(200);
            assertThat(server.at("192.0.2.7").status("/.env")).isEqualTo(404);
            assertThat(server.at("192.0.2.7").status("/open")).isEqualTo(200);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "Forwarded: for=192.0.2.7",
                    "X-Real-IP: 192.0.2.7",
                    "X-Client-IP: 192.0.2.7",
                    "True-Client-IP: 192.0.2.7",
                    "CF-Connecting-IP: 192.0.2.7",
                    "X-Original-Forwarded-For: 192.0.2.7",
                    "X-Forwarded-User: user9",
                    "X-Remote-User: user9",
                    "X-Forwarded-For: 192.0.2.7, ADDRESS",
                    "X-Forwarded-For: 192.0.2.7;ADDRESS, ADDRESS",
                    "X-Forwarded-For: ::ffff:192.0.2.7, 127.0.0.1, ADDRESS",
                })
        void noHeaderPutsAnybodyOnIt(String header) {
            String address = newAddress();
            String name = header.substring(0, header.indexOf(':'));
            String value = header.substring(header.indexOf(':') + 2).replace("ADDRESS", address);
            Client liar = name.equals("X-Forwarded-For") ? server.at(value) : server.at(address);
            String[] headers = name.equals("X-Forwarded-For") ? new String[0] : new String[] {name, value};

            assertThat(IntStream.range(0, 64)
                            .mapToObj(i -> liar.get("/products", headers).statusCode()))
                    .endsWith(200, 429, 429, 429, 403);
            assertThat(server.at("192.0.2.7").status("/open")).isEqualTo(200);
        }

        private Client newClient() {
            return server.at(newAddress());
        }
    }

    private static List<Kind> kinds(BanTestServer server, String subject) {
        return server.events().stream()
                .filter(event -> event.subject().text().equals(subject))
                .map(BanEvent::kind)
                .toList();
    }

    private static String newAddress() {
        int number = ADDRESSES.incrementAndGet();
        return "203.1." + number / 250 + "." + (number % 250 + 1);
    }

    private static List<Integer> statuses(Client client, String path, int times) {
        return IntStream.range(0, times).mapToObj(i -> client.status(path)).toList();
    }
}

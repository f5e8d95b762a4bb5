package io.github.limiter.store.redis;

import static io.github.limiter.store.redis.BanNode.join;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.ban.Offence;
import io.github.limiter.policy.BanRule;
import io.github.limiter.policy.Quota;
import io.github.limiter.store.Standing;
import io.github.limiter.store.Standing.Change;
import io.github.limiter.store.Standing.State;
import io.github.limiter.store.TestLimit;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.CidrSet;
import io.github.limiter.subject.ClientAddressResolver;
import io.github.limiter.subject.Subject;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two nodes, one on each client, and their Redis, which comes and goes. */
class RedisBansTests {

    private static final BanRule RULE = BanRule.of("limited", 3, Duration.ofMinutes(1), Duration.ofMinutes(5));
    private static final Subject ADDRESS = Subject.of("ip", "203.0.113.7");

    private final String prefix = TestRedis.newPrefix();
    private final TestLimit limit = TestLimit.of(Algorithms.FIXED_WINDOW, Quota.of(1, Duration.ofDays(366)))
            .on(ADDRESS);
    private final Caller caller = new Caller(
            new ClientAddressResolver(CidrSet.empty(), "X-Forwarded-For").resolve("203.0.113.7", List.of()),
            null,
            "a request");

    private RedisServer server;
    private RedisClient backDoor;
    private RedisCommands<String, String> redis;
    private BanNode lettuce;
    private BanNode redisson;

    @BeforeEach
    void start() {
        server = new RedisServer();
        backDoor = RedisClient.create(server.uri());
        redis = backDoor.connect().sync();
        lettuce = new BanNode(Client.LETTUCE.connect(server.uri()), prefix);
        redisson = new BanNode(Client.REDISSON.connect(server.uri()), prefix);
    }

    @AfterEach
    void stop() {
        lettuce.close();
        redisson.close();
        backDoor.shutdown();
        server.close();
    }

    private void banByStrikes() {
        lettuce.call(limit, RULE);
        assertThat(Stream.generate(() -> lettuce.call(limit, RULE).standing().change())
                        .limit(3))
                .containsExactly(Change.STRUCK, Change.STRUCK, Change.BEGAN);
    }

    private void withinASecond(String what, BooleanSupplier condition) {
        long since = System.nanoTime();
        Await.until(what, condition);
        assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(Duration.ofSeconds(1));
    }

    @Test
    void aBanByStrikesOnOneNodeIsKnownToTheOtherWithinASecond() {
        banByStrikes();

        withinASecond("the other node knows", () -> redisson.knows(limit).isBanned());
        assertThat(redisson.knows(limit).left())
                .isBetween(micros(Duration.ofMinutes(5).minusSeconds(10)), micros(Duration.ofMinutes(5)));
    }

    @Test
    void aBanByHandIsKnownAtOnceHereAndWithinASecondThere() {
        join(lettuce.bans().ban(ADDRESS, null, "scraping", "admin"));

        assertThat(lettuce.knows(limit).isPermanent()).isTrue();
        withinASecond("the other node knows", () -> redisson.knows(limit).isPermanent());
        assertThat(redisson.bans().find(caller).isBanned()).isTrue();
    }

    @Test
    void aLiftOnOneNodeIsKnownToTheOtherWithinASecond() {
        banByStrikes();
        Await.until("the other node knows", () -> redisson.knows(limit).isBanned());

        join(redisson.bans().lift(ADDRESS, "admin"));

        assertThat(redisson.knows(limit)).isEqualTo(Standing.CLEAR);
        withinASecond("the other node knows", () -> lettuce.knows(limit).isClear());
        assertThat(lettuce.call(limit, RULE).isBanned()).isFalse();
    }

    @Test
    void aChallengeAndItsSolutionReachTheOtherNode() {
        join(lettuce.bans().challenge(ADDRESS, "test"));
        withinASecond("the other node knows", () -> redisson.knows(limit).state() == State.CHALLENGED);

        join(redisson.bans().pardon(ADDRESS));
        withinASecond("and it is over", () -> lettuce.knows(limit).isClear());
    }

    @Test
    void aSolvedChallengeClearsTheStrikesOfRefusedCallsByWhateverRule() {
        BanRule own = BanRule.of("orders", 2, Duration.ofMinutes(1), Duration.ofMinutes(5));
        BanRule probing = BanRule.of("probing", 2, Duration.ofMinutes(1), Duration.ofMinutes(5));
        lettuce.call(limit, own);
        assertThat(lettuce.call(limit, own).standing().change()).isEqualTo(Change.STRUCK);
        join(lettuce.bans().strike(ADDRESS, probing, null, null));

        join(redisson.bans().pardon(ADDRESS));

        assertThat(lettuce.call(limit, own).standing().change()).isEqualTo(Change.STRUCK);
        assertThat(join(lettuce.bans().strike(ADDRESS, probing, null, null)).change())
                .isEqualTo(Change.BEGAN);
    }

    @Test
    void aNodeThatBeginsKnowsAllBans() {
        for (int i = 0; i < 2_500; i++) {
            redis.set(prefix + "{user:u" + i + "}:ban", "1\t0\t0\t0\t0\tmanual\tadmin\tr\t");
            redis.zadd(prefix + "bans", Double.POSITIVE_INFINITY, "user:u" + i);
        }

        try (BanNode third = new BanNode(Client.LETTUCE.connect(server.uri()), prefix)) {
            assertThat(Stream.iterate(0, i -> i + 1)
                            .limit(2_500)
                            .allMatch(i -> third.bans()
                                    .find(Subject.of("user", "u" + i))
                                    .isPermanent()))
                    .isTrue();
        }
    }

    @Test
    void whatIsBannedStaysBannedWhileRedisIsGone() {
        banByStrikes();
        join(lettuce.bans().ban(Subject.of("user", "mallory"), Duration.ofSeconds(6), "r", "admin"));
        Await.until(
                "the other node knows",
                () -> redisson.knows(limit).isBanned()
                        && redisson.bans().find(Subject.of("user", "mallory")).isBanned());

        server.kill();

        Await.until(
                "the nodes know that they hear nothing",
                () -> !lettuce.bans().isCertain() && !redisson.bans().isCertain());
        for (BanNode node : List.of(lettuce, redisson)) {
            assertThat(node.knows(limit).isBanned()).isTrue();
            assertThat(join(node.bans().standing(caller)).isBanned()).isTrue();
            Await.until(
                    "a ban ends at its time all the same",
                    () -> node.bans().find(Subject.of("user", "mallory")).isClear());
        }
    }

    @Test
    void nobodyIsBannedWhileRedisIsGone() {
        server.kill();
        Await.until(
                "the node knows that it hears nothing", () -> !lettuce.bans().isCertain());

        long since = System.nanoTime();
        for (int i = 0; i < 1_000; i++) {
            assertThat(join(lettuce.bans().standing(caller))).isEqualTo(Standing.CLEAR);
        }
        assertThat(join(lettuce.bans().strike(caller, BanRule.HONEYPOT, null, null)))
                .isEqualTo(Standing.CLEAR);

        assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(Duration.ofSeconds(10));
        assertThat(lettuce.knows(limit)).isEqualTo(Standing.CLEAR);
    }

    @Test
    void bansSurviveARestartAsRedisKeepsThem() {
        banByStrikes();
        Await.until(
                "the nodes know",
                () -> lettuce.knows(limit).isBanned() && redisson.knows(limit).isBanned());
        redis.save();

        server.kill();
        server.start();

        Await.until(
                "the nodes hear again",
                () -> lettuce.bans().isCertain() && redisson.bans().isCertain());
        assertThat(lettuce.knows(limit).isBanned()).isTrue();
        assertThat(join(redisson.bans().look(ADDRESS))).isPresent();
        assertThat(redisson.call(limit, RULE).isBanned()).isTrue();
    }

    @Test
    void aLossOfAllDataFreesNobodyWhomTheNodesKnow() {
        Subject mallory = Subject.of("user", "mallory");
        Subject later = Subject.of("user", "later");
        banByStrikes();
        join(lettuce.bans().ban(mallory, Duration.ofSeconds(5), "r", "admin"));
        Await.until(
                "the other node knows",
                () -> redisson.knows(limit).isBanned()
                        && redisson.bans().find(mallory).isBanned());

        redis.flushall();
        join(lettuce.bans().ban(later, Duration.ofHours(1), "r", "admin"));

        for (BanNode node : List.of(lettuce, redisson)) {
            Await.until(
                    "the node has read anew and goes on",
                    () -> node.bans().isCertain() && node.bans().find(later).isBanned());
            assertThat(node.knows(limit).isBanned()).isTrue();
            Await.until(
                    "a ban ends at its time", () -> node.bans().find(mallory).isClear());
            assertThat(node.knows(limit).isBanned()).isTrue();
        }

        assertThat(join(lettuce.bans().look(ADDRESS)))
                .as("it is shown, and known to whoever begins")
                .hasValueSatisfying(ban -> assertThat(ban.rule()).isEqualTo("restored"));
        try (BanNode third = new BanNode(Client.LETTUCE.connect(server.uri()), prefix)) {
            assertThat(third.knows(limit).isBanned()).isTrue();
        }

        join(redisson.bans().lift(ADDRESS, "admin"));

        assertThat(redisson.knows(limit).isClear()).isTrue();
        withinASecond("a lift ends it everywhere", () -> lettuce.knows(limit).isClear());
    }

    @Test
    void aLiftAfterALossReachesNodesThatHaveNotNoticedItYet() {
        banByStrikes();
        Await.until("the other node knows", () -> redisson.knows(limit).isBanned());

        redis.flushall();
        join(redisson.bans().lift(ADDRESS, "admin"));

        withinASecond("a lift ends it everywhere", () -> lettuce.knows(limit).isClear());
        Await.until(
                "both have read anew",
                () -> lettuce.bans().isCertain() && redisson.bans().isCertain());
        assertThat(join(lettuce.bans().look(ADDRESS))).isEmpty();
        assertThat(lettuce.knows(limit).isClear() && redisson.knows(limit).isClear())
                .isTrue();
    }

    @Test
    void aNodeThatBeginsKnowsAllChallenges() {
        for (int i = 0; i < 2_500; i++) {
            join(lettuce.bans().challenge(Subject.of("user", "u" + i), "test"));
        }

        try (BanNode third = new BanNode(Client.LETTUCE.connect(server.uri()), prefix)) {
            assertThat(Stream.iterate(0, i -> i + 1)
                            .limit(2_500)
                            .allMatch(i -> third.bans()
                                            .find(Subject.of("user", "u" + i))
                                            .state()
                                    == State.CHALLENGED))
                    .isTrue();
        }
    }

    @Test
    void aBanThatTheListHasLostIsListedAgainByTheNextNodeThatMeetsIt() {
        banByStrikes();
        redis.del(prefix + "bans");
        try (BanNode third = new BanNode(Client.LETTUCE.connect(server.uri()), prefix)) {
            assertThat(third.knows(limit).isClear()).isTrue();

            long askedAt = third.bans().ticks();
            Standing met = third.call(limit, RULE).standing();
            third.bans().decided(caller, ADDRESS, "limited", met, askedAt);

            assertThat(third.knows(limit).isBanned()).isTrue();
            Await.until("it is listed", () -> redis.zscore(prefix + "bans", ADDRESS.text()) != null);
            assertThat(join(third.bans().list(null, 10)).bans())
                    .singleElement()
                    .satisfies(ban -> assertThat(ban.rule()).isEqualTo("limited"));
        }
        try (BanNode fourth = new BanNode(Client.LETTUCE.connect(server.uri()), prefix)) {
            assertThat(fourth.knows(limit).isBanned()).isTrue();
        }
    }

    @Test
    void everyKeyEndsByItselfButWhatIsPermanent() {
        banByStrikes();
        join(lettuce.bans().strike(caller, BanRule.PROBING, "/x", offence()));
        Subject other = Subject.of("ip", "203.0.113.8");
        join(lettuce.bans().strike(other, BanRule.PROBING, "/x", offence()));
        join(lettuce.bans().challenge(other, "test"));
        join(lettuce.bans().pardon(other));
        join(lettuce.bans().challenge(other, "test"));
        join(lettuce.bans().strike(Subject.of("ip", "203.0.113.9"), BanRule.HONEYPOT.withBans(List.of()), null, null));
        Await.until("evidence is kept", () -> redis.exists(prefix + "{ip:203.0.113.8}:evidence") == 1);

        assertThat(redis.keys("*"))
                .hasSizeGreaterThan(12)
                .allSatisfy(key -> assertThat(redis.pttl(key)).as(key).isPositive());
        assertThat(redis.pttl(prefix + "{ip:203.0.113.7}:ban")).isBetween(280_000L, 300_000L);
        assertThat(redis.pttl(prefix + "{ip:203.0.113.9}:ban"))
                .as("30 days without review")
                .isBetween(2_591_900_000L, 2_592_000_000L);

        join(lettuce.bans().ban(other, null, "for good", "admin"));
        join(lettuce.bans().confirm(Subject.of("ip", "203.0.113.9"), "admin"));

        assertThat(redis.keys("*").stream().filter(key -> redis.pttl(key) < 0))
                .containsExactlyInAnyOrder(
                        prefix + "{ip:203.0.113.8}:ban", prefix + "{ip:203.0.113.9}:ban", prefix + "audit");
    }

    private static Offence offence() {
        return new Offence(Instant.EPOCH, "probing", "GET", "/x", 404, "curl");
    }

    private static long micros(Duration length) {
        return length.toNanos() / 1_000;
    }
}

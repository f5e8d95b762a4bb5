package io.github.limiter.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.store.redis.EdgeReports.Report;
import io.github.limiter.subject.IpAddress;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EdgeReportsTests {

    private static final Report LIMITED =
            new Report("limited", 3, IpAddress.tryParse("203.0.113.20"), "GET", "-", false);

    private final String prefix = TestRedis.newPrefix();
    private final RedisClient client = RedisClient.create(TestRedis.uri());
    private final RedisCommands<String, String> redis = client.connect().sync();
    private final List<Report> told = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        redis.del(prefix + "edge");
        client.shutdown();
    }

    private EdgeReports reports(Stores stores) {
        return new EdgeReports(stores.executor(), prefix, () -> true, this::note);
    }

    private CompletionStage<Boolean> note(Report report) {
        return CompletableFuture.completedStage(told.add(report));
    }

    private void report(String... lines) {
        redis.rpush(prefix + "edge", lines);
        redis.pexpire(prefix + "edge", 60_000);
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void areToldOnceWithAllThatTheySay(Client through) {
        report(
                "limited 3 ip:203.0.113.20 GET -",
                "probing 1 ip:2001:db8:1:1:: POST /wp login.php",
                "limited-by-pages 2 ip:203.0.113.21 GET -");
        try (Stores stores = new Stores(through, TestRedis.uri());
                EdgeReports first = reports(stores);
                EdgeReports second = reports(stores)) {
            first.start();
            second.start();
            Await.until("all are told", () -> told.size() >= 3);
            Await.until("nothing is left", () -> redis.exists(prefix + "edge") == 0);
        }
        assertThat(told)
                .containsExactlyInAnyOrder(
                        LIMITED,
                        new Report("probing", 1, IpAddress.tryParse("2001:db8:1:1::"), "POST", "/wp login.php", false),
                        new Report("limited", 2, IpAddress.tryParse("203.0.113.21"), "GET", "-", true));
    }

    @Test
    void areAllReadHoweverManyThereAre() {
        for (int i = 0; i < 1_200; i++) {
            report("limited " + (i + 1) + " ip:203.0.113.20 GET -");
        }
        try (Stores stores = new Stores(Client.LETTUCE, TestRedis.uri());
                EdgeReports reports = reports(stores)) {
            reports.start();
            Await.until("all are told", () -> told.size() == 1_200);
        }
        assertThat(told).extracting(Report::count).isSorted();
    }

    @Test
    void areReadOnAfterOneThatTheReaderFailedOn() {
        report("limited 1 ip:203.0.113.19 GET -", "limited 3 ip:203.0.113.20 GET -");
        try (Stores stores = new Stores(Client.LETTUCE, TestRedis.uri());
                EdgeReports reports = new EdgeReports(stores.executor(), prefix, () -> true, report -> {
                    if (report.count() == 1) {
                        throw new IllegalStateException("no");
                    }
                    return note(report);
                })) {
            reports.start();
            Await.until("the second is told", () -> !told.isEmpty());
        }
        assertThat(told).containsExactly(LIMITED);
    }

    @Test
    void areLeftToOthersWhereTheyCannotBeUsed() {
        AtomicInteger asked = new AtomicInteger();
        report("limited 3 ip:203.0.113.20 GET -");
        try (Stores stores = new Stores(Client.LETTUCE, TestRedis.uri());
                EdgeReports idle =
                        new EdgeReports(stores.executor(), prefix, () -> asked.incrementAndGet() < 0, this::note)) {
            idle.start();
            Await.until("it is asked twice", () -> asked.get() >= 2);
            assertThat(redis.llen(prefix + "edge")).isEqualTo(1);
            try (EdgeReports busy = reports(stores)) {
                busy.start();
                Await.until("the other is told", () -> told.equals(List.of(LIMITED)));
            }
        }
    }

    @Test
    void areTakenAsFastAsTheReaderIsDoneWithThem() {
        CompletableFuture<Void> busy = new CompletableFuture<>();
        for (int i = 0; i < 600; i++) {
            report("limited " + (i + 1) + " ip:203.0.113.20 GET -");
        }
        try (Stores stores = new Stores(Client.LETTUCE, TestRedis.uri());
                EdgeReports reports = new EdgeReports(
                        stores.executor(),
                        prefix,
                        () -> true,
                        report -> note(report).thenCompose(done -> busy))) {
            reports.start();
            Await.until("the first are told", () -> told.size() == 500);
            assertThat(redis.llen(prefix + "edge")).isEqualTo(100);
            busy.complete(null);
            Await.until("all are told", () -> told.size() == 600);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "limited",
                "limited 3 ip:203.0.113.20 GET",
                "limited 0 ip:203.0.113.20 GET -",
                "limited -1 ip:203.0.113.20 GET -",
                "limited 99999999999 ip:203.0.113.20 GET -",
                "limited 3 user:alice GET -",
                "limited 3 ip:example.org GET -",
                "honeypot 3 ip:203.0.113.20 GET -",
            })
    void thatSaySomethingElseAreNone(String line) {
        assertThat(Report.parse(line)).isNull();
    }
}

package io.github.limiter.spring.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.annotation.Tier;
import io.github.limiter.load.AdaptiveLoad;
import io.github.limiter.load.Load;
import io.github.limiter.load.LoadLevel;
import io.github.limiter.load.LoadOrder;
import io.github.limiter.load.LoadSource;
import io.github.limiter.spring.RunningServer;
import io.github.limiter.time.ManualTime;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What the load level makes of requests, on a server whose clock is moved by hand. */
class LoadLevelTests {

    private static final Duration HOUR = Duration.ofHours(1);

    @RestController
    public static class Shop {

        @RateLimit(tier = Tier.P0, limit = 10)
        @GetMapping("/order")
        public String order() {
            return "ordered";
        }

        @RateLimit(limit = 10)
        @GetMapping("/list")
        public String list() {
            return "listed";
        }

        @RateLimit(tier = Tier.P2, limit = 10)
        @GetMapping("/report")
        public String report() {
            return "reported";
        }

        @RateLimit(tier = Tier.P2, limit = 10, fallback = "cached")
        @GetMapping("/statistics")
        public String statistics() {
            return "fresh";
        }

        String cached() {
            return "cached";
        }

        @GetMapping("/plain")
        public String plain() {
            return "plain";
        }

        @GetMapping("/callable")
        public Callable<String> callable() {
            return () -> "callable";
        }

        @GetMapping("/failing")
        public String failing() {
            throw new IllegalStateException("broken");
        }
    }

    private static RunningServer server(String properties) {
        return RunningServer.start(properties, Shop.class);
    }

    private static void order(RunningServer server, LoadOrder order) {
        server.bean(Load.class)
                .order(order, HOUR, "alice")
                .toCompletableFuture()
                .join();
    }

    private static int passing(RunningServer server, String path) {
        int passed = 0;
        while (server.get(path).statusCode() == 200) {
            passed++;
        }
        return passed;
    }

    @Test
    void atPeakReportsAreDroppedListsHaveHalfAndOrdersGoOn() {
        try (RunningServer server = server("")) {
            order(server, LoadOrder.of(LoadLevel.PEAK));

            HttpResponse<String> shed = server.get("/report");

            assertThat(shed.statusCode()).isEqualTo(503);
            assertThat(shed.headers().firstValue("Retry-After")).contains("30");
            assertThat(shed.headers().firstValue("Cache-Control")).contains("no-store");
            assertThat(shed.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(shed.body())
                    .contains(
                            "\"type\":\"https://iana.org/assignments/http-problem-types#temporary-reduced-capacity\"",
                            "\"title\":\"Temporary Reduced Capacity\"",
                            "\"status\":503",
                            "\"detail\":\"load level PEAK has no room for P2\"")
                    .containsPattern("\"decision\":\"[0-9a-f]{16}\"");
            assertThat(server.get("/statistics").body()).isEqualTo("cached");
            assertThat(passing(server, "/list")).isEqualTo(5);
            assertThat(passing(server, "/order")).isEqualTo(10);
            server.bean(ManualTime.class).advance(HOUR);
            assertThat(passing(server, "/report")).isEqualTo(10);
            assertThat(passing(server, "/list")).isEqualTo(10);
        }
    }

    @Test
    void whatIsDiscardedByNameIsDroppedAtAnyLevel() {
        try (RunningServer server = server("")) {
            order(server, new LoadOrder(null, Set.of(), Set.of("shop-list")));

            assertThat(server.get("/list").statusCode()).isEqualTo(503);
            assertThat(server.get("/list").body()).contains("shop-list is switched off at the moment");
            assertThat(server.get("/report").statusCode()).isEqualTo(200);
        }
    }

    @ParameterizedTest(name = "global.algorithm={0}")
    @CsvSource({"sliding-window", "fixed-window", "token-bucket"})
    void fromALevelOnAShareOfTheGlobalLimitIsP0s(String algorithm) {
        try (RunningServer server = server("limiter.global.limit=20\nlimiter.global.algorithm=" + algorithm + """

                limiter.load.reserved=0.25
                limiter.load.p1-at-peak=1
                limiter.policies.shop-order.limit=100
                limiter.policies.shop-list.limit=100
                """)) {
            order(server, LoadOrder.of(LoadLevel.PEAK));

            assertThat(passing(server, "/list")).isEqualTo(15);
            assertThat(server.get("/list").body()).contains("\"violated-policies\":[\"global-unreserved\"]");
            assertThat(server.get("/plain").statusCode()).isEqualTo(429);
            assertThat(passing(server, "/order")).isEqualTo(5);
        }
    }

    @Test
    void atNormalNothingOfItIsReservedUnlessAskedFor() {
        try (RunningServer server = server("limiter.global.limit=20")) {
            assertThat(passing(server, "/plain")).isEqualTo(20);
        }
        try (RunningServer server = server("limiter.global.limit=20\nlimiter.load.reserved-from=normal")) {
            assertThat(passing(server, "/plain")).isEqualTo(18);
            assertThat(passing(server, "/order")).isEqualTo(2);
        }
    }

    /** What the article did after its incident: queries that are not core rest at night. */
    @Nested
    class AtNight {

        private static final String NIGHT = """
                limiter.load.schedule.night.cron=0 0 22 * * *
                limiter.load.schedule.night.duration=9h
                limiter.load.schedule.night.zone=Europe/Berlin
                limiter.load.schedule.night.tiers=P2
                """;

        /** The server's clock begins in May 2026: in these nights clocks are set back, and forward. */
        @Test
        void reportsAreOffInTheMorningTheyAreOnAlsoWhenClocksAreChanged() {
            try (RunningServer server = server(NIGHT)) {
                expect(server, """
                        2026-06-10T21:59:59+02:00 200
                        2026-06-10T22:00:00+02:00 503
                        2026-06-11T06:59:59+02:00 503
                        2026-06-11T07:00:00+02:00 200
                        2026-10-24T21:59:59+02:00 200
                        2026-10-24T22:00:00+02:00 503
                        2026-10-25T02:30:00+02:00 503
                        2026-10-25T02:30:00+01:00 503
                        2026-10-25T06:59:59+01:00 503
                        2026-10-25T07:00:00+01:00 200
                        2027-03-27T21:59:59+01:00 200
                        2027-03-27T22:00:00+01:00 503
                        2027-03-28T01:59:59+01:00 503
                        2027-03-28T03:00:00+02:00 503
                        2027-03-28T06:59:59+02:00 503
                        2027-03-28T07:00:00+02:00 200
                        """);
            }
        }

        private static void expect(RunningServer server, String times) {
            times.lines().forEach(line -> {
                String[] words = line.split(" ");
                Instant at = ZonedDateTime.parse(words[0]).toInstant();
                server.bean(ManualTime.class).moveTo(ChronoUnit.MICROS.between(Instant.EPOCH, at));

                assertThat(server.get("/report").statusCode()).as(line).isEqualTo(Integer.parseInt(words[1]));
                assertThat(server.get("/order").statusCode()).as(line).isEqualTo(200);
                assertThat(server.get("/list").statusCode()).as(line).isEqualTo(200);
            });
        }

        @Test
        void theAnswerSaysWhenTheMorningComes() {
            try (RunningServer server = server(NIGHT)) {
                Instant at = Instant.parse("2026-06-11T04:00:00Z");
                server.bean(ManualTime.class).moveTo(ChronoUnit.MICROS.between(Instant.EPOCH, at));

                assertThat(server.get("/report").headers().firstValue("Retry-After"))
                        .contains("3600");
            }
        }
    }

    @Nested
    class ByTheLoadOfTheNode {

        @Test
        void requestsAreMeasuredWhateverBecomesOfThem() {
            try (RunningServer server = server("limiter.load.adaptive.enabled=true")) {
                for (String path : new String[] {"/plain", "/callable", "/failing", "/nothing", "/order"}) {
                    server.get(path);
                }

                AdaptiveLoad load = server.bean(AdaptiveLoad.class);
                long giveUp = System.nanoTime() + Duration.ofSeconds(20).toNanos();
                while (load.inFlight() != 0 && System.nanoTime() < giveUp) {
                    Thread.onSpinWait();
                }
                assertThat(load.inFlight()).isZero();
            }
        }

        @Test
        void theyAreNotUnlessAskedFor() {
            try (RunningServer server = server("")) {
                assertThat(server.bean(Load.class).state().source()).isEqualTo(LoadSource.NONE);
                assertThat(server.has(AdaptiveLoad.class)).isFalse();
            }
        }
    }
}

package io.github.limiter.spring.ban;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.github.limiter.annotation.Blacklist;
import io.github.limiter.annotation.Dimensions;
import io.github.limiter.annotation.RateLimit;
import io.github.limiter.guard.Decision;
import io.github.limiter.guard.Guard;
import io.github.limiter.guard.Outcome;
import io.github.limiter.guard.RejectedException;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.spring.Applications;
import io.github.limiter.spring.Decisions;
import io.github.limiter.spring.ban.BanTestServer.Client;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.WebApplicationType;

/** What is written about bans, what it means, and what stops the start. */
class BanConfigurationTests {

    @Nested
    class MistakesInAnnotations {

        static class TooMany {
            @Blacklist(strikes = 1001)
            @RateLimit
            public void call() {}
        }

        static class None {
            @Blacklist(strikes = 0)
            @RateLimit
            public void call() {}
        }

        static class Twice {
            @Blacklist(strikes = 3, strikesString = "4")
            @RateLimit
            public void call() {}
        }

        static class NoNumber {
            @Blacklist(strikesString = "some")
            @RateLimit
            public void call() {}
        }

        static class NoTime {
            @Blacklist(within = "a while")
            @RateLimit
            public void call() {}
        }

        static class NoBan {
            @Blacklist(ban = "long")
            @RateLimit
            public void call() {}
        }

        static class PermanentBeside {
            @Blacklist(ban = {"5m", "permanent"})
            @RateLimit
            public void call() {}
        }

        static class Everybody {
            @Blacklist(dimension = Dimensions.GLOBAL)
            @RateLimit
            public void call() {}
        }

        static class Unknown {
            @Blacklist(dimension = "tenant")
            @RateLimit
            public void call() {}
        }

        static class Private {
            @Blacklist
            private void call() {}
        }

        @ParameterizedTest
        @MethodSource
        void nameTheMethodTheValueAndTheFix(Class<?> bean, String problem, String fix) {
            Applications.with(bean)
                    .run(context -> assertThat(cause(context.getStartupFailure()))
                            .isInstanceOf(InvalidConfigurationException.class)
                            .hasMessageContaining("@Blacklist on ")
                            .hasMessageContaining(problem)
                            .hasMessageContaining(fix));
        }

        static List<Arguments> nameTheMethodTheValueAndTheFix() {
            return List.of(
                    argumentSet("too many", TooMany.class, "strikes: '1001' is not", "1 to 1000"),
                    argumentSet("none", None.class, "strikes: '0' is not", "1 to 1000"),
                    argumentSet("twice", Twice.class, "strikes: '3' stands beside strikesString", "one of the two"),
                    argumentSet("no number", NoNumber.class, "strikesString: 'some'", "digits only"),
                    argumentSet("no time", NoTime.class, "within: 'a while' is not a duration", "1m"),
                    argumentSet("no ban", NoBan.class, "ban: 'long' is no length", "5m, 1h, 1d"),
                    argumentSet(
                            "permanent beside", PermanentBeside.class, "ban: 'permanent' stands", "permanent alone"),
                    argumentSet(
                            "everybody", Everybody.class, "dimension: 'global' stands for many", "ip, user, device"),
                    argumentSet("unknown", Unknown.class, "dimension: 'tenant' is not known", "Use one of"),
                    argumentSet("private", Private.class, "call' is private", "leave @Blacklist out"));
        }
    }

    @Nested
    class MistakesInProperties {

        @ParameterizedTest(name = "{0}={1}")
        @CsvSource(delimiter = '|', textBlock = """
            limiter.ban.limited.strikes          | -1     | is not a number of strikes | 1 to 1000
            limiter.ban.limited.within           | 0s     | is out of range            | 1ms to 366d
            limiter.ban.limited.ban              | later  | is no length of a ban      | 5m, 1h, 1d
            limiter.ban.limited.spacing          | 40s    | leaves no room             | shorter spacing
            limiter.ban.challenge-at             | -2     | is not a number of strikes | 0 for none
            limiter.ban.probing.strikes          | 1001   | is not a number of strikes | 1 to 1000
            limiter.ban.honeypot.paths           | .env   | is no path that could be   | such as /.env
            limiter.ban.honeypot.paths           | /**    | is no path that could be   | such as /.env
            limiter.ban.repeat.strikes           | -1     | is not a number of bans    | 0 for none
            limiter.ban.repeat.ban               | 1d     | is another end             | Write permanent
            limiter.ban.failed-logins.within     | 400d   | is out of range            | 366d
            limiter.ban.rules.mine.counts        | sins   | is nothing that can be     | not-found, method-not-allowed
            limiter.ban.rules.probing.counts     | 404    | is the name of a rule      | limiter.ban.probing.*
            limiter.ban.cached                   | 0      | is not a positive number   | 100000
            limiter.ban.evidence.retention       | 0s     | is shorter than a second   | 30d
            """)
        void nameThePropertyTheValueAndTheFix(String property, String value, String problem, String fix) {
            assertThat(failure("--" + property + "=" + value))
                    .isInstanceOf(InvalidConfigurationException.class)
                    .hasMessageStartingWith(property.replace(".rules.probing.counts", ".rules.probing"))
                    .hasMessageContaining(problem)
                    .hasMessageContaining(fix);
        }

        @Test
        void aRuleForEverybodyIsRefused() {
            assertThat(failure("--limiter.ban.rules.mine.counts=404", "--limiter.ban.rules.mine.dimension=subnet"))
                    .hasMessageStartingWith("limiter.ban.rules.mine.dimension: 'subnet' stands for many");
        }

        private static Throwable failure(String... properties) {
            try {
                new BanTestServer(WebApplicationType.SERVLET, properties).close();
            } catch (RuntimeException e) {
                return cause(e);
            }
            throw new AssertionError("the application has started");
        }
    }

    @Nested
    class OfMethods {

        static class Shop {

            @Blacklist(dimension = Dimensions.USER)
            @RateLimit(name = "by-interface", dimension = Dimensions.INTERFACE, limit = 1)
            public void plain() {}
        }

        @Test
        void aMethodOutsideOfRequestsIsLimitedAsBefore() {
            Applications.with(Shop.class, Decisions.class).run(context -> {
                Shop shop = context.getBean(Shop.class);
                shop.plain();
                for (int i = 0; i < 9; i++) {
                    try {
                        shop.plain();
                    } catch (RejectedException refused) {
                        assertThat(refused.decision().outcome()).isEqualTo(Outcome.LIMITED);
                    }
                }
                assertThat(context.getBean(Decisions.class).all())
                        .extracting(Decision::outcome)
                        .hasSize(10);
                assertThat(context).hasSingleBean(Guard.class);
            });
        }
    }

    @Nested
    class OfRules {

        @Test
        void withoutABanNobodyIsRefused() {
            try (BanTestServer server = new BanTestServer(WebApplicationType.SERVLET, "--limiter.ban.enabled=false")) {
                Client crawler = server.at("203.0.113.1");

                assertThat(statuses(crawler, "/products", 70)).endsWith(429, 429, 429, 429, 429);
                assertThat(crawler.status("/.env")).isEqualTo(404);
                assertThat(statuses(crawler, "/a/", 12)).containsOnly(404);
                assertThat(crawler.status("/open")).isEqualTo(200);
            }
        }

        @Test
        void annotatedAloneRefusesOnlyWhereABlacklistIs() {
            for (WebApplicationType type : List.of(WebApplicationType.SERVLET, WebApplicationType.REACTIVE)) {
                try (BanTestServer server = new BanTestServer(type, "--limiter.ban.enforce=annotated")) {
                    Client crawler = server.at("203.0.113.1");

                    assertThat(statuses(crawler, "/products", 64)).endsWith(429, 429, 429, 403);
                    assertThat(crawler.status("/guarded")).isEqualTo(403);
                    assertThat(crawler.status("/open")).isEqualTo(200);
                    assertThat(crawler.status("/unlisted")).isEqualTo(200);
                }
            }
        }

        @Test
        void inShadowWouldHaveBanned() {
            try (BanTestServer server = new BanTestServer(WebApplicationType.SERVLET, "--limiter.mode=shadow")) {
                Client crawler = server.at("203.0.113.1");

                crawler.status("/.env");
                statuses(crawler, "/products", 70);

                assertThat(crawler.status("/open")).isEqualTo(200);
                assertThat(server.events())
                        .anyMatch(event -> event.kind().name().equals("WOULD_BE_BANNED"));
            }
        }

        @Test
        void writtenDownLimitedCountsForAllLimits() {
            try (BanTestServer server = new BanTestServer(WebApplicationType.SERVLET, "--limiter.ban.limited.ban=7m")) {
                Client client = server.at("203.0.113.1");

                assertThat(statuses(client, "/unlisted", 5)).containsExactly(200, 429, 429, 429, 403);
            }
        }

        @Test
        void aLadderClimbs() {
            try (BanTestServer server = new BanTestServer(
                    WebApplicationType.SERVLET,
                    "--limiter.ban.honeypot.ban=10s,1h",
                    "--limiter.ban.repeat.strikes=0")) {
                Client prober = server.at("203.0.113.1");

                assertThat(prober.get("/.env").headers().firstValue("Retry-After"))
                        .hasValue("10");
                server.time().advance(Duration.ofSeconds(10));
                assertThat(prober.get("/.env").headers().firstValue("Retry-After"))
                        .hasValue("3600");
                server.time().advance(Duration.ofHours(1));
                assertThat(prober.get("/.env").headers().firstValue("Retry-After"))
                        .hasValue("3600");
            }
        }

        @Test
        void ofOnesOwnCountStatusesOfAPath() {
            try (BanTestServer server = new BanTestServer(
                    WebApplicationType.SERVLET,
                    "--limiter.ban.rules.doors.counts=401,403",
                    "--limiter.ban.rules.doors.match=GET /mine",
                    "--limiter.ban.rules.doors.strikes=3",
                    "--limiter.ban.rules.doors.ban=1h")) {
                Client knocking = server.at("203.0.113.1");

                assertThat(IntStream.range(0, 3)
                                .map(i -> knocking.status("/mine"))
                                .boxed())
                        .containsOnly(401);
                assertThat(knocking.get("/open").headers().firstValue("Retry-After"))
                        .hasValue("3600");
            }
        }
    }

    private static Throwable cause(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null && !(cause instanceof InvalidConfigurationException)) {
            cause = cause.getCause();
        }
        return cause;
    }

    private static List<Integer> statuses(Client client, String path, int times) {
        return IntStream.range(0, times)
                .mapToObj(i -> client.status(path.endsWith("/") ? path + i : path))
                .toList();
    }
}

package io.github.limiter.spring.ban;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.ban.Bans;
import io.github.limiter.spring.ban.BanTestServer.Client;
import io.github.limiter.subject.Subject;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.json.JsonParserFactory;

/** The actuator endpoint, with servlets and without. */
class EndpointTests {

    private static final String ROOT = "/actuator/limiter";
    private static final String[] JSON = {"Content-Type", "application/vnd.spring-boot.actuator.v3+json"};
    private static final String[] NO_HEADER = {};

    @Nested
    class WithServlets extends Operations {

        WithServlets() {
            super(WebApplicationType.SERVLET);
        }
    }

    @Nested
    class WithoutServlets extends Operations {

        WithoutServlets() {
            super(WebApplicationType.REACTIVE);
        }
    }

    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    abstract static class Operations {

        private final WebApplicationType type;
        private BanTestServer server;
        private Client admin;

        Operations(WebApplicationType type) {
            this.type = type;
        }

        @BeforeAll
        void start() {
            server = new BanTestServer(
                    type,
                    "--limiter.allow-list=192.0.2.0/24,user:monitor",
                    "--limiter.client-ip.trusted-proxies=127.0.0.1,198.18.0.0/15",
                    "--limiter.policies.core.match=/core",
                    "--limiter.policies.core.tier=p0");
            admin = server.at("203.0.113.250").as("admin");
        }

        @AfterAll
        void stop() {
            server.close();
        }

        @ParameterizedTest
        @CsvSource({
            "GET, ''",
            "GET, /bans",
            "GET, /policies/products",
            "DELETE, /bans/user:x",
            "POST, /review/user:x",
            "GET, /load",
            "POST, /load",
            "DELETE, /load",
            "POST, /policies/products",
            "DELETE, /policies/products"
        })
        void everyOperationAsksForTheRole(String method, String path) {
            assertThat(server.at("203.0.113.1")
                            .as("alice")
                            .send(method, ROOT + path, method.equals("POST") ? "{}" : "")
                            .statusCode())
                    .isEqualTo(403);
            assertThat(server.at("203.0.113.1").send(method, ROOT + path, "").statusCode())
                    .isEqualTo(401);
        }

        @Test
        void theOverviewCounts() {
            Map<String, Object> overview = json(admin.get(ROOT));

            assertThat(overview).containsKeys("policies", "review", "sections").containsEntry("moreBans", false);
            assertThat(overview.get("bans"))
                    .isInstanceOfSatisfying(
                            Number.class, bans -> assertThat(bans.intValue()).isBetween(0, 99));
        }

        @Test
        void policiesAreListedAndFoundByName() {
            assertThat(admin.get(ROOT + "/policies").body()).contains("\"products\"", "\"report\"");
            assertThat(json(admin.get(ROOT + "/policies/products")))
                    .containsEntry("algorithm", "sliding-window")
                    .containsEntry("dimension", "ip")
                    .containsEntry("limit", 60)
                    .containsEntry("window", "PT1M");
            assertThat(admin.status(ROOT + "/policies/nothing")).isEqualTo(404);
            assertThat(admin.status(ROOT + "/nothing")).isEqualTo(404);
        }

        @Test
        void aPolicyIsChangedWhileItIsInForceUntilItIsReset() {
            Client visitor = server.at("203.0.113.40");
            String policy = ROOT + "/policies/unlisted";

            Map<String, Object> changed = json(admin.send("POST", policy, "{\"limit\":3,\"window\":\"30s\"}"));

            assertThat(changed)
                    .containsEntry("limit", 3)
                    .containsEntry("window", "PT30S")
                    .containsEntry("changed", Map.of("limit", 3, "window", "PT30S", "by", "admin"));
            assertThat(IntStream.range(0, 4).mapToObj(i -> visitor.status("/unlisted")))
                    .containsExactly(200, 200, 200, 429);
            assertThat(json(admin.send("POST", policy, "{\"mode\":\"shadow\"}")))
                    .as("in the place of the change before")
                    .containsEntry("limit", 1)
                    .containsEntry("mode", "SHADOW");
            assertThat(visitor.status("/unlisted")).isEqualTo(200);
            assertThat(admin.send("DELETE", policy, "").statusCode()).isEqualTo(204);
            assertThat(json(admin.get(policy)))
                    .containsEntry("limit", 1)
                    .containsEntry("window", "PT1M")
                    .containsEntry("mode", "ENFORCE")
                    .doesNotContainKey("changed");
            assertThat(visitor.status("/unlisted")).isEqualTo(429);
            assertThat(admin.get(ROOT + "/audit").body())
                    .contains("\"action\":\"POLICY\"", "\"interface:unlisted\"", "as defined");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{}",
                    "{\"limit\":0}",
                    "{\"limit\":\"many\"}",
                    "{\"window\":\"soon\"}",
                    "{\"window\":\"-5m\"}",
                    "{\"mode\":\"maybe\"}"
                })
        void whatNoPolicyCanBeIsABadRequest(String body) {
            assertThat(admin.send("POST", ROOT + "/policies/products", body).statusCode())
                    .isEqualTo(400);
            assertThat(json(admin.get(ROOT + "/policies/products")))
                    .containsEntry("limit", 60)
                    .doesNotContainKey("changed");
        }

        @Test
        void aPolicyThatThereIsNotCannotBeChanged() {
            assertThat(admin.send("POST", ROOT + "/policies/nothing", "{\"limit\":1}")
                            .statusCode())
                    .isEqualTo(404);
            assertThat(admin.send("DELETE", ROOT + "/policies/nothing", "").statusCode())
                    .isEqualTo(404);
        }

        @ParameterizedTest
        @CsvSource({
            "ip:203.0.113.20,                   ip:203.0.113.20",
            "IP:203.0.113.21,                   ip:203.0.113.21",
            "ip:2001:db8:1:1::,                 ip:2001:db8:1:1::",
            "ip:2001:DB8:1:2:ffff::7,           ip:2001:db8:1:2::",
            "user:carol,                        user:carol",
        })
        void bansShowsLiftsBySegmentAndByParameter(String written, String text) {
            HttpResponse<String> banned = admin.send(
                    "POST",
                    ROOT + "/bans",
                    "{\"subject\":\"" + written + "\",\"duration\":\"30m\",\"reason\":\"scraping\"}");
            assertThat(banned.statusCode()).isEqualTo(200);
            assertThat(json(banned))
                    .containsEntry("subject", text)
                    .containsEntry("by", "admin")
                    .containsEntry("reason", "scraping")
                    .containsEntry("rule", "manual")
                    .containsEntry("start", "2026-05-04T12:00:00Z")
                    .containsEntry("until", "2026-05-04T12:30:00Z");
            assertThat(admin.get(ROOT + "/bans").body()).contains('"' + text + '"');
            assertThat(json(admin.get(ROOT + "/bans/" + written)))
                    .containsEntry("subject", text)
                    .containsKey("evidence");
            assertThat(json(admin.get(ROOT + "/bans?subject=" + written))).containsEntry("subject", text);

            assertThat(admin.send("DELETE", ROOT + "/bans?subject=" + written, "")
                            .statusCode())
                    .isEqualTo(204);
            assertThat(admin.status(ROOT + "/bans/" + written)).isEqualTo(404);
            assertThat(admin.send("DELETE", ROOT + "/bans/" + written, "").statusCode())
                    .as("once more")
                    .isEqualTo(204);
            assertThat(admin.get(ROOT + "/audit").body())
                    .contains("\"action\":\"BAN\"", "\"action\":\"LIFT\"", '"' + text + '"', "\"by\":\"admin\"");
        }

        @Test
        void withoutADurationABanLastsUntilItIsLifted() {
            assertThat(json(admin.send("POST", ROOT + "/bans", "{\"subject\":\"user:dave\"}")))
                    .containsEntry("permanent", true)
                    .doesNotContainKey("until");
            assertThat(json(admin.send("POST", ROOT + "/bans/user:erin", "{\"duration\":\"60\"}")))
                    .containsEntry("until", "2026-05-04T12:01:00Z");
        }

        @Test
        void aNetworkIsBannedByParameter() {
            assertThat(admin.send("POST", ROOT + "/bans", "{\"subject\":\"subnet:203.0.112.0/24\"}")
                            .statusCode())
                    .isEqualTo(200);
            assertThat(server.at("203.0.112.77").status("/open")).isEqualTo(403);
            assertThat(admin.send("DELETE", ROOT + "/bans?subject=subnet:203.0.112.0/24", "")
                            .statusCode())
                    .isEqualTo(204);
            assertThat(server.at("203.0.112.77").status("/open")).isEqualTo(200);
        }

        @ParameterizedTest
        @CsvSource(delimiter = ';', textBlock = """
                {"subject":""};                                         subject: '' is none
                {"subject":"carol"};                                    write it like ip:
                {"subject":"ip:300.1.1.1"};                             write it like ip:
                {"subject":"subnet:10.0.0.0/8"};                        subnet:10.0.0.0/24
                {"subject":"global:x"};                                 stands for everybody
                {"subject":"interface:products"};                       stands for everybody
                {"subject":"tenant:acme"};                              is not known
                {"subject":"ip:127.0.0.1"};                             trusted proxy
                {"subject":"ip:::ffff:127.0.0.1"};                      trusted proxy
                {"subject":"subnet:198.18.7.0/24"};                     trusted proxy
                {"subject":"user:x","duration":"soon"};                 such as 30m
                {"subject":"user:x","duration":"-5m"};                  1ms to 3660d
                {"subject":"user:x","duration":""};                     such as 30m
                {"subject":"user:x","duration":" "};                    such as 30m
                {"subject":"user:x","duration":null};                   leave it out
                {"subject":"user:x","durration":"5m"};                  durration: is no field
                {"subject":"user:x","level":"PEAK"};                    level: is no field
                {"reason":"nobody"};                                    subject: is missing
                """)
        void whatCannotBeBannedIsABadRequestThatSaysSo(String body, String says) {
            assertRefused(admin.send("POST", ROOT + "/bans", body), says);
        }

        private void assertRefused(HttpResponse<String> answer, String says) {
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
            assertThat(JsonParserFactory.getJsonParser().parseMap(answer.body()).get("detail"))
                    .asString()
                    .contains(says);
            assertThat(admin.get(ROOT + "/bans").body()).doesNotContain("\"user:x\"", "127.0.0.1", "198.18.", "acme");
        }

        @ParameterizedTest
        @CsvSource(delimiter = ';', textBlock = """
                POST;   /bans/user:x;                {"durration":"5m"};          durration: is no field
                POST;   /bans/user:x;                {"limit":"5"};               limit: is no field
                POST;   /bans/user:x?reason=x&until=7; {};                        until: is no field
                POST;   /review/user:x;              {"duration":"5m"};           confirmed as it is
                POST;   /policies/products;          {"limit":5,"reason":"x"};    reason: is no field
                POST;   /policies/products;          {"limits":5};                limits: is no field
                POST;   /load;                       {"level":"","duration":"5m"}; NORMAL, PEAK, CRITICAL
                POST;   /load;                       {"level":"PEAK","duration":"5m","subject":"user:x"}; subject: is no field
                DELETE; /bans?subjct=user:x;         '';                          subjct: is no field
                DELETE; /bans;                       '';                          subject: is missing
                GET;    /bans?size=0;                '';                          1 to 1000
                GET;    /bans?size=1001;             '';                          1 to 1000
                GET;    /bans?size=many;             '';                          1 to 1000
                GET;    /audit?size=-1;              '';                          1 to 1000
                GET;    /bans?cursor=nowhere;        '';                          cursor
                GET;    /subjects;                   '';                          name one
                """)
        void whatElseCannotBeDoneIsABadRequestThatSaysSo(String method, String path, String body, String says) {
            assertRefused(admin.send(method, ROOT + path, body), says);
            assertThat(json(admin.get(ROOT + "/policies/products"))).containsEntry("limit", 60);
            assertThat(json(admin.get(ROOT + "/load"))).containsEntry("level", "NORMAL");
        }

        @ParameterizedTest
        @CsvSource(delimiter = ';', textBlock = """
                /bans;                          [];                            no JSON object
                /bans;                          {;                             no JSON object
                /bans;                          "user:x";                      no JSON object
                /bans;                          {"subject":["user:x"]};        subject: is no text
                /bans;                          {"subject":{}};                subject: is no text
                /bans;                          {"subject":"user:x","subject":"user:y"}; each field once
                /bans?subject=user:y;           {"subject":"user:x"};          subject: is given twice
                /bans?subject=user:y&subject=user:x; {};                       subject: is given more than once
                /bans/user:x?reason=a;          {"reason":"b"};                reason: is given twice
                /review/user:x;                 [1];                           no JSON object
                /policies/products;             {"limit":[5]};                 limit: is no text or number
                /load;                          {"level":;                     no JSON object
                """)
        void whatCannotBeReadAsOneThingIsABadRequestThatSaysSo(String path, String body, String says) {
            assertRefused(admin.send("POST", ROOT + path, body, body.startsWith("{") ? NO_HEADER : JSON), says);
            assertThat(admin.status(ROOT + "/bans/user:y")).isEqualTo(404);
        }

        @Test
        void whatIsTooLongIsABadRequestThatSaysSo() {
            assertRefused(
                    admin.send(
                            "POST",
                            ROOT + "/bans",
                            "{\"subject\":\"user:x\",\"reason\":\"" + "x".repeat(16_384) + "\"}"),
                    "longer than 16384 bytes");
        }

        @ParameterizedTest
        @ValueSource(strings = {"subnet:203.0.112.0/24", "subnet:2001:db8:7::/48", "user:acme/carol"})
        void whatHasASlashIsBannedShownAndLiftedByItsPathToo(String subject) {
            String path = ROOT + "/bans/" + subject;
            String text = subject.startsWith("user:")
                    ? Subject.of("user", subject.substring("user:".length())).text()
                    : subject;

            assertThat(json(admin.send("POST", path, "{\"duration\":\"1h\",\"reason\":\"scraping\"}")))
                    .containsEntry("subject", text)
                    .containsEntry("reason", "scraping");
            assertThat(json(admin.get(path))).containsEntry("subject", text).containsKey("evidence");
            assertThat(json(admin.get(ROOT + "/subjects/" + subject))).containsEntry("standing", "BANNED");
            assertThat(admin.send("DELETE", path, "").statusCode()).isEqualTo(204);
            assertThat(admin.status(path)).isEqualTo(404);
        }

        @ParameterizedTest
        @CsvSource({
            "user:a;b, user:a;b",
            "user:a%2Fb%2Fc, user:a/b/c",
            "user:carol%2Bx@example.org, user:carol+x@example.org"
        })
        void whatNoPathCanHoldIsNamedByParameter(String written, String subject) {
            assertThat(admin.send("POST", ROOT + "/bans", "{\"subject\":\"" + subject + "\",\"duration\":\"1h\"}")
                            .statusCode())
                    .isEqualTo(200);
            assertThat(admin.status(ROOT + "/bans?subject=" + written)).isEqualTo(200);
            assertThat(admin.send("DELETE", ROOT + "/bans?subject=" + written, "")
                            .statusCode())
                    .isEqualTo(204);
            assertThat(admin.status(ROOT + "/bans?subject=" + written)).isEqualTo(404);
        }

        @ParameterizedTest
        @ValueSource(strings = {"ip:192.0.2.7", "user:monitor"})
        void theAllowListBeatsBansByHand(String subject) {
            HttpResponse<String> answer =
                    admin.send("POST", ROOT + "/bans", "{\"subject\":\"" + subject + "\",\"duration\":\"1h\"}");

            assertThat(answer.statusCode()).isEqualTo(409);
            assertThat(answer.body()).contains("limiter.allow-list");
        }

        @Test
        void aLoadLevelIsOrderedShownAndWithdrawn() {
            assertThat(json(admin.get(ROOT + "/load")))
                    .containsEntry("level", "NORMAL")
                    .containsEntry("source", "NONE")
                    .doesNotContainKey("ordered");

            HttpResponse<String> ordered = admin.send(
                    "POST", ROOT + "/load", "{\"level\":\"peak\",\"duration\":\"30m\",\"reason\":\"sale day\"}");

            assertThat(json(ordered))
                    .containsEntry("level", "PEAK")
                    .containsEntry("source", "OPERATOR")
                    .containsEntry("until", "2026-05-04T12:30:00Z")
                    .isEqualTo(json(admin.get(ROOT + "/load")));
            assertThat(ordered.body()).contains("\"by\":\"admin\"");
            assertThat(json(admin.get(ROOT))).containsEntry("load", "PEAK");

            assertThat(admin.send("DELETE", ROOT + "/load", "").statusCode()).isEqualTo(204);
            assertThat(json(admin.get(ROOT + "/load"))).containsEntry("level", "NORMAL");
            assertThat(admin.get(ROOT + "/audit").body())
                    .contains("\"action\":\"LOAD\"", "\"subject\":\"global\"", "PEAK for PT30M: sale day", "withdrawn");
        }

        @Test
        void tiersAndSinglePoliciesAreDiscarded() {
            HttpResponse<String> ordered = admin.send(
                    "POST",
                    ROOT + "/load",
                    "{\"tiers\":\"P2\",\"policies\":\"report, reprots, unlisted, core\",\"duration\":\"10m\"}");

            assertThat(json(ordered))
                    .containsEntry("level", "NORMAL")
                    .containsEntry("tiers", List.of("P2"))
                    .containsEntry("policies", List.of("core", "report", "reprots", "unlisted"));
            assertThat(ordered.body()).contains("\"unknown\":[\"reprots\"]", "\"never\":[\"core\"]");
            assertThat(server.at("203.0.113.40").status("/report")).isEqualTo(503);
            assertThat(server.at("203.0.113.40").status("/products")).isEqualTo(200);
            admin.send("DELETE", ROOT + "/load", "");
            assertThat(server.at("203.0.113.40").status("/report")).isEqualTo(200);
        }

        @ParameterizedTest
        @CsvSource(delimiter = ';', textBlock = """
                {"level":"PEAK"};                                   duration: is missing
                {"duration":"30m"};                                 level
                {"level":"HIGH","duration":"30m"};                  NORMAL, PEAK, CRITICAL
                {"tiers":"P0","duration":"30m"};                    P0
                {"tiers":"P3","duration":"30m"};                    P1
                {"policies":"no such name","duration":"30m"};       policies
                {"policies":"report, global","duration":"30m"};     CRITICAL
                {"level":"PEAK","duration":"31d"};                  1s to 30d
                {"level":"PEAK","duration":"soon"};                 such as 30m
                """)
        void whatCannotBeOrderedIsABadRequest(String body, String says) {
            HttpResponse<String> answer = admin.send("POST", ROOT + "/load", body);

            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.body()).contains(says);
            assertThat(json(admin.get(ROOT + "/load"))).containsEntry("level", "NORMAL");
        }

        @Test
        void aDecisionIsExplainedByTheIdOfItsAnswer() {
            Client visitor = server.at("203.0.113.30");
            visitor.get("/unlisted");
            String id = visitor.get("/unlisted").body().replaceFirst(".*\"decision\":\"([0-9a-f]{16})\".*", "$1");

            assertThat(json(admin.get(ROOT + "/decisions/" + id)))
                    .containsEntry("outcome", "LIMITED")
                    .containsEntry("address", "203.0.113.30");
            assertThat(admin.get(ROOT + "/decisions").body()).contains(id);
            assertThat(admin.status(ROOT + "/decisions/0000000000000000")).isEqualTo(404);
            assertThat(json(admin.get(ROOT + "/subjects/ip:203.0.113.30")))
                    .containsEntry("standing", "CLEAR")
                    .hasEntrySatisfying(
                            "decisions",
                            decisions -> assertThat((List<?>) decisions).hasSize(1));
        }

        @Test
        void evidenceIsShownToTheReviewerWhoConfirms() {
            Client prober = server.at("203.0.113.31");
            for (int ban = 1; ban <= 3; ban++) {
                assertThat(prober.get("/.env?secret=7").statusCode()).isEqualTo(403);
                if (ban < 3) {
                    lift("ip:203.0.113.31");
                }
            }

            String ban = admin.get(ROOT + "/review/ip:203.0.113.31").body();
            assertThat(ban).contains("\"needsReview\":true", "\"path\":\"/.env\"", "\"agent\":\"test/1\"");
            assertThat(ban).doesNotContain("secret");
            assertThat(admin.send("POST", ROOT + "/review", "{\"subject\":\"ip:203.0.113.31\"}")
                            .statusCode())
                    .isEqualTo(200);
            assertThat(admin.send("POST", ROOT + "/review/ip:203.0.113.31", "{}")
                            .statusCode())
                    .as("there is nothing more to confirm")
                    .isEqualTo(404);
            assertThat(prober.status("/open")).isEqualTo(403);
        }

        private void lift(String subject) {
            server.bean(Bans.class)
                    .lift(Subject.ofText(subject, null), "test")
                    .toCompletableFuture()
                    .join();
        }
    }

    @Test
    void byDefaultTheRoleIsOneThatNobodyHasByChance() {
        try (BanTestServer server =
                new BanTestServer(WebApplicationType.SERVLET, "--limiter.endpoint.role=LIMITER_ADMIN")) {
            HttpResponse<String> answer = server.at("203.0.113.1").as("admin").get(ROOT);

            assertThat(answer.statusCode()).isEqualTo(403);
            assertThat(answer.body()).contains("LIMITER_ADMIN", "limiter.endpoint.role");
        }
    }

    @Test
    void byDefaultItIsNotExposed() {
        try (BanTestServer server =
                new BanTestServer(WebApplicationType.SERVLET, "--management.endpoints.web.exposure.include=health")) {
            assertThat(server.at("203.0.113.1").as("admin").get(ROOT).body()).doesNotContain("\"sections\"");
            assertThat(server.at("203.0.113.1").as("admin").status(ROOT + "/bans"))
                    .isEqualTo(404);
        }
    }

    @Test
    void whatRiskControlRefusesIsExplainedUnderItsIdAndOfItsSubject() {
        try (BanTestServer server = new BanTestServer(
                WebApplicationType.SERVLET,
                "--limiter.risk.good-bots.dns=false",
                "--limiter.risk.scenes.crawler.mode=enforce",
                "--limiter.risk.scenes.crawler.signals.velocity.threshold=3",
                "--limiter.risk.scenes.crawler.signals.velocity.at-least=block")) {
            Client admin = server.at("203.0.113.250").as("admin");
            Client visitor = server.at("203.0.113.61");
            assertThat(visitor.status("/open")).isEqualTo(200);
            assertThat(visitor.status("/open")).isEqualTo(200);
            HttpResponse<String> refused = visitor.get("/open");
            assertThat(refused.statusCode()).isEqualTo(403);

            String id = refused.body().replaceFirst(".*\"decision\":\"([0-9a-f]{16})\".*", "$1");
            Map<String, Object> decision = json(admin.get(ROOT + "/decisions/" + id));
            assertThat(decision).containsEntry("outcome", "BLOCKED").doesNotContainKey("retryAfter");
            assertThat(decision.get("risk"))
                    .asInstanceOf(InstanceOfAssertFactories.map(String.class, Object.class))
                    .containsEntry("scene", "crawler")
                    .containsEntry("action", "BLOCK")
                    .containsEntry("enforced", true)
                    .containsEntry("challengeAt", 50)
                    .containsEntry("blockAt", 80)
                    .containsEntry("banAt", 120)
                    .containsKey("score")
                    .extractingByKey("signals", InstanceOfAssertFactories.LIST)
                    .anySatisfy(signal -> assertThat(signal)
                            .asInstanceOf(InstanceOfAssertFactories.map(String.class, Object.class))
                            .containsEntry("name", "velocity")
                            .containsEntry("subject", "ip:203.0.113.61")
                            .containsEntry("value", 3)
                            .containsEntry("threshold", 3)
                            .containsEntry("atLeast", "BLOCK")
                            .containsKey("points"));
            assertThat(admin.get(ROOT + "/subjects/ip:203.0.113.61").body()).contains(id);
            assertThat(admin.get(ROOT + "/subjects/ip:203.0.113.62").body()).doesNotContain(id);
        }
    }

    private static Map<String, Object> json(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JsonParserFactory.getJsonParser().parseMap(answer.body());
    }
}

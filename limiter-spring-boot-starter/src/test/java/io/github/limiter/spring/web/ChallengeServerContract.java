package io.github.limiter.spring.web;

import static io.github.limiter.annotation.Dimensions.IP;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.ban.BanEvent;
import io.github.limiter.ban.Bans;
import io.github.limiter.captcha.Captcha;
import io.github.limiter.captcha.CaptchaEvent;
import io.github.limiter.captcha.CaptchaListener;
import io.github.limiter.captcha.CaptchaStore;
import io.github.limiter.captcha.Challenge;
import io.github.limiter.spring.RunningServer;
import io.github.limiter.spring.actuate.EventMeters;
import io.github.limiter.spring.json.Json;
import io.github.limiter.spring.json.JsonObject;
import io.github.limiter.subject.Subject;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The step before a ban, as clients of any server see it: two limited requests ask for a CAPTCHA, the third bans. */
public abstract class ChallengeServerContract {

    protected static final String PROPERTIES = """
            limiter.ban.challenge-at=2
            limiter.ban.limited.strikes=3
            limiter.ban.limited.spacing=0s
            limiter.ban.probing.strikes=3
            limiter.ban.rules.client-errors.counts=4xx
            limiter.ban.rules.client-errors.match=/limiter/**
            limiter.ban.rules.client-errors.strikes=5
            limiter.ban.rules.client-errors.within=1m
            limiter.ban.rules.client-errors.ban=1m
            limiter.redis.deadline=5s
            """;

    private static final String REQUIRED = "urn:limiter:captcha-required";
    private static final String ABNORMAL = "https://iana.org/assignments/http-problem-types#abnormal-usage-detected";
    private static final AtomicInteger NETWORKS = new AtomicInteger();

    private final int network = NETWORKS.incrementAndGet();
    private final String address = address(0);

    protected abstract RunningServer server();

    /** Handlers of both kinds of applications, and a listener. */
    @RestController
    public static class Handlers {

        static final List<CaptchaEvent.Kind> EVENTS = new CopyOnWriteArrayList<>();

        @RateLimit(name = "scarce", dimension = IP, limit = 2, window = "1h")
        @GetMapping("/scarce")
        public String scarce() {
            return "scarce";
        }

        @RateLimit(name = "plenty", dimension = IP, limit = 10_000, window = "1h")
        @GetMapping("/plenty")
        public String plenty() {
            return "plenty";
        }

        @GetMapping("/free")
        public String free() {
            return "free";
        }

        @Bean
        static CaptchaListener events() {
            return event -> EVENTS.add(event.kind());
        }
    }

    /** One of this test's own, on the first, second... network. */
    private String address(int other) {
        return "10." + (50 + other) + "." + network + ".7";
    }

    private HttpResponse<String> get(String path, String from, String... headers) {
        List<String> all = new ArrayList<>(List.of("X-Forwarded-For", from));
        all.addAll(Arrays.asList(headers));
        return server().get(path, all.toArray(String[]::new));
    }

    private String type(HttpResponse<String> refused) {
        assertThat(refused.statusCode()).isEqualTo(403);
        return (String) Json.object(refused.body()).get("type");
    }

    /** Two allowed, two limited requests. */
    private void beChallenged() {
        assertThat(get("/scarce", address).statusCode()).isEqualTo(200);
        assertThat(get("/scarce", address).statusCode()).isEqualTo(200);
        assertThat(get("/scarce", address).statusCode()).isEqualTo(429);
        assertThat(get("/scarce", address).statusCode()).isEqualTo(429);
    }

    private void challenge(String subject) {
        String[] parts = subject.split(":", 2);
        server().bean(Bans.class)
                .challenge(Subject.of(parts[0], parts[1]), "test")
                .toCompletableFuture()
                .join();
    }

    private HttpResponse<String> answer(boolean right) {
        Object id = Json.object(get("/limiter/captcha", address).body()).get("id");
        CaptchaStore store = server().bean(CaptchaStore.class);
        Challenge challenge =
                store.take((String) id).toCompletableFuture().join().orElseThrow();
        store.keep(challenge).toCompletableFuture().join();
        String body = new JsonObject()
                .add("id", (String) id)
                .add("answer", right ? challenge.secret() : "wrong")
                .toString();
        return server().post("/limiter/captcha", body, "Content-Type", "application/json", "X-Forwarded-For", address);
    }

    private String pass() {
        HttpResponse<String> earned = answer(true);
        assertThat(earned.statusCode()).isEqualTo(200);
        return (String) Json.object(earned.body()).get("pass");
    }

    @BeforeEach
    void forgetEvents() {
        Handlers.EVENTS.clear();
    }

    @Nested
    class WhoIsChallenged {

        @Test
        void isAskedOnEveryGuardedPath() {
            beChallenged();

            for (String path : List.of("/scarce", "/plenty")) {
                HttpResponse<String> refused = get(path, address);
                assertThat(type(refused)).isEqualTo(REQUIRED);
                assertThat(refused.headers().firstValue("Content-Type")).contains("application/problem+json");
                assertThat(refused.headers().firstValue("Cache-Control")).contains("no-store");
                assertThat(refused.headers().firstValue("Retry-After")).isEmpty();
                assertThat(Json.object(refused.body()))
                        .containsEntry("challenge", Map.of("provider", "image", "url", "/limiter/captcha"))
                        .containsKeys("title", "status", "detail", "decision");
            }
            assertThat(get("/free", address).statusCode()).isEqualTo(200);
            assertThat(get("/plenty", address(1)).statusCode()).isEqualTo(200);
        }

        @Test
        void isShownThePageInABrowser() {
            beChallenged();

            HttpResponse<String> page = get("/plenty?a=b", address, "Accept", "text/html,*/*;q=0.8");

            assertThat(page.statusCode()).isEqualTo(403);
            assertThat(page.headers().firstValue("Content-Type").orElse("")).startsWith("text/html");
            assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
                    .startsWith("default-src 'none'");
            assertThat(page.body()).contains("data-return=\"/plenty?a=b\"", "data-endpoint=\"/limiter/captcha\"");
        }

        @Test
        void goesOnWithAPassInTheHeaderOrTheCookie() {
            beChallenged();
            String pass = pass();

            assertThat(get("/plenty", address, "Cookie", "limiter-pass=" + pass).statusCode())
                    .isEqualTo(200);
            challenge("ip:" + address);
            assertThat(get("/plenty", address, "X-Captcha-Pass", pass).statusCode())
                    .isEqualTo(200);
            assertThat(Handlers.EVENTS)
                    .containsExactly(
                            CaptchaEvent.Kind.ISSUED,
                            CaptchaEvent.Kind.SOLVED,
                            CaptchaEvent.Kind.PASS_ACCEPTED,
                            CaptchaEvent.Kind.PASS_ACCEPTED);
        }

        @Test
        void goesOnWithAGoodPassBesideStaleOnes() {
            beChallenged();
            String pass = pass();
            String stale = pass();
            server().bean(Captcha.class).revoke(stale).toCompletableFuture().join();

            assertThat(get(
                                    "/plenty",
                                    address,
                                    "X-Captcha-Pass",
                                    stale,
                                    "Cookie",
                                    "limiter-pass=" + stale + "; other=1; limiter-pass=x; limiter-pass=" + pass)
                            .statusCode())
                    .isEqualTo(200);
            challenge("ip:" + address);
            assertThat(type(get("/plenty", address, "X-Captcha-Pass", stale, "Cookie", "limiter-pass=" + stale)))
                    .isEqualTo(REQUIRED);
            String many = "limiter-pass=x; ".repeat(4) + "limiter-pass=";
            assertThat(type(get("/plenty", address, "Cookie", many + pass)))
                    .as("not all that anybody sends are looked at")
                    .isEqualTo(REQUIRED);
        }

        @Test
        void isStillLimitedWithAPass() {
            beChallenged();

            assertThat(get("/scarce", address, "X-Captcha-Pass", pass()).statusCode())
                    .isEqualTo(429);
        }

        @Test
        void isAskedAgainOnAFourthNetwork() {
            String pass = pass();
            for (int i = 0; i < 3; i++) {
                challenge("ip:" + address(i));
                assertThat(get("/plenty", address(i), "X-Captcha-Pass", pass).statusCode())
                        .isEqualTo(200);
            }
            challenge("ip:" + address(3));

            assertThat(type(get("/plenty", address(3), "X-Captcha-Pass", pass))).isEqualTo(REQUIRED);
        }

        @Test
        void isAskedAgainOnceThePassIsRevoked() {
            beChallenged();
            String pass = pass();
            server().bean(Captcha.class).revoke(pass).toCompletableFuture().join();

            assertThat(type(get("/plenty", address, "X-Captcha-Pass", pass))).isEqualTo(REQUIRED);
        }

        @Test
        void isCountedByMetersOfFewTags() {
            SimpleMeterRegistry meters = new SimpleMeterRegistry();
            server().bean(EventMeters.class).bindTo(meters);
            Map<String, Double> before = counts(meters);

            beChallenged();
            get("/plenty", address);
            answer(false);
            get("/plenty", address, "X-Captcha-Pass", pass());

            Map<String, Double> since = counts(meters);
            since.replaceAll((event, count) -> count - before.get(event));
            assertThat(since)
                    .containsEntry("limiter.bans struck", 1.0)
                    .containsEntry("limiter.bans challenged", 1.0)
                    .containsEntry("limiter.bans pardoned", 1.0)
                    .containsEntry("limiter.bans banned", 0.0)
                    .containsEntry("limiter.captcha issued", 2.0)
                    .containsEntry("limiter.captcha ignored", 1.0)
                    .containsEntry("limiter.captcha wrong", 1.0)
                    .containsEntry("limiter.captcha solved", 1.0)
                    .containsEntry("limiter.captcha pass-accepted", 1.0)
                    .hasSize(BanEvent.Kind.values().length + CaptchaEvent.Kind.values().length);
        }

        private Map<String, Double> counts(MeterRegistry meters) {
            Map<String, Double> counts = new HashMap<>();
            for (Meter meter : meters.getMeters()) {
                assertThat(meter.getId().getTags()).extracting(Tag::getKey).containsExactly("event");
                counts.put(
                        meter.getId().getName() + ' ' + meter.getId().getTag("event"),
                        ((FunctionCounter) meter).count());
            }
            return counts;
        }

        @Test
        void isBannedForAllItsPasses() {
            beChallenged();
            String pass = pass();
            server().bean(Bans.class)
                    .ban(Subject.of("ip", address), Duration.ofMinutes(5), "by hand", "admin")
                    .toCompletableFuture()
                    .join();

            assertThat(type(get("/plenty", address, "X-Captcha-Pass", pass))).isEqualTo(ABNORMAL);
            assertThat(type(get("/limiter/captcha", address))).isEqualTo(ABNORMAL);
        }
    }

    @Nested
    class WhoAnswersWrongly {

        @Test
        void isNoProber() {
            for (int i = 0; i < 10; i++) {
                server().send("PUT", "/limiter/captcha?" + i, "X-Forwarded-For", address);
                server().send("DELETE", "/limiter/challenge", "X-Forwarded-For", address);
                server().post("/limiter/captcha", "{", "Content-Type", "application/json", "X-Forwarded-For", address);
                server().post("/limiter/captcha", "{}", "Content-Type", "text/plain", "X-Forwarded-For", address);
            }
            answer(false);

            assertThat(server().bean(Bans.class)
                            .evidence(Subject.of("ip", address))
                            .toCompletableFuture()
                            .join()
                            .strikes())
                    .isEmpty();
        }
    }

    @Nested
    class TheThirdStrike {

        @Test
        void isFiveWrongAnswers() {
            beChallenged();
            for (int i = 0; i < 5; i++) {
                assertThat(answer(false).statusCode()).isEqualTo(400);
            }

            assertThat(type(get("/plenty", address))).isEqualTo(ABNORMAL);
        }

        @Test
        void isTenIgnoredChallenges() {
            beChallenged();
            for (int i = 0; i < 10; i++) {
                assertThat(type(get("/plenty", address))).isEqualTo(REQUIRED);
            }

            HttpResponse<String> banned = get("/plenty", address);
            assertThat(type(banned)).isEqualTo(ABNORMAL);
            assertThat(banned.headers().firstValue("Retry-After")).isPresent();
        }
    }
}

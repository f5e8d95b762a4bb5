package io.github.limiter.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.captcha.CaptchaStore;
import io.github.limiter.captcha.Challenge;
import io.github.limiter.spring.RunningServer;
import io.github.limiter.spring.json.Json;
import io.github.limiter.spring.json.JsonObject;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.altcha.altcha.Altcha;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the CAPTCHA endpoints of every server answer, wherever challenges are kept. */
public abstract class CaptchaServerContract {

    private static final AtomicInteger ADDRESSES = new AtomicInteger();

    private final String address = "203.0.113." + ADDRESSES.incrementAndGet() % 250;

    protected abstract RunningServer server();

    private HttpResponse<String> issue(String query) {
        return server().get("/limiter/captcha" + query, "X-Forwarded-For", address);
    }

    private Map<String, Object> issued(String query) {
        return Json.object(issue(query).body());
    }

    private HttpResponse<String> post(String body) {
        return server().post("/limiter/captcha", body, "Content-Type", "application/json", "X-Forwarded-For", address);
    }

    private HttpResponse<String> answer(Object id, String answer) {
        return post(
                new JsonObject().add("id", (String) id).add("answer", answer).toString());
    }

    /** As nobody but the server knows it. */
    private String rightAnswer(Object id) {
        CaptchaStore store = server().bean(CaptchaStore.class);
        Challenge challenge =
                store.take((String) id).toCompletableFuture().join().orElseThrow();
        store.keep(challenge).toCompletableFuture().join();
        return challenge.secret();
    }

    private static void assertFailed(HttpResponse<String> response) {
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(Json.object(response.body()))
                .containsEntry("type", "urn:limiter:captcha-failed")
                .containsEntry("status", 400)
                .containsKeys("title", "detail");
        assertThat(response.headers().allValues("Set-Cookie")).noneMatch(cookie -> cookie.contains("limiter-pass"));
    }

    @Nested
    class AChallenge {

        @Test
        void isAPicture() {
            HttpResponse<String> response = issue("");

            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
            assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
            Map<String, Object> challenge = Json.object(response.body());
            assertThat(challenge.keySet()).containsExactlyInAnyOrder("id", "provider", "image", "expiresIn");
            assertThat(challenge).containsEntry("provider", "image").containsEntry("expiresIn", 120);
            assertThat((String) challenge.get("image")).startsWith("data:image/png;base64,iVBOR");
        }

        @Test
        void doesNotTellItsAnswer() {
            HttpResponse<String> response = issue("");

            String answer = rightAnswer(Json.object(response.body()).get("id"));
            assertThat(response.body().replaceAll("data:image[^\"]*", "")).doesNotContain(answer);
            assertThat(response.headers().toString()).doesNotContain(answer);
        }

        @Test
        @SuppressWarnings("unchecked")
        void isAProofOfWorkForWhoAsksForIt() throws Exception {
            Map<String, Object> challenge = issued("?provider=altcha");
            Map<String, Object> asked = (Map<String, Object>) challenge.get("challenge");

            long number = Altcha.solveChallenge(
                            (String) asked.get("challenge"),
                            (String) asked.get("salt"),
                            Altcha.Algorithm.SHA256,
                            (int) asked.get("maxnumber"),
                            0)
                    .number;
            String solution = new JsonObject()
                    .add("algorithm", (String) asked.get("algorithm"))
                    .add("challenge", (String) asked.get("challenge"))
                    .add("number", (int) number)
                    .add("salt", (String) asked.get("salt"))
                    .add("signature", (String) asked.get("signature"))
                    .toString();
            String answer = Base64.getEncoder().encodeToString(solution.getBytes(StandardCharsets.US_ASCII));

            assertThat(challenge.keySet()).containsExactlyInAnyOrder("id", "provider", "challenge", "expiresIn");
            assertThat(answer(challenge.get("id"), answer).statusCode()).isEqualTo(200);
            assertFailed(answer(challenge.get("id"), answer));
        }

        @Test
        void isAPictureForWhoAsksForWhatThereIsNot() {
            assertThat(issued("?provider=turnstile")).containsEntry("provider", "image");
        }

        @Test
        void isGivenToAnAddressSixtyTimesAMinute() {
            for (int i = 0; i < 60; i++) {
                assertThat(again().statusCode()).isEqualTo(200);
            }
            HttpResponse<String> refused = again();
            // Where the clock goes on, one more is given out each second.
            for (int i = 0; refused.statusCode() == 200 && i < 200; i++) {
                refused = again();
            }

            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.headers().firstValue("Retry-After")).contains("1");
            assertThat(refused.body()).contains("captcha-issue");
        }

        private HttpResponse<String> again() {
            return server().get("/limiter/captcha?provider=altcha", "X-Forwarded-For", "198.51.100.7");
        }
    }

    @Nested
    class AnAnswer {

        @Test
        void thatIsRightEarnsAPass() {
            Object id = issued("").get("id");

            HttpResponse<String> response = answer(id, rightAnswer(id).toLowerCase(Locale.ROOT));

            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
            Map<String, Object> earned = Json.object(response.body());
            assertThat(earned.keySet()).containsExactlyInAnyOrder("pass", "expiresIn");
            assertThat(earned).containsEntry("expiresIn", 3600);
            assertThat(response.headers().allValues("Set-Cookie"))
                    .contains("limiter-pass=" + earned.get("pass") + "; Max-Age=3600; Path=/; HttpOnly; SameSite=Lax");
        }

        @Test
        void earnsACookieForTlsAloneWhereATrustedProxyEndsIt() {
            Object id = issued("").get("id");
            String body = new JsonObject()
                    .add("id", (String) id)
                    .add("answer", rightAnswer(id))
                    .toString();

            HttpResponse<String> response = server().post(
                            "/limiter/captcha",
                            body,
                            "Content-Type",
                            "application/json",
                            "X-Forwarded-For",
                            address,
                            "X-Forwarded-Proto",
                            "https");

            assertThat(response.headers().allValues("Set-Cookie"))
                    .anyMatch(cookie -> cookie.startsWith("limiter-pass=") && cookie.contains("; Secure;"));
        }

        @Test
        void isGoodOnceThoughItIsSentManyTimesAtOnce() throws Exception {
            Object id = issued("").get("id");
            String answer = rightAnswer(id);

            List<HttpResponse<String>> responses = atOnce(() -> answer(id, answer));

            assertThat(responses)
                    .filteredOn(response -> response.statusCode() == 200)
                    .hasSize(1);
            assertThat(responses)
                    .filteredOn(response -> response.statusCode() != 200)
                    .hasSize(63)
                    .allSatisfy(CaptchaServerContract::assertFailed);
        }

        private <T> List<T> atOnce(Callable<T> call) throws Exception {
            ExecutorService threads = Executors.newFixedThreadPool(64);
            try {
                List<T> results = new ArrayList<>();
                for (Future<T> result : threads.invokeAll(Collections.nCopies(64, call))) {
                    results.add(result.get());
                }
                return results;
            } finally {
                threads.shutdownNow();
            }
        }

        @Test
        void thatIsWrongMayBeTriedTwiceMore() {
            Object id = issued("").get("id");
            String answer = rightAnswer(id);

            assertFailed(answer(id, "wrong"));
            assertFailed(answer(id, "wrong"));
            assertThat(answer(id, answer).statusCode()).isEqualTo(200);
        }

        @Test
        void toAGuessedIdFails() {
            assertFailed(answer("AAAAAAAAAAAAAAAAAAAAAA", "x"));
            assertFailed(answer("../../etc/passwd", "x"));
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "",
                    "{",
                    "null",
                    "[]",
                    "{}",
                    "{\"id\":1,\"answer\":2}",
                    "{\"id\":\"x\"}",
                    "{\"answer\":\"x\"}",
                    "{\"id\":null,\"answer\":\"x\"}",
                    "{\"id\":{\"$ne\":1},\"answer\":\"x\"}",
                    "\u0000\u0001"
                })
        void inAnOddBodyFails(String body) {
            assertFailed(post(body));
        }

        @Test
        void inAHugeBodyIsRefused() {
            String huge = "{\"id\":\"x\",\"answer\":\"" + "x".repeat(1_000_000) + "\"}";

            assertThat(post(huge).statusCode()).isEqualTo(413);
        }

        @ParameterizedTest
        @ValueSource(strings = {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"})
        void thatAFormOfAnotherSiteCouldSendIsRefused(String contentType) {
            HttpResponse<String> response =
                    server().post("/limiter/captcha", "{}", "Content-Type", contentType, "X-Forwarded-For", address);

            assertThat(response.statusCode()).isEqualTo(415);
        }
    }

    @Test
    void otherMethodsAreNotAllowed() {
        for (String method : List.of("PUT", "DELETE", "OPTIONS")) {
            HttpResponse<String> response = server().send(method, "/limiter/captcha");
            assertThat(response.statusCode()).as(method).isEqualTo(405);
            assertThat(response.headers().firstValue("Allow")).contains("GET, HEAD, POST");
        }
        assertThat(server().post("/limiter/challenge", "").statusCode()).isEqualTo(405);
    }

    @Test
    void thePageIsServedInTheLanguageOfTheClient() {
        HttpResponse<String> page =
                server().get("/limiter/challenge?to=/products/1", "Accept-Language", "zh-CN,zh;q=0.9");

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Type").orElse("")).matches("text/html;\\s*charset=UTF-8");
        assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
                .startsWith("default-src 'none'");
        assertThat(page.body()).contains("<html lang=\"zh\">", "data-return=\"/products/1\"");
    }

    @Test
    void whatIsBesideTheEndpointsIsNotServed() {
        for (String path : List.of("/limiter/captcha/", "/limiter/captcha/x", "/limiter/challenge/x", "/limiter")) {
            assertThat(server().get(path).statusCode()).as(path).isEqualTo(404);
        }
    }
}

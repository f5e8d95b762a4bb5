package io.github.limiter.spring.web;

import static io.github.limiter.spring.web.Given.blocked;
import static io.github.limiter.spring.web.Given.decision;
import static io.github.limiter.spring.web.Given.limit;
import static io.github.limiter.spring.web.Given.limited;
import static io.github.limiter.spring.web.Given.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.entry;

import io.github.limiter.guard.Decision;
import io.github.limiter.guard.Outcome;
import io.github.limiter.spring.json.Json;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class ProblemResponseTests {

    private final RateLimitFields fields = new RateLimitFields(HeaderMode.DRAFT);

    @Nested
    class ALimitedCall {

        @Test
        void isAnsweredWhole() {
            ProblemResponse answer = refusal(limited(limit("order-create").refused(seconds(4.2))));

            assertThat(answer.status()).isEqualTo(429);
            assertThat(answer.headers())
                    .containsExactly(
                            entry("Content-Type", "application/problem+json"),
                            entry("Cache-Control", "no-store"),
                            entry("Retry-After", "5"),
                            entry("RateLimit-Policy", "\"order-create\";q=60;w=60"),
                            entry("RateLimit", "\"order-create\";r=0;t=5"));
            assertThat(Json.object(answer.body()))
                    .containsOnly(
                            entry("type", "https://iana.org/assignments/http-problem-types#quota-exceeded"),
                            entry("title", "Quota Exceeded"),
                            entry("status", 429),
                            entry("detail", "no room in order-create"),
                            entry("decision", "0000000000c0ffee"),
                            entry("violated-policies", List.of("order-create")));
        }

        @Test
        void namesEveryPolicyThatRefusedAndNoOther() {
            ProblemResponse answer = refusal(limited(
                    limit("user").refused(seconds(1)),
                    limit("roomy").left(5, 1),
                    limit("shadow").inShadow().refused(seconds(90)),
                    limit("ip").refused(seconds(7))));

            assertThat(violatedPolicies(answer)).isEqualTo(List.of("user", "ip"));
        }

        @Test
        void namesAPolicyOnceThoughTwoOfItsCountsAreFull() {
            ProblemResponse answer = refusal(
                    limited(limit("item").refused(seconds(1)), limit("item").refused(seconds(2))));

            assertThat(violatedPolicies(answer)).isEqualTo(List.of("item"));
        }

        @ParameterizedTest(name = "{0} µs")
        @CsvSource({
            "1, 1",
            "999999, 1",
            "1000000, 1",
            "1000001, 2",
            "59999999, 60",
            "60000000, 60",
            "60000001, 61",
            "31622400000000, 31622400"
        })
        void mayComeAgainAfterWholeSecondsRoundedUp(long micros, String retryAfter) {
            assertThat(refusal(limited(limit("p").refused(micros))).headers())
                    .containsEntry("Retry-After", retryAfter)
                    .containsEntry("RateLimit", "\"p\";r=0;t=" + retryAfter);
        }

        @Test
        void waitsForTheLastOfItsViolatedLimits() {
            ProblemResponse answer = refusal(limited(
                    limit("soon").refused(seconds(2)),
                    limit("late").refused(seconds(30.5)),
                    limit("shadow").inShadow().refused(seconds(90)),
                    limit("roomy").left(0, seconds(60))));

            assertThat(answer.headers())
                    .containsEntry("Retry-After", "31")
                    .containsEntry("RateLimit", "\"late\";r=0;t=31, \"soon\";r=0;t=2");
        }

        @Test
        void isNotToldToComeAgainIfNoTimeWillHelp() {
            assertThat(refusal(limited(limit("p").refused(0))).headers()).doesNotContainKey("Retry-After");
        }

        @ParameterizedTest
        @EnumSource(HeaderMode.class)
        void isToldWhenToComeAgainWhateverOtherFieldsThereAre(HeaderMode mode) {
            Decision decision = limited(limit("p").refused(1));

            assertThat(ProblemResponse.refusal(decision, new RateLimitFields(mode))
                            .headers())
                    .containsEntry("Retry-After", "1")
                    .hasSize(3 + (mode.hasDraft() ? 2 : 0) + (mode.hasLegacy() ? 3 : 0));
        }
    }

    @Nested
    class ABlockedCall {

        @Test
        void isAnsweredWhole() {
            ProblemResponse answer = refusal(blocked());

            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.headers())
                    .containsExactly(
                            entry("Content-Type", "application/problem+json"), entry("Cache-Control", "no-store"));
            assertThat(Json.object(answer.body()))
                    .containsOnly(
                            entry("type", "https://iana.org/assignments/http-problem-types#abnormal-usage-detected"),
                            entry("title", "Abnormal Usage Detected"),
                            entry("status", 403),
                            entry("detail", "no user is known for this call"),
                            entry("decision", "0000000000c0ffee"));
        }
    }

    @Nested
    class ACallForWhichTheStoreDoesNotAnswer {

        @Test
        void isAnsweredWhole() {
            ProblemResponse answer = refusal(decision(
                    Outcome.UNAVAILABLE,
                    "the store does not answer for login",
                    limit("roomy").left(5, 1),
                    limit("login").unavailable(seconds(0.5))));

            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.headers())
                    .containsExactly(
                            entry("Content-Type", "application/problem+json"),
                            entry("Cache-Control", "no-store"),
                            entry("Retry-After", "1"));
            assertThat(Json.object(answer.body()))
                    .containsOnly(
                            entry("type", "urn:limiter:store-unavailable"),
                            entry("title", "Store Unavailable"),
                            entry("status", 503),
                            entry("detail", "the store does not answer for login"),
                            entry("decision", "0000000000c0ffee"));
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "ALLOWED")
    void everyRefusalHasAnAnswer(Outcome outcome) {
        ProblemResponse answer = refusal(decision(outcome, "because"));

        assertThat(answer.status()).isBetween(400, 599);
        assertThat(Json.object(answer.body()))
                .containsEntry("status", answer.status())
                .containsEntry("detail", "because");
    }

    @Test
    void anAllowedCallHasNone() {
        assertThatIllegalArgumentException().isThrownBy(() -> refusal(decision(Outcome.ALLOWED, "")));
    }

    @Test
    void aReasonIsEscaped() {
        String reason = "a \"quoted\" \\ path\r\nof two lines, \u00e9\u4e2d\uD83D\uDE00";

        String body = refusal(decision(Outcome.BLOCKED, reason)).body();

        assertThat(Json.object(body)).containsEntry("detail", reason);
        assertThat(body).isASCII().doesNotContain("\n", "\r");
    }

    @Test
    void aCallThatCanNeverPassIsABadRequest() {
        ProblemResponse answer = ProblemResponse.badRequest("a call of cost 9 can never pass");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.headers())
                .containsExactly(entry("Content-Type", "application/problem+json"), entry("Cache-Control", "no-store"));
        assertThat(Json.object(answer.body()))
                .containsOnly(
                        entry("type", "about:blank"),
                        entry("title", "Bad Request"),
                        entry("status", 400),
                        entry("detail", "a call of cost 9 can never pass"));
    }

    @Test
    void cannotBeChanged() {
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> refusal(blocked()).headers().clear());
    }

    private ProblemResponse refusal(Decision decision) {
        return ProblemResponse.refusal(decision, fields);
    }

    private static Object violatedPolicies(ProblemResponse answer) {
        return Json.object(answer.body()).get("violated-policies");
    }
}

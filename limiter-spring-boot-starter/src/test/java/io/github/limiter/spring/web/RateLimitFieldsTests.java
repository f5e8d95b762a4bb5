package io.github.limiter.spring.web;

import static io.github.limiter.spring.web.Given.limit;
import static io.github.limiter.spring.web.Given.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.entry;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Quota;
import io.github.limiter.store.LimitResult;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateLimitFieldsTests {

    @Nested
    class ThePolicy {

        @ParameterizedTest(name = "{0} of {1} in {2}, burst {3}")
        @CsvSource(nullValues = "-", textBlock = """
            sliding-window,                  60, PT1M,        60, ;q=60;w=60
            sliding-window,                   1, PT1S,         1, ;q=1;w=1
            sliding-window,                   5, PT0.5S,       5, ;q=5
            sliding-window,                   5, PT1.5S,       5, ;q=5
            sliding-window,                   5, PT2.000001S,  5, ;q=5
            fixed-window,                 10000, PT24H,    10000, ;q=10000;w=86400
            fixed-window,       999999999999999, PT1M,         1, ;q=999999999999999;w=60
            fixed-window,      1000000000000000, PT1M,         1, ;q=999999999999999;w=60
            fixed-window,   9223372036854775807, PT1M,         1, ;q=999999999999999;w=60
            leaky-bucket,                    10, PT1S,        10, ;q=10;w=1
            token-bucket,                    20, PT1S,        40, ;q=20;w=1;limiter-burst=40
            token-bucket,                    20, PT1S,        20, ;q=20;w=1;limiter-burst=20
            token-bucket,                   100, PT1M,         5, ;q=100;w=60;limiter-burst=5
            token-bucket,                     5, PT0.5S,       8, ;q=5;limiter-burst=8
            TOKEN_BUCKET,                    20, PT1S,        40, ;q=20;w=1;limiter-burst=40
            """)
        void tellsUnitsAndWindow(String algorithm, long limit, Duration window, long burst, String parameters) {
            Quota quota = Quota.of(limit, window).withBurst(burst);

            assertThat(draft(limit("p").by(algorithm).with(quota).left(0, 0)))
                    .containsEntry("RateLimit-Policy", "\"p\"" + parameters);
        }

        @Test
        void isTheQuotaThatWasChosenForTheCall() {
            LimitResult premium = new LimitResult(
                    limit("p").check(Quota.of(600, Duration.ofMinutes(1))), true, true, 599, 0, 1, 0, 0);

            assertThat(draft(premium)).containsEntry("RateLimit-Policy", "\"p\";q=600;w=60");
        }
    }

    @Nested
    class TheState {

        @ParameterizedTest(name = "{0} left, more in {1} µs")
        @CsvSource(textBlock = """
                              59,            60000000, ;r=59;t=60
                              59,            59999999, ;r=59;t=60
                              59,            59000001, ;r=59;t=60
                              59,            59000000, ;r=59;t=59
                               0,             1000001, ;r=0;t=2
                               0,             1000000, ;r=0;t=1
                               0,              999999, ;r=0;t=1
                               0,                   1, ;r=0;t=1
                              20,                   0, ;r=20;t=0
                               1,      31622400000000, ;r=1;t=31622400
             1000000000000000,                      1, ;r=999999999999999;t=1
             9223372036854775807, 9223372036854775807, ;r=999999999999999;t=9223372036855
                              -1,                  -1, ;r=0;t=0
            """)
        void tellsWhatIsLeftAndWhenMoreComes(long remaining, long resetMicros, String parameters) {
            assertThat(draft(limit("p").left(remaining, resetMicros))).containsEntry("RateLimit", "\"p\"" + parameters);
        }

        @Test
        void mayBeMoreThanTheUnitsPerWindowInABurst() {
            LimitResult bucket = limit("p")
                    .by(Algorithms.TOKEN_BUCKET)
                    .with(Quota.of(20, Duration.ofSeconds(1)).withBurst(40))
                    .left(39, 50_000);

            assertThat(draft(bucket))
                    .containsExactly(
                            entry("RateLimit-Policy", "\"p\";q=20;w=1;limiter-burst=40"),
                            entry("RateLimit", "\"p\";r=39;t=1"));
        }
    }

    @Nested
    class OfSeveralLimits {

        private final LimitResult hour =
                limit("hour").of(1_000, Duration.ofHours(1)).left(300, seconds(1_800));
        private final LimitResult day =
                limit("day").of(5_000, Duration.ofDays(1)).left(100, seconds(36_000));

        @Test
        void theNearestToItsEndComesFirst() {
            assertThat(draft(hour, day))
                    .containsExactly(
                            entry("RateLimit-Policy", "\"day\";q=5000;w=86400, \"hour\";q=1000;w=3600"),
                            entry("RateLimit", "\"day\";r=100;t=36000, \"hour\";r=300;t=1800"));
            assertThat(draft(day, hour)).isEqualTo(draft(hour, day));
        }

        @Test
        void nearestIsByShareAndNotByUnits() {
            LimitResult fewUnits = limit("few").of(2, Duration.ofMinutes(1)).left(1, seconds(60));

            assertThat(draft(fewUnits, day).get("RateLimit")).startsWith("\"day\";r=100");
        }

        @Test
        void theShareOfATokenBucketIsThatOfItsBurst() {
            Quota smallBurst = Quota.of(1_000, Duration.ofMinutes(1)).withBurst(10);
            Quota largeBurst = Quota.of(10, Duration.ofMinutes(1)).withBurst(1_000);
            LimitResult almostFull =
                    limit("small").by(Algorithms.TOKEN_BUCKET).with(smallBurst).left(9, seconds(0.06));
            LimitResult almostEmpty =
                    limit("large").by(Algorithms.TOKEN_BUCKET).with(largeBurst).left(20, seconds(6));

            assertThat(draft(almostFull, almostEmpty).get("RateLimit")).startsWith("\"large\"");
        }

        @Test
        void ofEqualSharesTheOneThatTakesLongerComesFirst() {
            LimitResult soon = limit("soon").left(0, seconds(1));
            LimitResult late = limit("late").of(7, Duration.ofDays(1)).left(0, seconds(9));

            assertThat(draft(soon, late).get("RateLimit")).isEqualTo("\"late\";r=0;t=9, \"soon\";r=0;t=1");
        }

        @Test
        void equalOnesStayInTheirOrder() {
            assertThat(draft(
                                    limit("b").left(1, 1),
                                    limit("a").left(1, 1),
                                    limit("c").left(1, 1))
                            .get("RateLimit"))
                    .isEqualTo("\"b\";r=1;t=1, \"a\";r=1;t=1, \"c\";r=1;t=1");
        }

        @Test
        void aPolicyIsToldOnceWithTheLeastThatIsLeft() {
            LimitResult item = limit("item").left(7, seconds(10));
            LimitResult sameAgain = limit("item").left(6, seconds(10));
            LimitResult otherItem = limit("item").left(59, seconds(60));

            assertThat(draft(item, otherItem, sameAgain, limit("last").left(59, seconds(60))))
                    .containsExactly(
                            entry("RateLimit-Policy", "\"item\";q=60;w=60, \"last\";q=60;w=60"),
                            entry("RateLimit", "\"item\";r=6;t=10, \"last\";r=59;t=60"));
        }

        @Test
        void onlyTheViolatedOnesAreToldOnARefusal() {
            LimitResult minute = limit("minute").refused(seconds(20));
            LimitResult week = limit("week").of(9, Duration.ofDays(7)).refused(seconds(500_000));

            assertThat(draft(hour, minute, day, week))
                    .containsExactly(
                            entry("RateLimit-Policy", "\"week\";q=9;w=604800, \"minute\";q=60;w=60"),
                            entry("RateLimit", "\"week\";r=0;t=500000, \"minute\";r=0;t=20"));
        }
    }

    @Nested
    class InShadow {

        @Test
        void aLimitIsNotTold() {
            assertThat(draft(
                                    limit("real").left(5, 1),
                                    limit("shadow").inShadow().left(0, 1))
                            .get("RateLimit"))
                    .isEqualTo("\"real\";r=5;t=1");
        }

        @Test
        void aViolatedLimitMakesNoRefusal() {
            assertThat(draft(
                            limit("shadow").inShadow().refused(1), limit("real").left(5, 1)))
                    .containsExactly(
                            entry("RateLimit-Policy", "\"real\";q=60;w=60"), entry("RateLimit", "\"real\";r=5;t=1"));
        }

        @Test
        void aViolatedLimitIsNotToldOnARefusal() {
            assertThat(draft(
                            limit("shadow").inShadow().refused(1), limit("real").refused(seconds(3))))
                    .containsExactly(
                            entry("RateLimit-Policy", "\"real\";q=60;w=60"), entry("RateLimit", "\"real\";r=0;t=3"));
        }
    }

    @Nested
    class WithoutAnAnswerOfTheStore {

        private final LimitResult room = limit("room").left(5, 1);

        @Test
        void aLimitWhoseCountIsNotKnownIsNotTold() {
            LimitResult unknown =
                    LimitResult.unknown(limit("unknown").check(limit("unknown").quota()));

            assertThat(draft(unknown, room).get("RateLimit")).isEqualTo("\"room\";r=5;t=1");
            assertThat(draft(unknown)).isEmpty();
        }

        @Test
        void noLimitIsToldIfOnlyUnavailableOnesRefused() {
            assertThat(draft(room, limit("down").unavailable(1))).isEmpty();
        }

        @Test
        void theOthersThatRefusedAreTold() {
            assertThat(draft(room, limit("down").unavailable(1), limit("full").refused(seconds(2)))
                            .get("RateLimit"))
                    .isEqualTo("\"full\";r=0;t=2");
        }

        @Test
        void aCountOfThisNodeAloneIsToldLikeAnyOther() {
            assertThat(draft(room.onNode())).isEqualTo(draft(room));
        }
    }

    @Nested
    class ByMode {

        private final LimitResult near = limit("near").left(3, seconds(9.5));
        private final LimitResult far =
                limit("far").of(100, Duration.ofHours(1)).left(99, seconds(36));

        @Test
        void theDraftsFieldsAlone() {
            assertThat(fields(HeaderMode.DRAFT, far, near)).containsOnlyKeys("RateLimit-Policy", "RateLimit");
        }

        @Test
        void theOlderFieldsAloneTellTheNearestLimit() {
            assertThat(fields(HeaderMode.LEGACY, far, near))
                    .containsExactly(
                            entry("X-RateLimit-Limit", "60"),
                            entry("X-RateLimit-Remaining", "3"),
                            entry("X-RateLimit-Reset", "10"));
        }

        @Test
        void theOlderFieldsTellTheViolatedLimitOnARefusal() {
            assertThat(fields(HeaderMode.LEGACY, near, limit("gone").refused(seconds(2.25))))
                    .containsExactly(
                            entry("X-RateLimit-Limit", "60"),
                            entry("X-RateLimit-Remaining", "0"),
                            entry("X-RateLimit-Reset", "3"));
        }

        @Test
        void both() {
            Map<String, String> expected = fields(HeaderMode.DRAFT, far, near);
            expected.putAll(fields(HeaderMode.LEGACY, far, near));

            assertThat(fields(HeaderMode.BOTH, far, near)).hasSize(5).isEqualTo(expected);
        }

        @Test
        void none() {
            assertThat(fields(HeaderMode.OFF, far, near)).isEmpty();
        }

        @ParameterizedTest
        @EnumSource(HeaderMode.class)
        void nothingIsToldOfACallWithoutEnforcedLimits(HeaderMode mode) {
            assertThat(fields(mode)).isEmpty();
            assertThat(fields(mode, limit("shadow").inShadow().refused(1))).isEmpty();
        }
    }

    @Nested
    class TheName {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "a",
                    "0",
                    "-",
                    "..",
                    "OrderController_create-2.v1",
                    "0123456789012345678901234567890123456789012345678901234567890123"
                })
        void standsAsItIs(String name) {
            assertThat(draft(limit(name).left(1, 1)))
                    .containsExactly(
                            entry("RateLimit-Policy", '"' + name + "\";q=60;w=60"),
                            entry("RateLimit", '"' + name + "\";r=1;t=1"));
        }

        @ParameterizedTest
        @ValueSource(strings = {"a\"b", "a\\b", "a,b", "a;q=1", "caf\u00e9", "a\r\nSet-Cookie: b", "a b", ""})
        void cannotBeOneThatWouldHaveToBeEscaped(String name) {
            assertThatExceptionOfType(InvalidConfigurationException.class)
                    .isThrownBy(() -> limit(name).left(1, 1));
        }
    }

    private static Map<String, String> draft(LimitResult... limits) {
        return fields(HeaderMode.DRAFT, limits);
    }

    private static Map<String, String> fields(HeaderMode mode, LimitResult... limits) {
        Map<String, String> answer = new LinkedHashMap<>();
        List<LimitResult> given = Arrays.asList(limits.clone());
        new RateLimitFields(mode)
                .write(
                        given,
                        (name, value) ->
                                assertThat(answer.put(name, value)).as(name).isNull());
        assertThat(given).containsExactly(limits);
        return answer;
    }
}

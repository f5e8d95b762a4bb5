package io.github.limiter.spring.captcha;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.limiter.captcha.Puzzle;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.spring.json.Json;
import io.github.limiter.spring.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.altcha.altcha.Altcha;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProofOfWorkTests {

    private final ProofOfWork work = new ProofOfWork(1_000);
    private final Puzzle puzzle = work.create();
    private final Map<String, Object> asked = asked(puzzle);

    @SuppressWarnings("unchecked")
    static Map<String, Object> asked(Puzzle puzzle) {
        return (Map<String, Object>) puzzle.shown().get("challenge");
    }

    /** By the protocol's own library. */
    static long solve(Map<String, Object> asked) {
        try {
            return Altcha.solveChallenge(
                            (String) asked.get("challenge"),
                            (String) asked.get("salt"),
                            Altcha.Algorithm.SHA256,
                            (int) asked.get("maxnumber"),
                            0)
                    .number;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    static String answer(Map<String, Object> asked, long number, Map<String, Object> instead) {
        Map<String, Object> payload = new LinkedHashMap<>(asked);
        payload.remove("maxnumber");
        payload.put("number", (int) number);
        payload.putAll(instead);
        return base64(new JsonObject().addAll(payload).toString());
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private boolean isRight(String answer) {
        return work.verify(puzzle.secret(), answer, "203.0.113.7")
                .toCompletableFuture()
                .join();
    }

    @Nested
    class APuzzle {

        @Test
        void isAsVersionOneOfTheProtocolHasIt() {
            assertThat(asked).containsOnlyKeys("algorithm", "challenge", "maxnumber", "salt", "signature");
            assertThat(asked).containsEntry("algorithm", "SHA-256").containsEntry("maxnumber", 1_000);
            assertThat((String) asked.get("challenge")).matches("[0-9a-f]{64}");
            assertThat((String) asked.get("salt")).matches("[0-9a-f]{24}\\?.*&");
            assertThat((String) asked.get("signature")).matches("[0-9a-f]{64}");
        }

        @Test
        void isAnotherOneEachTime() {
            assertThat(asked(work.create()).get("challenge")).isNotEqualTo(asked.get("challenge"));
        }

        @Test
        void doesNotTellItsNumber() {
            assertThat(Json.object(new JsonObject().addAll(puzzle.shown()).toString())
                            .toString())
                    .doesNotContain("number=" + solve(asked));
        }
    }

    @Nested
    class AnAnswer {

        @Test
        void thatTheProtocolsLibraryFindsIsRight() {
            assertThat(isRight(answer(asked, solve(asked), Map.of()))).isTrue();
        }

        @Test
        void mayTellMoreThanIsAsked() {
            assertThat(isRight(answer(asked, solve(asked), Map.of("took", 17)))).isTrue();
        }

        @Test
        void withAnotherNumberIsWrong() {
            assertThat(isRight(answer(asked, (solve(asked) + 1) % 1_001, Map.of())))
                    .isFalse();
        }

        @Test
        void toAnotherPuzzleIsWrong() {
            Map<String, Object> other = asked(work.create());

            assertThat(isRight(answer(other, solve(other), Map.of()))).isFalse();
        }

        @Test
        void thatMovesDigitsFromTheNumberToTheSaltIsWrong() {
            long number = solve(asked);
            for (int tries = 0; number < 10; tries++) {
                Puzzle next = work.create();
                number = solve(asked(next));
                if (number >= 10) {
                    assertSpliceIsWrong(next, number);
                    return;
                }
                assertThat(tries).isLessThan(100);
            }
            assertSpliceIsWrong(puzzle, number);
        }

        private void assertSpliceIsWrong(Puzzle puzzle, long number) {
            Map<String, Object> asked = asked(puzzle);
            String digits = Long.toString(number);
            for (int moved = 1; moved < digits.length(); moved++) {
                String salt = asked.get("salt") + digits.substring(0, moved);
                String rest = digits.substring(moved);
                if (rest.startsWith("0") && rest.length() > 1) {
                    continue;
                }
                String spliced = answer(asked, Long.parseLong(rest), Map.of("salt", salt));
                assertThat(work.verify(puzzle.secret(), spliced, "203.0.113.7").toCompletableFuture())
                        .isCompletedWithValue(false);
            }
        }

        @Test
        void thatMovesTheEndOfTheSaltToTheNumberIsWrong() {
            String salt = (String) asked.get("salt");
            String cut = salt.substring(0, salt.length() - 1);

            assertThat(isRight(answer(asked, solve(asked), Map.of("salt", cut))))
                    .isFalse();
        }

        @ParameterizedTest
        @ValueSource(strings = {"challenge", "salt", "signature", "algorithm"})
        void thatChangesAnythingOfThePuzzleIsWrong(String member) {
            assertThat(isRight(answer(asked, solve(asked), Map.of(member, asked.get(member) + "0"))))
                    .isFalse();
            assertThat(isRight(answer(asked, solve(asked), Map.of(member, 7)))).isFalse();
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "x", "====", "e30=", "bnVsbA==", "W10=", "eyJudW1iZXIiOjF9"})
        void thatIsNothingOfTheKindIsWrong(String text) {
            assertThat(isRight(text)).isFalse();
        }

        @ParameterizedTest
        @ValueSource(strings = {"-1", "1001", "99999999999999999999", "1.5", "\"7\"", "null", "true"})
        void withANumberOutOfRangeIsWrong(String number) {
            String payload = new JsonObject()
                    .add("algorithm", "SHA-256")
                    .add("challenge", (String) asked.get("challenge"))
                    .add("salt", (String) asked.get("salt"))
                    .add("signature", (String) asked.get("signature"))
                    .toString();

            assertThat(isRight(base64(payload.replace("}", ",\"number\":" + number + "}"))))
                    .isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 999, 10_000_001})
    void aDifficultyOutOfRangeIsRefused(int maxNumber) {
        assertThatThrownBy(() -> new ProofOfWork(maxNumber))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("limiter.captcha.altcha.max-number");
    }
}

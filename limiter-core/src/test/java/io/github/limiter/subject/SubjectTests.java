package io.github.limiter.subject;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubjectTests {

    @ParameterizedTest
    @ValueSource(strings = {"carol", "carol@example.org", "a+b", "A.B_c-9", "0"})
    void aShortAndPlainValueStaysAsItIs(String value) {
        assertThat(Subject.of("user", value).text()).isEqualTo("user:" + value);
        assertThat(Subject.of("user", value).value()).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a:b", "{a}", "ü", "用户", "\0", "a\r\nb", "a/b", "a%20", "a*", "sha256-00"})
    void anyOtherValueIsHashed(String value) {
        assertThat(Subject.of("user", value).text()).matches("user:sha256-[0-9a-f]{32}");
        assertThat(Subject.of("user", value).value()).as("for people to read").isEqualTo(value);
    }

    @Test
    void theHashIsSha256() {
        // printf '' | sha256sum
        assertThat(KeyText.of("")).isEqualTo("sha256-e3b0c44298fc1c149afbf4c8996fb924");
        // printf 'a b' | sha256sum
        assertThat(KeyText.of("a b")).isEqualTo("sha256-c8687a08aa5d6ed2044328fa6a697ab8");
    }

    @Test
    void sixtyFourCharactersAreStillShort() {
        assertThat(KeyText.of("x".repeat(64))).isEqualTo("x".repeat(64));
        assertThat(KeyText.of("x".repeat(65))).startsWith("sha256-");
    }

    @Test
    void aValueThatLooksLikeAHashCannotPassForTheHashedOne() {
        String hashed = KeyText.of("a b");

        assertThat(KeyText.of(hashed)).isNotEqualTo(hashed);
    }

    @Test
    void aVeryLongValueIsCutForReadingAndStillAnother() {
        Subject one = Subject.of("user", "x".repeat(100_000) + "1");
        Subject other = Subject.of("user", "x".repeat(100_000) + "2");

        assertThat(one.value()).isEqualTo("x".repeat(256)).isEqualTo(other.value());
        assertThat(one).isNotEqualTo(other);
    }

    @Test
    void differentValuesHaveDifferentTexts() {
        Random random = new Random(5);
        Set<String> values = new HashSet<>();
        Set<String> texts = new HashSet<>();
        for (int i = 0; i < 20_000; i++) {
            StringBuilder value = new StringBuilder();
            for (int length = random.nextInt(6); length > 0; length--) {
                value.append("ab:{}-_.+@ Aé\0".charAt(random.nextInt(14)));
            }
            values.add(value.toString());
            texts.add(KeyText.of(value.toString()));
        }

        assertThat(texts).hasSameSizeAs(values).allMatch(text -> text.matches("[A-Za-z0-9._@+-]{1,64}"));
    }

    @Test
    void subjectsAreEqualIfTheirTextsAre() {
        assertThat(Subject.of("user", "carol"))
                .isEqualTo(Subject.of("user", "carol"))
                .hasSameHashCodeAs(Subject.of("user", "carol"))
                .isNotEqualTo(Subject.of("user", "Carol"))
                .isNotEqualTo(Subject.of("tenant", "carol"))
                .hasToString("user:carol");
    }
}

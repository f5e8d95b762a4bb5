package io.github.limiter.spring.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonObjectTests {

    @Test
    void membersStandInTheOrderTheyWereAdded() {
        assertThat(new JsonObject()
                        .add("type", "about:blank")
                        .add("status", 429)
                        .add("names", List.of("a", "b"))
                        .add("none", List.of()))
                .hasToString("{\"type\":\"about:blank\",\"status\":429,\"names\":[\"a\",\"b\"],\"none\":[]}");
    }

    @Test
    void anObjectMayBeEmpty() {
        assertThat(new JsonObject()).hasToString("{}");
    }

    @ParameterizedTest(name = "U+{0} is written {1}")
    @CsvSource(quoteCharacter = '~', textBlock = """
            0000, \\u0000
            0008, \\u0008
            0009, \\t
            000A, \\n
            000B, \\u000b
            000C, \\u000c
            000D, \\r
            001F, \\u001f
            0022, \\"
            0027, '
            002F, /
            005C, \\\\
            007E, ~~~~
            007F, \\u007f
            00A0, \\u00a0
            00E9, \\u00e9
            2028, \\u2028
            4E2D, \\u4e2d
            FFFF, \\uffff
            """)
    void charactersAreEscaped(String codePoint, String written) {
        String value = Character.toString(Integer.parseInt(codePoint, 16));

        assertThat(new JsonObject().add("v", value)).hasToString("{\"v\":\"" + written + "\"}");
    }

    @Test
    void everyCharacterComesBackFromAParser() {
        StringBuilder all = new StringBuilder();
        for (int c = 0; c <= Character.MAX_VALUE; c++) {
            all.append((char) c);
        }
        String value = all.append("an emoji: \uD83D\uDE00").toString();

        String text =
                new JsonObject().add(value, value).add("list", List.of(value)).toString();

        assertThat(Json.object(text)).containsOnly(entry(value, value), entry("list", List.of(value)));
        assertThat(text).isASCII();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"v\":\"\n\"}", "{\"v\":\"\"\"}", "{\"v\":\"\\x\"}", "{v:\"\"}", "{\"v\":\"\"", "{\"v\":''}"})
    void theParserOfTheseTestsIsStrict(String text) {
        assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> Json.object(text));
    }
}

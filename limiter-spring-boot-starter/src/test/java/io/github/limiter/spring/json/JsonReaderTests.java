package io.github.limiter.spring.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTests {

    @Test
    void readsMembersOfEveryType() {
        assertThat(JsonReader.object("""
                                 { "id" : "a\\"\\\\\\/\\u4e2d\\n", "n":-12,"big":1e3, "half": 0.5, "yes":true,"no":false,
                                 "none":null, "list":[1,"two",[]], "object":{"a":{}} , "":""}
                                """))
                .containsEntry("id", "a\"\\/\u4e2d\n")
                .containsEntry("n", -12L)
                .containsEntry("big", 1000.0)
                .containsEntry("half", 0.5)
                .containsEntry("yes", true)
                .containsEntry("no", false)
                .containsEntry("none", null)
                .containsEntry("list", List.of(1L, "two", List.of()))
                .containsEntry("object", Map.of("a", Map.of()))
                .containsEntry("", "")
                .hasSize(10);
    }

    @Test
    void readsWhatTheLibraryWrites() {
        String odd = "\u0000\u0001\"\\\n\r\t\u007f\u00e9\u4e2d\ud83d\ude00";

        String text = new JsonObject()
                .addAll(Map.of("odd", odd, "deep", Map.of("n", 7)))
                .add("object", new JsonObject())
                .toString();

        assertThat(JsonReader.object(text)).containsEntry("odd", odd).containsEntry("deep", Map.of("n", 7L));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "null",
                "[]",
                "\"id\"",
                "{",
                "}",
                "{}{}",
                "{} x",
                "{\"id\"}",
                "{\"id\":}",
                "{\"id\":1,}",
                "{id:1}",
                "{'id':1}",
                "{\"id\":01}",
                "{\"id\":+1}",
                "{\"id\":1.}",
                "{\"id\":.5}",
                "{\"id\":NaN}",
                "{\"id\":0x1}",
                "{\"id\":tru}",
                "{\"id\":\"a}",
                "{\"id\":\"\\x\"}",
                "{\"id\":\"\\u12g4\"}",
                "{\"id\":\"\\u12",
                "{\"id\":\"\n\"}",
                "{\"id\":1,\"id\":2}",
                "{\"id\":[1,]}",
                "{\"id\":1111111111111111111111111111111111}",
                "{\"id\":/**/1}",
                "\uFEFF{}"
            })
    void refusesWhatIsNoObject(String text) {
        assertThatThrownBy(() -> JsonReader.object(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesWhatIsNestedTooDeep() {
        String deep = "[".repeat(100_000);

        assertThatThrownBy(() -> JsonReader.object("{\"a\":" + deep)).isInstanceOf(IllegalArgumentException.class);
        assertThat(JsonReader.object("{\"a\":[[[[[[1]]]]]]}")).hasSize(1);
    }

    @Test
    void doesNotRepeatWhatItRefuses() {
        assertThatThrownBy(() -> JsonReader.object("{\"answer\":\"secret\""))
                .hasMessageNotContaining("secret")
                .hasMessageContaining("18");
    }

    @Test
    void aMemberOfAnotherTypeCannotBeWritten() {
        assertThatThrownBy(() -> new JsonObject().addAll(Map.of("a", Arrays.asList(1))))
                .isInstanceOf(IllegalArgumentException.class);
    }
}

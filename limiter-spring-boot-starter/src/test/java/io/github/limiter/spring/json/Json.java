package io.github.limiter.spring.json;

import java.util.Map;
import net.minidev.json.parser.JSONParser;
import net.minidev.json.parser.ParseException;

/** Reads JSON as strictly as RFC 8259 has it; another's parser, so that writer and reader cannot share a mistake. */
public final class Json {

    private Json() {}

    @SuppressWarnings("unchecked")
    public static Map<String, Object> object(String text) {
        try {
            return (Map<String, Object>) new JSONParser(JSONParser.MODE_RFC4627).parse(text);
        } catch (ParseException e) {
            throw new AssertionError("not JSON: " + text, e);
        }
    }
}

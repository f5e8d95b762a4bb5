package io.github.limiter.spring.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads one JSON object (RFC 8259), strictly, from somebody who may mean no good: nesting is bounded, and a name twice is
 * an error. How long the text may be is up to the caller.
 */
public final class JsonReader {

    private static final int MAX_DEPTH = 8;
    private static final int MAX_NUMBER = 32;

    private final String text;
    private int at;

    private JsonReader(String text) {
        this.text = text;
    }

    /**
     * Reads an object.
     *
     * @param text of any content
     * @return its members: {@code String}, {@code Long} (whole numbers), {@code Double}, {@code Boolean}, {@code Map},
     *     {@code List}, null
     * @throws IllegalArgumentException if it is anything else
     */
    public static Map<String, @Nullable Object> object(String text) {
        JsonReader reader = new JsonReader(text);
        reader.space();
        Map<String, @Nullable Object> object = reader.readObject(0);
        reader.space();
        if (reader.at < text.length()) {
            throw reader.unexpected();
        }
        return object;
    }

    private @Nullable Object value(int depth) {
        if (depth > MAX_DEPTH) {
            throw unexpected();
        }
        return switch (peek()) {
            case '{' -> readObject(depth);
            case '[' -> readArray(depth);
            case '"' -> string();
            case 't' -> literal("true", true);
            case 'f' -> literal("false", false);
            case 'n' -> literal("null", null);
            default -> number();
        };
    }

    private Map<String, @Nullable Object> readObject(int depth) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        expect('{');
        space();
        if (skip('}')) {
            return members;
        }
        do {
            space();
            String name = string();
            space();
            expect(':');
            space();
            if (members.containsKey(name)) {
                throw unexpected();
            }
            members.put(name, value(depth + 1));
            space();
        } while (skip(','));
        expect('}');
        return members;
    }

    private List<@Nullable Object> readArray(int depth) {
        List<@Nullable Object> elements = new ArrayList<>();
        expect('[');
        space();
        if (skip(']')) {
            return elements;
        }
        do {
            space();
            elements.add(value(depth + 1));
            space();
        } while (skip(','));
        expect(']');
        return elements;
    }

    private String string() {
        expect('"');
        StringBuilder string = new StringBuilder();
        while (peek() != '"') {
            char c = next();
            if (c < ' ') {
                throw unexpected();
            }
            string.append(c == '\\' ? escaped() : c);
        }
        at++;
        return string.toString();
    }

    private char escaped() {
        char c = next();
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> (char) (hex() << 12 | hex() << 8 | hex() << 4 | hex());
            default -> throw unexpected();
        };
    }

    private int hex() {
        char c = next();
        int digit = c < 128 ? Character.digit(c, 16) : -1;
        if (digit < 0) {
            throw unexpected();
        }
        return digit;
    }

    private @Nullable Object literal(String word, @Nullable Object value) {
        if (!text.startsWith(word, at)) {
            throw unexpected();
        }
        at += word.length();
        return value;
    }

    private Object number() {
        int start = at;
        while (at < text.length() && at - start < MAX_NUMBER && "+-.0123456789Ee".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String number = text.substring(start, at);
        if (!number.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([Ee][+-]?[0-9]+)?")) {
            throw unexpected();
        }
        return number.matches("-?[0-9]{1,18}") ? (Object) Long.valueOf(number) : Double.valueOf(number);
    }

    private void space() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private char peek() {
        if (at >= text.length()) {
            throw unexpected();
        }
        return text.charAt(at);
    }

    private char next() {
        char c = peek();
        at++;
        return c;
    }

    private void expect(char wanted) {
        if (next() != wanted) {
            throw unexpected();
        }
    }

    private boolean skip(char c) {
        if (peek() == c) {
            at++;
            return true;
        }
        return false;
    }

    /** Says where, not what: that may be a secret. */
    private IllegalArgumentException unexpected() {
        return new IllegalArgumentException("no JSON object: see character " + at);
    }
}

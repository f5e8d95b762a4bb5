package io.github.limiter.spring.json;

import java.util.List;
import java.util.Map;

/** Writes one JSON object (RFC 8259), in ASCII alone, so that it reads the same in every charset. */
public final class JsonObject {

    private final StringBuilder text = new StringBuilder("{");

    /** An object without members. */
    public JsonObject() {}

    /**
     * Adds text.
     *
     * @param name of the member
     * @param value any text
     * @return this
     */
    public JsonObject add(String name, String value) {
        name(name);
        string(value);
        return this;
    }

    /**
     * Adds a number.
     *
     * @param name of the member
     * @param value the number
     * @return this
     */
    public JsonObject add(String name, int value) {
        name(name);
        text.append(value);
        return this;
    }

    /**
     * Adds an array.
     *
     * @param name of the member
     * @param values its elements
     * @return this
     */
    public JsonObject add(String name, List<String> values) {
        name(name);
        text.append('[');
        String separator = "";
        for (String value : values) {
            text.append(separator);
            string(value);
            separator = ",";
        }
        text.append(']');
        return this;
    }

    /**
     * Adds an object.
     *
     * @param name of the member
     * @param value the object
     * @return this
     */
    public JsonObject add(String name, JsonObject value) {
        name(name);
        text.append(value);
        return this;
    }

    /**
     * Adds members.
     *
     * @param members values by name: each a {@code String}, an {@code Integer}, or a {@code Map} of such
     * @return this
     * @throws IllegalArgumentException for a value of another type
     */
    public JsonObject addAll(Map<?, ?> members) {
        members.forEach((name, value) -> {
            if (value instanceof String string) {
                add(name.toString(), string);
            } else if (value instanceof Integer number) {
                add(name.toString(), number);
            } else if (value instanceof Map<?, ?> object) {
                add(name.toString(), new JsonObject().addAll(object));
            } else {
                throw new IllegalArgumentException(name + " is neither text nor a number nor a map");
            }
        });
        return this;
    }

    /**
     * The whole.
     *
     * @return ASCII
     */
    @Override
    public String toString() {
        return text + "}";
    }

    private void name(String name) {
        if (text.length() > 1) {
            text.append(',');
        }
        string(name);
        text.append(':');
    }

    private void string(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            character(value.charAt(i));
        }
        text.append('"');
    }

    private void character(char c) {
        switch (c) {
            case '"', '\\' -> text.append('\\').append(c);
            case '\n' -> text.append("\\n");
            case '\r' -> text.append("\\r");
            case '\t' -> text.append("\\t");
            default -> {
                if (c >= ' ' && c <= '~') {
                    text.append(c);
                } else {
                    text.append("\\u").append(String.format("%04x", (int) c));
                }
            }
        }
    }
}

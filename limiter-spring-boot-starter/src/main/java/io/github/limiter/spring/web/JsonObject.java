package io.github.limiter.spring.web;

import java.util.List;

/** Writes one JSON object (RFC 8259), in ASCII alone, so that it reads the same in every charset. */
final class JsonObject {

    private final StringBuilder text = new StringBuilder("{");

    JsonObject add(String name, String value) {
        name(name);
        string(value);
        return this;
    }

    JsonObject add(String name, int value) {
        name(name);
        text.append(value);
        return this;
    }

    JsonObject add(String name, List<String> values) {
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

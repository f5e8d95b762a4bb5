package io.github.limiter.replay;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes JSON (RFC 8259) as it goes, in ASCII. */
final class JsonWriter {

    private final Writer out;
    private boolean first = true;

    JsonWriter(Writer out) {
        this.out = out;
    }

    JsonWriter open(char bracket) throws IOException {
        separate();
        out.append(bracket);
        first = true;
        return this;
    }

    JsonWriter open(String name, char bracket) throws IOException {
        name(name);
        out.append(bracket);
        first = true;
        return this;
    }

    JsonWriter close(char bracket) throws IOException {
        out.append(bracket);
        first = false;
        return this;
    }

    JsonWriter add(String name, @Nullable String value) throws IOException {
        name(name);
        string(value);
        return this;
    }

    JsonWriter add(String name, long value) throws IOException {
        name(name);
        out.append(Long.toString(value));
        return this;
    }

    JsonWriter add(String name, double value) throws IOException {
        name(name);
        out.append(String.format(Locale.ROOT, "%.4f", value));
        return this;
    }

    JsonWriter add(String name, boolean value) throws IOException {
        name(name);
        out.append(Boolean.toString(value));
        return this;
    }

    JsonWriter add(String name, List<String> values) throws IOException {
        open(name, '[');
        for (String value : values) {
            separate();
            string(value);
        }
        return close(']');
    }

    private void name(String name) throws IOException {
        separate();
        string(name);
        out.append(':');
    }

    private void separate() throws IOException {
        if (!first) {
            out.append(',');
        }
        first = false;
    }

    private void string(@Nullable String value) throws IOException {
        if (value == null) {
            out.append("null");
            return;
        }
        out.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c >= ' ' && c <= '~') {
                out.append(c);
            } else {
                out.append(String.format("\\u%04x", (int) c));
            }
        }
        out.append('"');
    }
}

package io.github.limiter.replay;

import java.util.Map;

/**
 * Reads the members of one JSON object (RFC 8259) as text, those of objects in it too, by their path ({@code url.original})
 * and by their innermost name with a dot before ({@code .original}); of an array the first element. No more than a log needs,
 * and never an exception.
 */
final class JsonMembers {

    private static final int DEEPEST = 8;

    private final String text;
    private int at;

    JsonMembers(String text) {
        this.text = text;
    }

    /** False if it is not a JSON object. */
    boolean readInto(Map<String, String> members) {
        try {
            skip();
            object("", members, 0);
            skip();
            return at == text.length();
        } catch (StringIndexOutOfBoundsException | IllegalArgumentException e) {
            return false;
        }
    }

    private void object(String path, Map<String, String> members, int depth) {
        expect('{');
        if (depth > DEEPEST) {
            throw new IllegalArgumentException("too deep");
        }
        skip();
        if (text.charAt(at) == '}') {
            at++;
            return;
        }
        do {
            skip();
            String name = string();
            skip();
            expect(':');
            value(path, name, members, depth);
            skip();
        } while (next('}'));
    }

    private void value(String path, String name, Map<String, String> members, int depth) {
        skip();
        switch (text.charAt(at)) {
            case '{' -> object(path + name + '.', members, depth + 1);
            case '[' -> array(path, name, members, depth + 1);
            case '"' -> put(path, name, string(), members);
            default -> put(path, name, bare(), members);
        }
    }

    private static void put(String path, String name, String value, Map<String, String> members) {
        if (path.isEmpty()) {
            members.putIfAbsent(name, value);
        } else {
            members.putIfAbsent(path + name, value);
            members.putIfAbsent('.' + name, value);
        }
    }

    private void array(String path, String name, Map<String, String> members, int depth) {
        expect('[');
        skip();
        if (text.charAt(at) == ']') {
            at++;
            return;
        }
        if (depth > DEEPEST) {
            throw new IllegalArgumentException("too deep");
        }
        do {
            value(path, name, members, depth);
            skip();
        } while (next(']'));
    }

    /** Whether a comma follows; else it must be the end. */
    private boolean next(char end) {
        char c = text.charAt(at++);
        if (c != ',' && c != end) {
            throw new IllegalArgumentException("neither , nor " + end);
        }
        return c == ',';
    }

    private String string() {
        expect('"');
        StringBuilder value = new StringBuilder();
        char c = text.charAt(at++);
        while (c != '"') {
            value.append(c == '\\' ? escaped() : c);
            c = text.charAt(at++);
        }
        return value.toString();
    }

    private char escaped() {
        char c = text.charAt(at++);
        switch (c) {
            case 'n':
                return '\n';
            case 't':
                return '\t';
            case 'r':
                return '\r';
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'u':
                at += 4;
                return (char) Integer.parseInt(text.substring(at - 4, at), 16);
            default:
                return c;
        }
    }

    /** A number, or one of three words. */
    private String bare() {
        int start = at;
        while (at < text.length() && ",]} \t".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        if (start == at) {
            throw new IllegalArgumentException("nothing there");
        }
        String value = text.substring(start, at);
        return value.equals("null") ? "" : value;
    }

    private void skip() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private void expect(char c) {
        if (text.charAt(at++) != c) {
            throw new IllegalArgumentException("no " + c);
        }
    }
}

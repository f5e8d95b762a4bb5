package io.github.limiter.subject;

import org.jspecify.annotations.Nullable;

/**
 * One element of a {@code Forwarded} header (RFC 7239 section 4): {@code
 * for="[2001:db8::1]:4711";proto=https;by=203.0.113.43}.
 */
final class ForwardedElement {

    private ForwardedElement() {}

    /**
     * Where the element that ends before {@code end} starts. Commas inside a quoted string do not
     * separate; whether one is inside is decided from the right: a quote opens a string unless an odd
     * number of backslashes precedes it. For what a proxy appended in good form that is exact, whatever
     * an attacker left open before it.
     */
    static int startOf(String line, int floor, int end) {
        int i = end;
        while (i > floor) {
            char c = line.charAt(i - 1);
            if (c == ',') {
                return i;
            }
            i--;
            if (c == '"') {
                i = openingQuote(line, floor, i);
            }
        }
        return i;
    }

    /** The quote that opens the string closed at {@code close}, or {@code floor} when none does. */
    private static int openingQuote(String line, int floor, int close) {
        for (int i = close - 1; i >= floor; i--) {
            if (line.charAt(i) == '"') {
                int first = i;
                while (first > floor && line.charAt(first - 1) == '\\') {
                    first--;
                }
                if ((i - first) % 2 == 0) {
                    return i;
                }
                i = first;
            }
        }
        return floor;
    }

    /**
     * The address of the {@code for} parameter; {@code null} when it is missing, given twice, {@code
     * unknown}, an obfuscated identifier or written with escapes, or when the element is malformed.
     */
    static @Nullable IpAddress address(String text, int from, int to) {
        int nodeStart = -1;
        int nodeEnd = -1;
        int i = from;
        while (i < to) {
            if (isSeparator(text.charAt(i))) {
                i++;
                continue;
            }
            int equals = tokenEnd(text, i, to, '=');
            if (equals == i || equals == to || text.charAt(equals) != '=') {
                return null;
            }
            int end = valueEnd(text, equals + 1, to);
            if (end > to || end < to && !isSeparator(text.charAt(end))) {
                return null;
            }
            if (equals - i == 3 && text.regionMatches(true, i, "for", 0, 3)) {
                if (nodeStart >= 0) {
                    return null;
                }
                nodeStart = equals + 1;
                nodeEnd = end;
            }
            i = end;
        }
        return nodeStart < 0 ? null : NodeParser.parse(text, nodeStart, nodeEnd);
    }

    /** The end of a token or quoted string; beyond {@code to} when the string is not closed. */
    private static int valueEnd(String text, int from, int to) {
        if (from == to || text.charAt(from) != '"') {
            return tokenEnd(text, from, to, ';');
        }
        int i = from + 1;
        while (i < to && text.charAt(i) != '"') {
            i += text.charAt(i) == '\\' ? 2 : 1;
        }
        return i < to ? i + 1 : to + 1;
    }

    /**
     * The first index of {@code stop} or of a character that belongs into a quoted string. Colons and
     * brackets do, too, but are often found outside: they count as part of the token.
     */
    private static int tokenEnd(String text, int from, int to, char stop) {
        int i = from;
        while (i < to) {
            char c = text.charAt(i);
            if (c == stop || c <= ' ' || c >= 0x7f || c == '"' || c == ',' || c == ';' || c == '\\') {
                break;
            }
            i++;
        }
        return i;
    }

    private static boolean isSeparator(char c) {
        return c == ';' || c == ' ' || c == '\t';
    }
}

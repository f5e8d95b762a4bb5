package io.github.limiter.subject;

import org.jspecify.annotations.Nullable;

/**
 * Reads an address as it stands in a forwarding header or comes from a socket: alone or with a port
 * ({@code 192.0.2.1:4711}, {@code [2001:db8::1]:4711}; RFC 7239 section 6), with an IPv6 zone id (RFC
 * 4007 section 11) and in double quotes. Port and zone are checked and dropped. The brackets of an
 * IPv6 address may be missing when there is no port, quotes always, since many proxies leave them out.
 */
final class NodeParser {

    private static final int LARGEST_PORT = 65_535;
    private static final int PORT_DIGITS = 5;

    private NodeParser() {}

    /** The address in {@code text[from, to)}, or {@code null} when it is none. */
    static @Nullable IpAddress parse(String text, int from, int to) {
        if (to - from >= 2 && text.charAt(from) == '"' && text.charAt(to - 1) == '"') {
            from++;
            to--;
        }
        if (from == to) {
            return null;
        }
        if (text.charAt(from) == '[') {
            int close = find(text, ']', from, to);
            return close < to && isPort(text, close + 1, to) ? v6(text, from + 1, close) : null;
        }
        int colon = find(text, ':', from, to);
        if (colon == to || find(text, ':', colon + 1, to) == to) { // none or one: not IPv6
            return isPort(text, colon, to) ? IpParser.parseV4(text, from, colon) : null;
        }
        return v6(text, from, to);
    }

    private static @Nullable IpAddress v6(String text, int from, int to) {
        int percent = find(text, '%', from, to);
        return isZone(text, percent, to) ? IpParser.parseV6(text, from, percent) : null;
    }

    /** Nothing, or a percent sign and at least one of the characters that RFC 6874 allows. */
    private static boolean isZone(String text, int from, int to) {
        if (from + 1 == to) {
            return false;
        }
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (!isNameChar(c) && c != '~' && c != '%') {
                return false;
            }
        }
        return true;
    }

    /** Nothing, or a colon and a port number or an obfuscated port. */
    private static boolean isPort(String text, int from, int to) {
        if (from == to) {
            return true;
        }
        int start = from + 1;
        return text.charAt(from) == ':' && (isNumber(text, start, to) || isObfuscated(text, start, to));
    }

    private static boolean isNumber(String text, int from, int to) {
        if (from == to || to - from > PORT_DIGITS) {
            return false;
        }
        int port = 0;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return false;
            }
            port = 10 * port + (c - '0');
        }
        return port <= LARGEST_PORT;
    }

    /** RFC 7239 section 6.3: an underscore and at least one more character. */
    private static boolean isObfuscated(String text, int from, int to) {
        if (to - from < 2 || text.charAt(from) != '_') {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (!isNameChar(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isNameChar(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '.' || c == '_' || c == '-';
    }

    /** The first index of a character, or {@code to}. */
    private static int find(String text, char wanted, int from, int to) {
        int i = from;
        while (i < to && text.charAt(i) != wanted) {
            i++;
        }
        return i;
    }
}

package io.github.limiter.path;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Locale;

/**
 * The path of a request in one spelling, whatever its sender did to write it in another: without query, percent-decoded
 * once, without path parameters, empty and {@code .} segments, {@code ..} resolved, backslashes as slashes, control
 * characters as {@code ?}. For telling paths apart and matching traps only: a server may read the same text differently, so
 * nothing may be permitted by it. Immutable.
 *
 * @param text begins with a slash, at most 256 characters; the end of a longer one is hashed
 * @param illegal whether no honest client writes a path like this: it climbs, hides dots or backslashes behind an encoding,
 *     once or twice, or has control characters; slashes and percent signs of names are encoded by honest ones, and links are
 *     cut in the middle
 */
public record RequestPath(String text, boolean illegal) {

    /** Longest text. */
    private static final int MAX_TEXT = 256;

    /** What lies beyond is not looked at: a server with the usual 8 KB for a request line reads no more either. */
    private static final int MAX_READ = 8192;

    private static final int HASH_DIGITS = 8;

    /**
     * Reads a path.
     *
     * @param written as it came over the network, with or without a query, of any length and content
     * @return the path
     */
    public static RequestPath of(String written) {
        int plain = plainEnd(written);
        if (plain > 0) {
            return new RequestPath(written.substring(0, plain), false);
        }
        Decoder decoder = new Decoder(written);
        String decoded = decoder.decoded();
        Deque<String> segments = new ArrayDeque<>();
        boolean climbs = false;
        for (String segment : decoded.split("/")) {
            String name = withoutParameters(segment);
            if (name.equals("..")) {
                climbs = true;
                segments.pollLast();
            } else if (!name.isEmpty() && !name.equals(".")) {
                segments.addLast(name);
            }
        }
        return new RequestPath(cut("/" + String.join("/", segments)), climbs || decoder.suspicious);
    }

    /** Where a path ends that is in that spelling already, as most are; 0 for others. */
    private static int plainEnd(String written) {
        int length = Math.min(written.length(), MAX_TEXT + 1);
        char before = 0;
        for (int i = 0; i < length; i++) {
            char c = written.charAt(i);
            if (c == '?' || c == '#') {
                return before == '/' && i > 1 ? 0 : i;
            }
            boolean begins = before == '/' || i == 0;
            if (c < ' ' || c > '~' || c == '%' || c == ';' || c == '\\' || begins && isOddBeginning(c, i)) {
                return 0;
            }
            before = c;
        }
        return length > MAX_TEXT || before == '/' && length > 1 ? 0 : length;
    }

    /** Of a segment, or of the path itself. */
    private static boolean isOddBeginning(char c, int at) {
        return at == 0 ? c != '/' : c == '/' || c == '.';
    }

    private static String withoutParameters(String segment) {
        int semicolon = segment.indexOf(';');
        return semicolon < 0 ? segment : segment.substring(0, semicolon);
    }

    private static String cut(String text) {
        return text.length() <= MAX_TEXT
                ? text
                : text.substring(0, MAX_TEXT - HASH_DIGITS - 1)
                        + '~'
                        + HexFormat.of().toHexDigits(text.hashCode());
    }

    /**
     * The text by which traps are compared: scanners play with case, and some file systems do not tell it apart.
     *
     * @return the text in lower case
     */
    String folded() {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 'A' && c <= 'Z' || c > '~') {
                return text.toLowerCase(Locale.ROOT);
            }
        }
        return text;
    }

    /** Takes percent-encoding off, once. */
    private static final class Decoder {

        private final String written;
        private final int end;
        private boolean suspicious;

        Decoder(String written) {
            this.written = written;
            this.end = Math.min(endOfPath(written), MAX_READ);
        }

        private static int endOfPath(String written) {
            for (int i = 0; i < written.length(); i++) {
                char c = written.charAt(i);
                if (c == '?' || c == '#') {
                    return i;
                }
            }
            return written.length();
        }

        String decoded() {
            byte[] bytes = new byte[end * 3];
            int length = 0;
            int i = 0;
            while (i < end) {
                char c = written.charAt(i);
                int value = c == '%' ? hex(i + 1) : -1;
                if (value >= 0) {
                    bytes[length++] = (byte) plain((char) value, true);
                    suspicious |= value == '%' && hidesMore(hex(i + 3));
                    i += 3;
                } else {
                    if (c < 0x80) {
                        bytes[length++] = (byte) plain(c, false);
                    } else {
                        byte[] encoded = String.valueOf(c).getBytes(StandardCharsets.UTF_8);
                        System.arraycopy(encoded, 0, bytes, length, encoded.length);
                        length += encoded.length;
                    }
                    i++;
                }
            }
            return new String(bytes, 0, length, StandardCharsets.UTF_8);
        }

        /** The character, and whether an honest client would have written it this way. */
        private char plain(char c, boolean encoded) {
            if (c < ' ' || c == 0x7f) {
                suspicious = true;
                return '?';
            }
            if (c == '\\') {
                suspicious = true;
                return '/';
            }
            suspicious |= encoded && c == '.';
            return c;
        }

        /** A dot, a backslash or a control character that is encoded twice. */
        private static boolean hidesMore(int value) {
            return value == '.' || value == '\\' || value >= 0 && value < ' ';
        }

        private int hex(int at) {
            if (at + 2 > end) {
                return -1;
            }
            int high = Character.digit(written.charAt(at), 16);
            int low = Character.digit(written.charAt(at + 1), 16);
            return high < 0 || low < 0 ? -1 : high << 4 | low;
        }
    }
}

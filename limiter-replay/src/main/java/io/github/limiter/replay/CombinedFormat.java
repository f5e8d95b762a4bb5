package io.github.limiter.replay;

import org.jspecify.annotations.Nullable;

/**
 * The common and the combined format of Apache and nginx: address, identity, user, time in brackets, request, status and
 * size, then referrer and agent if it is the combined one, then whatever else there is. Quoted text may have escaped quotes.
 * What stands before all that, such as the name of the site, is skipped; a user may have spaces. The brackets of the time tell
 * where everything is.
 */
final class CombinedFormat implements LineFormat {

    private static final int ADDRESS = 1;
    private static final int USER = 3;
    private static final int TIME = 4;
    private static final int REQUEST = 5;
    private static final int STATUS = 6;
    private static final int REFERRER = 8;
    private static final int AGENT = 9;
    private static final int MOST = 32;

    private final LogTime time = new LogTime();
    private final TextMemo agents = new TextMemo();
    private final TextMemo addresses = new TextMemo();
    private final int address;
    private final int forwarded;
    private final int user;

    /** By how much the time is further back than usual. */
    private int shift;

    private final int[] starts = new int[MOST + 1];
    private final int[] ends = new int[MOST + 1];

    CombinedFormat(Columns columns) {
        address = Columns.position(columns.address(), 0);
        forwarded = Columns.position(columns.forwarded(), 0);
        user = Columns.position(columns.user(), 0);
    }

    @Override
    public @Nullable LogLine parse(String line) {
        int count = split(line) - shift;
        if (shift < 0 || count < STATUS || Math.max(address, Math.max(forwarded, user)) > count + shift) {
            return null;
        }
        boolean named = shift > 0 && !isAddress(line, ADDRESS);
        int client = address > 0 ? address : named ? ADDRESS + shift : ADDRESS;
        long micros = time.common(line, starts[TIME + shift], ends[TIME + shift]);
        int status = status(line);
        if (micros == LogTime.UNKNOWN || status < 0 || starts[client] == ends[client]) {
            return null;
        }
        int begin = starts[REQUEST + shift];
        int end = ends[REQUEST + shift];
        if (isNone(line, REQUEST + shift)) {
            return LogLine.NO_REQUEST;
        }
        int first = line.indexOf(' ', begin);
        boolean one = first < 0 || first >= end;
        int last = one ? end : line.lastIndexOf(' ', end - 1);
        return new LogLine(
                micros,
                withoutPort(addresses.of(line, starts[client], ends[client])),
                forwarded == 0 ? null : value(line, forwarded),
                user > 0 ? value(line, user) : user(line, named ? USER + shift : USER),
                // What is no request was still sent: the first bytes of another protocol.
                one ? "-" : method(line, begin, first),
                one ? line.substring(begin, end) : line.substring(first + 1, last > first ? last : end),
                status,
                count < REFERRER ? null : value(line, REFERRER + shift),
                count < AGENT || isNone(line, AGENT + shift)
                        ? null
                        : agents.of(line, starts[AGENT + shift], ends[AGENT + shift]));
    }

    private @Nullable String user(String line, int column) {
        return column == TIME + shift - 1 || isNone(line, column)
                ? value(line, column)
                : line.substring(starts[column], ends[TIME + shift - 1]);
    }

    /** Whether a column is an address, as far as its characters tell. */
    private boolean isAddress(String line, int column) {
        boolean parted = false;
        for (int i = starts[column]; i < ends[column]; i++) {
            char c = line.charAt(i);
            parted |= c == '.' || c == ':';
            if (c != '.' && c != ':' && Character.digit(c, 16) < 0) {
                return false;
            }
        }
        return parted;
    }

    /** Balancers write the port of the client behind its address. */
    static String withoutPort(String address) {
        int colon = address.indexOf(':');
        return colon > 0
                        && address.indexOf('.') > 0
                        && address.indexOf('.') < colon
                        && colon == address.lastIndexOf(':')
                ? address.substring(0, colon)
                : address;
    }

    private static String method(String line, int begin, int end) {
        return end - begin == 3 && line.startsWith("GET", begin) ? "GET" : line.substring(begin, end);
    }

    private boolean isNone(String line, int column) {
        int length = ends[column] - starts[column];
        return length == 0 || length == 1 && line.charAt(starts[column]) == '-';
    }

    private @Nullable String value(String line, int column) {
        return isNone(line, column) ? null : line.substring(starts[column], ends[column]);
    }

    private int status(String line) {
        if (ends[STATUS + shift] - starts[STATUS + shift] != 3) {
            return -1;
        }
        int status = 0;
        for (int i = starts[STATUS + shift]; i < ends[STATUS + shift]; i++) {
            int digit = line.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            status = 10 * status + digit;
        }
        return status;
    }

    /** Into {@link #starts} and {@link #ends}, from 1; answers how many there are, −1 if a quote is not closed. Finds the time. */
    private int split(String line) {
        int count = 0;
        int at = 0;
        shift = -1;
        int length = line.length();
        while (at < length && count < MOST) {
            char c = line.charAt(at);
            if (c == ' ') {
                at++;
                continue;
            }
            int start = at;
            int end;
            if (c == '"' || c == '[') {
                start++;
                end = close(line, start, c == '"' ? '"' : ']');
                if (end < 0) {
                    return -1;
                }
                at = end + 1;
                shift = shift < 0 && c == '[' ? count + 1 - TIME : shift;
            } else {
                end = line.indexOf(' ', at);
                end = end < 0 ? length : end;
                at = end;
            }
            starts[++count] = start;
            ends[count] = end;
        }
        return count;
    }

    private static int close(String line, int from, char closing) {
        int at = line.indexOf(closing, from);
        while (at > from && line.charAt(at - 1) == '\\' && !escapedBackslash(line, at - 1, from)) {
            at = line.indexOf(closing, at + 1);
        }
        return at;
    }

    private static boolean escapedBackslash(String line, int at, int from) {
        int backslashes = 0;
        while (at - backslashes >= from && line.charAt(at - backslashes) == '\\') {
            backslashes++;
        }
        return backslashes % 2 == 0;
    }
}

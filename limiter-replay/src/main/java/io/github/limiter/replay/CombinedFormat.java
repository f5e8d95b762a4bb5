package io.github.limiter.replay;

import org.jspecify.annotations.Nullable;

/**
 * The common and the combined format of Apache and nginx: address, identity, user, time in brackets, request, status and
 * size, then referrer and agent if it is the combined one, then whatever else there is. Quoted text may have escaped quotes.
 */
final class CombinedFormat implements LineFormat {

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
    private final int[] starts = new int[MOST + 1];
    private final int[] ends = new int[MOST + 1];

    CombinedFormat(Columns columns) {
        address = Columns.position(columns.address(), 1);
        forwarded = Columns.position(columns.forwarded(), 0);
        user = Columns.position(columns.user(), USER);
    }

    @Override
    public @Nullable LogLine parse(String line) {
        int count = split(line);
        if (count < STATUS || Math.max(address, Math.max(forwarded, user)) > count) {
            return null;
        }
        long micros = time.common(line, starts[TIME], ends[TIME]);
        int status = status(line);
        if (micros == LogTime.UNKNOWN || status < 0 || starts[address] == ends[address]) {
            return null;
        }
        int begin = starts[REQUEST];
        int end = ends[REQUEST];
        int first = line.indexOf(' ', begin);
        boolean one = first < 0 || first >= end;
        int last = one ? end : line.lastIndexOf(' ', end - 1);
        return new LogLine(
                micros,
                addresses.of(line, starts[address], ends[address]),
                forwarded == 0 ? null : value(line, forwarded),
                value(line, user),
                // What is no request at all was still sent: "-", or the first bytes of another protocol.
                one ? "-" : method(line, begin, first),
                one ? line.substring(begin, end) : line.substring(first + 1, last > first ? last : end),
                status,
                count < REFERRER ? null : value(line, REFERRER),
                count < AGENT || isNone(line, AGENT) ? null : agents.of(line, starts[AGENT], ends[AGENT]));
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
        if (ends[STATUS] - starts[STATUS] != 3) {
            return -1;
        }
        int status = 0;
        for (int i = starts[STATUS]; i < ends[STATUS]; i++) {
            int digit = line.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            status = 10 * status + digit;
        }
        return status;
    }

    /** Into {@link #starts} and {@link #ends}, from 1; answers how many there are, −1 if a quote is not closed. */
    private int split(String line) {
        int count = 0;
        int at = 0;
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

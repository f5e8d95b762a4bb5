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
    private final int address;
    private final int forwarded;
    private final int user;
    private final String[] columns = new String[MOST + 1];

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
        long micros = time.common(columns[TIME]);
        int status = status(columns[STATUS]);
        String request = columns[REQUEST];
        int first = request.indexOf(' ');
        if (micros == LogTime.UNKNOWN || status < 0 || columns[address].isEmpty()) {
            return null;
        }
        int last = request.lastIndexOf(' ');
        // What is no request at all was still sent: "-", or the first bytes of another protocol.
        String method = first < 0 ? "-" : request.substring(0, first);
        String target = first < 0 ? request : request.substring(first + 1, last > first ? last : request.length());
        return new LogLine(
                micros,
                columns[address],
                forwarded == 0 ? null : value(columns[forwarded]),
                value(columns[user]),
                method,
                target,
                status,
                count < REFERRER ? null : value(columns[REFERRER]),
                count < AGENT ? null : value(columns[AGENT]));
    }

    private static @Nullable String value(String text) {
        return text.isEmpty() || text.equals("-") ? null : text;
    }

    private static int status(String text) {
        if (text.length() != 3) {
            return -1;
        }
        int status = 0;
        for (int i = 0; i < 3; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            status = 10 * status + digit;
        }
        return status;
    }

    /** Into {@link #columns}, from 1; answers how many there are, −1 if a quote is not closed. */
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
            columns[++count] = line.substring(start, end);
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

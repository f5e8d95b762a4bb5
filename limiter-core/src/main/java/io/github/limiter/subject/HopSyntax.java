package io.github.limiter.subject;

import org.jspecify.annotations.Nullable;

/**
 * How a forwarding header lists the hops of a request, read from right to left: the right end was
 * written by the nearest proxy, and nothing a client wrote further left can change how it is read.
 */
enum HopSyntax {

    /** Addresses between commas, as in {@code X-Forwarded-For}. */
    LIST {
        @Override
        int startOf(String line, int floor, int end) {
            int start = end;
            while (start > floor && line.charAt(start - 1) != ',') {
                start--;
            }
            return start;
        }

        @Override
        @Nullable
        IpAddress address(String line, int from, int to) {
            return NodeParser.parse(line, from, to);
        }
    },

    /** The elements of RFC 7239 section 4. */
    FORWARDED {
        @Override
        int startOf(String line, int floor, int end) {
            return ForwardedElement.startOf(line, floor, end);
        }

        @Override
        @Nullable
        IpAddress address(String line, int from, int to) {
            return ForwardedElement.address(line, from, to);
        }
    };

    /**
     * Where the entry that ends before {@code end} starts: after the nearest separating comma, or at
     * {@code floor} if there is none after it.
     */
    abstract int startOf(String line, int floor, int end);

    /** The address that the entry names, white space around it removed; {@code null} when none. */
    abstract @Nullable IpAddress address(String line, int from, int to);

    /** The address that {@code line[from, to)}, one entry with white space around it, names. */
    @Nullable
    IpAddress parse(String line, int from, int to) {
        while (from < to && isSpace(line.charAt(from))) {
            from++;
        }
        while (from < to && isSpace(line.charAt(to - 1))) {
            to--;
        }
        return address(line, from, to);
    }

    /** Optional white space of HTTP, RFC 9110 section 5.6.3. */
    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t';
    }
}

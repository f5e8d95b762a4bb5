package io.github.limiter.subject;

import org.jspecify.annotations.Nullable;

/**
 * Reads address literals out of a range of characters, without a copy of it; {@link
 * IpAddress#tryParse} says what is accepted. Every method is O(1): longer ranges than any literal has
 * are refused unread.
 */
final class IpParser {

    /** {@code 255.255.255.255}. */
    private static final int LONGEST_V4 = 15;

    /** Six full groups and an IPv4 address: POSIX {@code INET6_ADDRSTRLEN} without its terminator. */
    private static final int LONGEST_V6 = 45;

    private static final int GROUPS = 8;
    private static final int GROUP_BITS = 16;
    private static final long NOT_V4 = -1;

    private IpParser() {}

    /** The literal in {@code text[from, to)}, or {@code null}. */
    static @Nullable IpAddress parse(String text, int from, int to) {
        long v4 = v4(text, from, to);
        return v4 != NOT_V4 ? IpAddress.v4((int) v4) : parseV6(text, from, to);
    }

    /** The IPv4 literal in {@code text[from, to)}, or {@code null}. */
    static @Nullable IpAddress parseV4(String text, int from, int to) {
        long v4 = v4(text, from, to);
        return v4 != NOT_V4 ? IpAddress.v4((int) v4) : null;
    }

    private static long v4(String text, int from, int to) {
        if (to - from > LONGEST_V4) {
            return NOT_V4;
        }
        long address = 0;
        int parts = 0;
        int part = 0;
        int digits = 0;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c == '.') {
                if (digits == 0 || ++parts == 4) {
                    return NOT_V4;
                }
                address = address << 8 | part;
                part = 0;
                digits = 0;
            } else if (c < '0' || c > '9' || digits > 0 && part == 0) { // no digit, or a leading zero
                return NOT_V4;
            } else {
                part = 10 * part + (c - '0');
                digits++;
                if (part > 255) {
                    return NOT_V4;
                }
            }
        }
        return parts == 3 && digits > 0 ? address << 8 | part : NOT_V4;
    }

    /** The IPv6 literal in {@code text[from, to)}, an IPv4 address if it is a mapped one; or null. */
    static @Nullable IpAddress parseV6(String text, int from, int to) {
        if (to - from < 2 || to - from > LONGEST_V6) {
            return null;
        }
        long high = 0; // the groups read, right-aligned; after "::" those that follow it
        long low = 0;
        long headHigh = 0; // the groups before "::"
        long headLow = 0;
        int groups = 0;
        int gap = -1; // the number of groups before "::"
        int i = from;
        if (text.charAt(i) == ':') {
            if (text.charAt(i + 1) != ':') {
                return null;
            }
            gap = 0;
            i += 2;
        }
        while (i < to) {
            int start = i;
            int group = 0;
            for (int digit; i < to && (digit = hexDigit(text.charAt(i))) >= 0; i++) {
                group = group << 4 | digit;
            }
            if (i < to && text.charAt(i) == '.') { // the rest is an IPv4 address, worth two groups
                long v4 = v4(text, start, to);
                if (v4 == NOT_V4) {
                    return null;
                }
                high = high << 32 | low >>> 32;
                low = low << 32 | v4;
                groups += 2;
                break;
            }
            if (i == start || i - start > 4) {
                return null;
            }
            high = high << GROUP_BITS | low >>> (Long.SIZE - GROUP_BITS);
            low = low << GROUP_BITS | group;
            groups++;
            if (i == to) {
                break;
            }
            if (text.charAt(i++) != ':' || i == to || groups == GROUPS) {
                return null;
            }
            if (text.charAt(i) == ':') {
                if (gap >= 0) {
                    return null;
                }
                gap = groups;
                headHigh = high;
                headLow = low;
                high = 0;
                low = 0;
                i++;
            }
        }
        if (gap < 0) {
            return groups == GROUPS ? IpAddress.v6(high, low) : null;
        }
        if (groups >= GROUPS) { // "::" stands for one group or more
            return null;
        }
        int shift = (GROUPS - gap) * GROUP_BITS;
        return shift >= Long.SIZE
                ? IpAddress.v6(high | headLow << (shift - Long.SIZE), low)
                : IpAddress.v6(high | headHigh << shift | headLow >>> (Long.SIZE - shift), low | headLow << shift);
    }

    private static int hexDigit(char c) {
        if (c >= '0' && c <= '9') {
            return c - '0';
        }
        int lower = c | 0x20;
        return c < 0x80 && lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    }
}

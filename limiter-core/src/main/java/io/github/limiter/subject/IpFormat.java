package io.github.limiter.subject;

/** Writes the canonical text of an address. */
final class IpFormat {

    private static final int GROUPS = 8;

    private IpFormat() {}

    static String v4(int bits) {
        return (bits >>> 24) + "." + (bits >>> 16 & 0xff) + "." + (bits >>> 8 & 0xff) + "." + (bits & 0xff);
    }

    /**
     * RFC 5952 section 4: groups in lower case without leading zeros; {@code ::} for the longest run of
     * at least two zero groups, the first one of equally long runs.
     */
    static String v6(long high, long low) {
        int gapStart = -1;
        int gapLength = 1;
        for (int i = 0; i < GROUPS; i++) {
            int run = 0;
            while (i + run < GROUPS && group(high, low, i + run) == 0) {
                run++;
            }
            if (run > gapLength) {
                gapStart = i;
                gapLength = run;
            }
            i += run;
        }
        StringBuilder text = new StringBuilder(39);
        for (int i = 0; i < GROUPS; i++) {
            if (i == gapStart) {
                text.append("::");
                i += gapLength - 1;
            } else {
                if (i > 0 && text.charAt(text.length() - 1) != ':') {
                    text.append(':');
                }
                text.append(Integer.toHexString(group(high, low, i)));
            }
        }
        return text.toString();
    }

    private static int group(long high, long low, int index) {
        long half = index < GROUPS / 2 ? high : low;
        return (int) (half >>> 16 * (3 - index % 4)) & 0xffff;
    }
}

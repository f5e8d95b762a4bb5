package io.github.limiter.risk;

import org.jspecify.annotations.Nullable;

/**
 * The parameters of a query that are numbers of at most 9 digits, such as {@code id=17}. Longer ones are times, by which
 * scripts keep answers from being cached; other parameters tell how something is shown, or who looks.
 *
 * @param names hash of their names
 * @param all hash of their names and numbers
 * @param sum of the numbers: it moves with the one that moves
 */
record QueryNumbers(long names, long all, long sum) {

    private static final int MOST_DIGITS = 9;

    /** What lies beyond is not looked at. */
    private static final int MOST_READ = 512;

    /** Of a query without question mark; null if it has none. */
    static @Nullable QueryNumbers of(String query) {
        int length = Math.min(query.length(), MOST_READ);
        long names = Hash.START;
        long all = Hash.START;
        long sum = 0;
        boolean any = false;
        int from = 0;
        while (from < length) {
            int end = query.indexOf('&', from);
            end = end < 0 ? query.length() : end;
            int value = query.indexOf('=', from) + 1;
            if (value > 0 && isNumber(query, value, end)) {
                for (int i = from; i < value; i++) {
                    names = Hash.add(names, query.charAt(i));
                }
                for (int i = from; i < end; i++) {
                    all = Hash.add(all, query.charAt(i));
                }
                sum += PathShape.number(query, value, end);
                any = true;
            }
            from = end + 1;
        }
        return any ? new QueryNumbers(names, all, sum) : null;
    }

    private static boolean isNumber(String query, int from, int end) {
        if (from >= end || end - from > MOST_DIGITS) {
            return false;
        }
        for (int i = from; i < end; i++) {
            if (query.charAt(i) < '0' || query.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    long route(long path) {
        return Hash.end(path ^ names);
    }

    long whole(long path) {
        return Hash.end(path ^ all);
    }
}
